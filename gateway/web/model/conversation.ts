import { topicKey } from '../../../core/platform/text/topic-key.ts'
import type { Message } from './wire.ts'

/** The prefix of resolved topics. */
export const RESOLVED_PREFIX = '✔ '

/** A topic of a channel, or the people of a direct conversation without the reader, in ascending order. */
export type Conversation =
  | { readonly kind: 'topic'; readonly channel: number; readonly topic: string }
  | { readonly kind: 'direct'; readonly people: readonly number[] }

/** Equal for equal conversations. Topics that differ only by case are equal. */
export const conversationKey = (conversation: Conversation): string =>
  conversation.kind === 'topic'
    ? `${conversation.channel}/${topicKey(conversation.topic)}`
    : `@${conversation.people.join(',')}`

export const directWith = (people: readonly number[], me: number): Conversation & { kind: 'direct' } => {
  const others = [...new Set(people)].filter((id) => id !== me).sort((a, b) => a - b)
  return { kind: 'direct', people: others.length === 0 ? [me] : others }
}

/** The conversation that a message belongs to. */
export function conversationOf(message: Message, me: number): Conversation {
  if (message.type === 'stream') {
    return { kind: 'topic', channel: message.stream_id!, topic: message.subject }
  }
  const people = message.display_recipient as readonly { readonly id: number }[]
  return directWith(
    people.map(({ id }) => id),
    me,
  )
}
