import { RequestError } from '../../client/index.ts'
import type { Message } from '../../model/wire.ts'
import { server } from '../requests/server.ts'
import type { Store } from '../state/store.ts'

/**
 * Fetches a message wherever it is now; undefined when it was deleted or the reader may not read it. Rejects
 * when the server does not answer.
 */
export async function findMessage(store: Store, id: number): Promise<Message | undefined> {
  const open = { operator: 'channels', operand: 'web-public' }
  const narrow = [...(store.isSpectator ? [open] : []), { operator: 'id', operand: id }]
  try {
    const { messages } = await server.call('GET /messages', {
      anchor: String(id),
      num_before: 0,
      num_after: 0,
      narrow,
      client_gravatar: !store.isSpectator,
      allow_empty_topic_name: true,
    })
    return messages.find((message) => message.id === id)
  } catch (error) {
    if (error instanceof RequestError && error.code === 'BAD_REQUEST') return undefined
    throw error
  }
}
