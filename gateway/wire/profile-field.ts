import { z } from 'zod'
import {
  MAX_ITEMS_PER_REQUEST,
  MAX_PROFILE_LENGTH,
  MAX_USERS_PER_PROFILE_FIELD,
} from '../../config/limits.ts'
import {
  invalidChoice,
  profileTooLong,
  userWithIdDeactivated,
  userWithIdIsBot,
} from '../../core/people/profile-fields/errors.ts'
import { notA, notAn, tooLong, tooManyItems } from '../../core/platform/errors.ts'
import { invalidUserId } from '../../core/state/users/errors.ts'
import { when } from '../http/endpoint/endpoint.ts'
import { text } from '../http/endpoint/parameter.ts'

/** The errors of a value that does not fit the type of its field. */
export const profileValueErrors = [
  when('The value is too long for the type of the field.', tooLong('Biography', 500)),
  when('The value is not of the type of the field.', notA('Birthday', 'date')),
  when('The value is not an option of the list.', invalidChoice('king', 'Favorite role')),
  when('A value of users names one who does not exist.', invalidUserId(99)),
  when('A value of users names a deactivated one.', userWithIdDeactivated(12)),
  when('A value of users names a bot.', userWithIdIsBot(21)),
  when('A value of users has something else than ids.', notAn('User IDs[0]', 'integer')),
  when('A value of users names too many.', tooManyItems('User IDs', MAX_USERS_PER_PROFILE_FIELD)),
  when('The HTML of all values of the user is too long.', profileTooLong(MAX_PROFILE_LENGTH)),
] as const

/** The user's own values of profile fields, as a client sends them. */
export const profileChanges = z
  .array(
    z.strictObject({
      id: z.int().describe('The id of the field.'),
      value: z
        .union([text(), z.array(z.int()).max(MAX_ITEMS_PER_REQUEST)])
        .nullable()
        .describe('The new value: a text, or the ids of users. Null removes the value.'),
    }),
  )
  .max(200)
