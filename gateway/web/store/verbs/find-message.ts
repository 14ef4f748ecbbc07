import { RequestError } from '../../client/index.ts'
import type { Message } from '../../model/wire.ts'
import { server } from '../requests/server.ts'

/**
 * Fetches a message wherever it is now, also in a public channel that the reader has not joined; undefined
 * when it was deleted or the reader may not read it. Rejects when the server does not answer.
 */
export async function findMessage(id: number): Promise<Message | undefined> {
  try {
    const { message } = await server.call('GET /messages/{message_id}', {
      message_id: id,
      allow_empty_topic_name: true,
    })
    return message
  } catch (error) {
    if (error instanceof RequestError && error.code === 'BAD_REQUEST') return undefined
    throw error
  }
}
