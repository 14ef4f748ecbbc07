import { z } from 'zod'
import { invalidMessages } from '../../core/messaging/messages/errors.ts'
import {
  invalidEmojiCode,
  noSuchReaction,
  reactionAlreadyExists,
} from '../../core/messaging/reactions/errors.ts'
import { addReaction, removeReaction } from '../../core/messaging/reactions/react.ts'
import type { MessageId } from '../../core/platform/ids.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, longId, path } from '../http/parameter.ts'

const message_id = path(longId<MessageId>())
const text = form(z.string().max(200).optional())

export function reactionRoutes() {
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
      errors: [invalidEmojiCode(), reactionAlreadyExists(), invalidMessages()],
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
      summary: 'Remove an emoji reaction from a message',
      params: { message_id, emoji_name: text, emoji_code: text, reaction_type: text },
      errors: [invalidEmojiCode(), noSuchReaction(), invalidMessages()],
      handler: ({ caller, params }) =>
        removeReaction(caller, params.message_id, {
          name: params.emoji_name,
          code: params.emoji_code,
          type: params.reaction_type,
        }),
    }),
  ] as const
}
