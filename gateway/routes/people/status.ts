import { z } from 'zod'
import { MAX_STATUS_TEXT_LENGTH } from '../../../config/limits.ts'
import { changeStatus, findPerson, findPersonToManage } from '../../../core/people/status/change.ts'
import type { ReactionType } from '../../../core/people/status/emoji.ts'
import { REACTION_TYPES } from '../../../core/people/status/emoji.ts'
import {
  emojiNameRequired,
  invalidEmojiCode,
  invalidEmojiName,
  invalidEndOfStatus,
  noStatusChange,
} from '../../../core/people/status/errors.ts'
import { statusOf } from '../../../core/people/status/status.ts'
import { insufficientPermission, tooLong } from '../../../core/platform/errors.ts'
import {
  customEmojiDeactivated,
  invalidCustomEmoji,
  invalidCustomEmojiName,
  noSuchEmoji,
} from '../../../core/state/realm/errors.ts'
import { noSuchUser, userIsDeactivated } from '../../../core/state/users/errors.ts'
import { status } from '../../../core/state/wire/status.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, json, line } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { userInPath } from '../../wire/shared-parameters.ts'

const change = {
  status_text: form(line(MAX_STATUS_TEXT_LENGTH).optional(), {
    description: 'The text. An empty text removes it. If absent, it stays as it is.',
    example: 'on stage',
  }),
  emoji_name: form(line().optional(), {
    description: 'The name of the emoji. An empty text removes the emoji. If absent, it stays as it is.',
    example: 'performing_arts',
  }),
  emoji_code: form(line().optional(), {
    description: 'The code of the emoji. If absent, the name decides.',
    example: '1f3ad',
  }),
  clear_at: json(z.int().min(0).optional(), {
    description:
      'When the text and the emoji are removed, in Unix seconds. If absent, they stay until somebody changes them.',
    example: 4_100_000_000,
  }),
  /** Clients that clear the emoji also send an empty type, which means the same as an absent one. */
  reaction_type: form(z.enum([...REACTION_TYPES, ''], { error: 'Invalid emoji type.' }).optional(), {
    description:
      'The kind of emoji: `unicode_emoji` of Unicode, `realm_emoji` of the organization, `zulip_extra_emoji` built in. If absent, the name decides.',
    example: 'unicode_emoji',
  }),
}
const changeErrors = [
  when('`clear_at` is not in the future, or too far in it.', invalidEndOfStatus()),
  when('The request changes nothing.', noStatusChange()),
  when('The text is too long.', tooLong('status_text', MAX_STATUS_TEXT_LENGTH)),
  when('A code or a type is given without a name.', emojiNameRequired()),
  when('There is no emoji with this name.', noSuchEmoji('invalid')),
  when('There is no emoji with this code.', invalidEmojiCode()),
  when('The name and the code are of different emoji.', invalidEmojiName()),
  when('There is no custom emoji with this code.', invalidCustomEmoji()),
  when('The name is not that of the custom emoji.', invalidCustomEmojiName()),
  when('The custom emoji is deactivated.', customEmojiDeactivated()),
]

const unknown = when('The user does not exist, is a bot, or you may not see them.', noSuchUser())
const deactivated = when('The user is deactivated.', userIsDeactivated())

export function statusRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/status',
      access: 'person',
      summary: 'Change your status',
      description: 'Everyone who may see you gets the event `user_status`.',
      params: {
        ...change,
        away: json(z.boolean().optional(), {
          description: 'Deprecated: whether you are away. If absent, it stays as it is.',
          example: false,
        }),
      },
      errors: changeErrors,
      handler: ({ caller, params }) => changeStatus(caller, { ...changeOf(params), away: params.away }),
    }),
    endpoint({
      method: 'POST',
      path: '/users/{user_id}/status',
      access: 'user',
      summary: "Change a person's status, as an administrator",
      description: 'Everyone who may see the person gets the event `user_status`.',
      permission: 'Administrators.',
      params: { ...change, user_id: userInPath },
      errors: [
        unknown,
        deactivated,
        when('You are not an administrator.', insufficientPermission()),
        ...changeErrors,
      ],
      handler: async ({ realm, user, params }) => {
        const target = await realm.withFreshState(() => findPersonToManage(realm, user, params.user_id))
        await changeStatus({ core, realm, user: target }, changeOf(params))
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/{user_id}/status',
      access: 'user',
      summary: "Get a person's status",
      description: 'The status has only the parts that are set.',
      params: { user_id: userInPath },
      response: { status },
      errors: [unknown, deactivated],
      handler: async ({ realm, user, params }) => {
        const person = await realm.withFreshState(() => findPerson(realm, user, params.user_id))
        return { status: await statusOf(core.db, person.id) }
      },
    }),
  ] as const
}

interface ChangeParameters {
  readonly status_text?: string
  readonly emoji_name?: string
  readonly emoji_code?: string
  readonly reaction_type?: ReactionType | ''
  readonly clear_at?: number
}

const changeOf = (given: ChangeParameters) => ({
  text: given.status_text,
  emojiName: given.emoji_name,
  emojiCode: given.emoji_code || undefined,
  reactionType: given.reaction_type || undefined,
  clearAt: given.clear_at,
})
