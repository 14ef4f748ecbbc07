import { z } from 'zod'
import { changeStatus, findPerson, findPersonToManage } from '../../core/people/status/change.ts'
import type { ReactionType } from '../../core/people/status/emoji.ts'
import { REACTION_TYPES } from '../../core/people/status/emoji.ts'
import { emojiNameRequired, invalidEmojiName, noStatusChange } from '../../core/people/status/errors.ts'
import { statusOf } from '../../core/people/status/status.ts'
import { insufficientPermission, tooLong } from '../../core/platform/errors.ts'
import type { UserId } from '../../core/platform/ids.ts'
import { invalidCustomEmoji, noSuchEmoji } from '../../core/state/realm/errors.ts'
import { noSuchUser } from '../../core/state/users/errors.ts'
import { status } from '../../core/state/wire/status.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, path } from '../http/parameter.ts'
import type { Services } from '../services.ts'

const change = {
  status_text: form(line().optional()),
  emoji_name: form(line().optional()),
  emoji_code: form(line().optional()),
  /** Clients that clear the emoji also send an empty type, which means the same as an absent one. */
  reaction_type: form(z.enum([...REACTION_TYPES, ''], { error: 'Invalid emoji type.' }).optional()),
}
const changeErrors = [
  noStatusChange(),
  tooLong('status_text', 60),
  emojiNameRequired(),
  noSuchEmoji('invalid'),
  invalidEmojiName(),
  invalidCustomEmoji(),
]

export function statusRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/status',
      access: 'person',
      summary: 'Change your status',
      params: { ...change, away: json(z.boolean().optional()) },
      errors: changeErrors,
      handler: ({ caller, params }) => changeStatus(caller, { ...changeOf(params), away: params.away }),
    }),
    endpoint({
      method: 'POST',
      path: '/users/{user_id}/status',
      access: 'user',
      summary: "Change a person's status, as an administrator",
      params: { ...change, user_id: path(id<UserId>()) },
      errors: [insufficientPermission(), ...changeErrors],
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
      params: { user_id: path(id<UserId>()) },
      response: { status },
      errors: [noSuchUser()],
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
}

const changeOf = (given: ChangeParameters) => ({
  text: given.status_text,
  emojiName: given.emoji_name,
  emojiCode: given.emoji_code || undefined,
  reactionType: given.reaction_type || undefined,
})
