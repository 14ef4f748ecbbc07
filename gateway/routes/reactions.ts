import { z } from 'zod'
import { invalidMessages } from '../../core/messaging/messages/errors.ts'
import { addReaction, removeReaction } from '../../core/messaging/reactions/react.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { MessageId } from '../../core/platform/ids.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { form, longId, path } from '../http/parameter.ts'

const message_id = path(longId<MessageId>())
const text = form(z.string().max(200).optional())
const invalidCode = new ApiError('Invalid emoji code')

export function reactionRoutes(): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/messages/{message_id}/reactions',
      access: 'user',
      freshness: 'handler',
      summary: 'Add an emoji reaction to a message',
      params: {
        message_id,
        emoji_name: form(z.string().max(200)),
        emoji_code: text,
        reaction_type: text,
      },
      errors: [
        invalidCode,
        new ApiError('Reaction already exists.', { code: 'REACTION_ALREADY_EXISTS' }),
        invalidMessages(),
      ],
      handler: ({ caller, params }) =>
        addReaction(caller, params.message_id, {
          name: params.emoji_name,
          code: params.emoji_code,
          type: params.reaction_type,
        }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/messages/{message_id}/reactions',
      access: 'user',
      freshness: 'handler',
      summary: 'Take an emoji reaction back',
      params: { message_id, emoji_name: text, emoji_code: text, reaction_type: text },
      errors: [
        invalidCode,
        new ApiError("Reaction doesn't exist.", { code: 'REACTION_DOES_NOT_EXIST' }),
        invalidMessages(),
      ],
      handler: ({ caller, params }) =>
        removeReaction(caller, params.message_id, {
          name: params.emoji_name,
          code: params.emoji_code,
          type: params.reaction_type,
        }),
    }),
  ]
}
