import type { Conversation } from '../model/conversation.ts'
import { server } from '../store/requests/server.ts'
import { reasonOf } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'

/** Schedules a message; `at` is in Unix seconds. Resolves to the error text; undefined on success. */
export async function schedule(
  conversation: Conversation,
  content: string,
  at: number,
): Promise<string | undefined> {
  const to =
    conversation.kind === 'topic'
      ? ({ type: 'channel', to: conversation.channel, topic: conversation.topic } as const)
      : ({ type: 'direct', to: conversation.people } as const)
  try {
    await server.call('POST /scheduled_messages', {
      ...to,
      content,
      scheduled_delivery_timestamp: at,
      read_by_sender: true,
    })
    return undefined
  } catch (error) {
    return reasonOf(error, t.notScheduled)
  }
}
