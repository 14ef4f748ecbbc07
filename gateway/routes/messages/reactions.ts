import { z } from 'zod'
import {
  emojiNotNamed,
  invalidEmojiCode,
  invalidEmojiName,
  invalidEmojiType,
  noSuchReaction,
  reactionAlreadyExists,
} from '../../../core/messaging/reactions/errors.ts'
import { addReaction, removeReaction } from '../../../core/messaging/reactions/react.ts'
import {
  customEmojiDeactivated,
  invalidCustomEmoji,
  invalidCustomEmojiName,
  noSuchEmoji,
} from '../../../core/state/realm/errors.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form } from '../../http/endpoint/parameter.ts'
import { unreadableMessage } from '../../wire/shared-errors.ts'
import { messageInPath } from '../../wire/shared-parameters.ts'

const CODE =
  'The code of the emoji: the code points of a Unicode emoji, joined by hyphens; the id of a custom emoji of the organization; or `zulip`.'
const name = { description: 'The name of the emoji.', example: 'tada' }
const optional = z.string().max(200).optional()
const emoji_code = form(optional, { description: CODE, example: '1f389' })
const reaction_type = form(optional, {
  description:
    'The kind of emoji: `unicode_emoji` of Unicode, `realm_emoji` of the organization, `zulip_extra_emoji` built in.',
  example: 'unicode_emoji',
})

export function reactionRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/messages/{message_id}/reactions',
      access: 'user',
      freshness: 'handler',
      summary: 'Add an emoji reaction to a message',
      description:
        'The code and the type name the emoji; if one of them is absent, the name does. Readers of the message get the event `reaction`. You may follow the topic from now on, as your settings say.',
      params: {
        message_id: messageInPath,
        emoji_name: form(z.string().max(200), name),
        emoji_code,
        reaction_type,
      },
      errors: [
        unreadableMessage,
        when('There is no emoji with this name.', noSuchEmoji('nonexistent')),
        when('There is no emoji with this code.', invalidEmojiCode()),
        when('The name and the code are of different emoji.', invalidEmojiName()),
        when('There is no such kind of emoji.', invalidEmojiType()),
        when('There is no custom emoji with this code.', invalidCustomEmoji()),
        when('The name is not that of the custom emoji.', invalidCustomEmojiName()),
        when('The custom emoji is deactivated, and nobody has reacted with it.', customEmojiDeactivated()),
        when('You have reacted with this emoji already.', reactionAlreadyExists()),
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
      summary: 'Remove an emoji reaction from a message',
      description:
        'The emoji is named by its code and type, or by its name. Readers of the message get the event `reaction`.',
      params: { message_id: messageInPath, emoji_name: form(optional, name), emoji_code, reaction_type },
      errors: [
        unreadableMessage,
        when('Neither the name nor the code is given.', emojiNotNamed()),
        when('There is no emoji with this name.', noSuchEmoji('nonexistent')),
        when('You have not reacted with this emoji.', noSuchReaction()),
      ],
      handler: ({ caller, params }) =>
        removeReaction(caller, params.message_id, {
          name: params.emoji_name,
          code: params.emoji_code,
          type: params.reaction_type,
        }),
    }),
  ] as const
}
