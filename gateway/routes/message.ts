import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import type { MessageId } from '../../core/ids.ts'
import { readMessage } from '../../core/messages/read-one.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { longId, path, query } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { message } from '../wire/message.ts'

const message_id = path(longId<MessageId>())
const invalid = new ApiError('Invalid message(s)')

/** One message: reading it. */
export function singleMessageRoutes({ core }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/messages/{message_id}',
      access: 'user',
      summary: 'Get a message',
      params: {
        message_id,
        apply_markdown: query(z.boolean().default(true)),
        allow_empty_topic_name: query(z.boolean().default(false)),
      },
      response: { raw_content: z.string(), message },
      errors: [invalid],
      handler: async ({ realm, user, params }) => {
        const read = await readMessage(core, realm, user, params.message_id, {
          applyMarkdown: params.apply_markdown,
          clientGravatar: true,
          allowEmptyTopicName: params.allow_empty_topic_name,
        })
        return { raw_content: read.raw, message: read.message }
      },
    }),
  ]
}
