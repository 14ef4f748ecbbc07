import { z } from 'zod'
import { userId } from '../wire/ids.ts'
import { reactionType } from '../wire/reaction-type.ts'
import { role, user } from '../wire/user.ts'
import type { EventDeclarations } from './event.ts'

const WHO_MAY_KNOW = 'Everyone who may know of the user.'

const user_id = userId.describe('The id of the user.')

/** A change of a user: one of the following objects. */
const change = z.union([
  z.object({ user_id, full_name: z.string().describe('The new name.') }),
  z.object({
    user_id,
    avatar_url: z.string().describe('The address of the new avatar.'),
    avatar_source: z
      .string()
      .describe('`U` for an uploaded avatar, `D` for one of this server, `G` for one of Gravatar.'),
    avatar_url_medium: z.string().describe('The address of the avatar in a larger size.'),
    avatar_version: z.int().describe('Grows with each new picture.'),
  }),
  z.object({
    user_id,
    email: z.string().describe('Deprecated: the address that the API names the user by.'),
    timezone: z.string().describe('The new time zone, by its name in the time zone database.'),
  }),
  z.object({ user_id, bot_owner_id: z.int().describe('The new owner of the bot.') }),
  z.object({ user_id, role }),
  z.object({
    user_id,
    delivery_email: z
      .string()
      .nullable()
      .describe('The new real email address; null when the reader may no longer see it.'),
  }),
  z.object({
    user_id,
    custom_profile_field: z
      .object({
        id: z.int().describe('The id of the field.'),
        value: z.string().nullable().describe('The new value; null after the value was removed.'),
        rendered_value: z.string().optional().describe('The value as HTML, for short and long texts.'),
      })
      .describe('The field of the profile whose value changed.'),
  }),
  z.object({
    user_id,
    new_email: z.string().describe('The new address that the API names the user by.'),
  }),
  z.object({ user_id, is_active: z.boolean().describe('False after the account was deactivated.') }),
])

/** Accounts and profiles. */
export const userEvents = {
  'realm_user/add': {
    sentWhen: 'An account was created, or a user became visible to the reader.',
    receivedBy: 'Everyone who may know of the user from now on.',
    /** In the log with the real e-mail address and the address of the avatar. */
    fields: { person: user },
    logged: {
      /** Whether the avatar is one that clients can compute. */
      _gravatar: z.boolean(),
      /** Who may have the real e-mail address: a code of `email_address_visibility`. */
      _email_visibility: z.int(),
    },
    variesBy: ['client_gravatar', 'user_list_incomplete', 'the reader'],
  },
  'realm_user/update': {
    sentWhen: 'A profile, role or email address changed, or an account was deactivated or reactivated.',
    receivedBy: WHO_MAY_KNOW,
    fields: { person: change.describe('The user, with what changed: one of these objects.') },
  },
  'realm_user/remove': {
    sentWhen: 'A user is no longer visible to the reader.',
    receivedBy: 'The guests who may know of the user no more.',
    fields: {
      person: z
        .object({
          user_id,
          full_name: z.string().describe('A name that stands for every unknown user.'),
        })
        .describe('The user.'),
    },
  },
  user_status: {
    sentWhen:
      'A user changed their status, or became visible to the reader, or an account with a status was deactivated, which removes it from sight, or reactivated.',
    receivedBy: WHO_MAY_KNOW,
    fields: {
      user_id,
      away: z.boolean().optional().describe('Deprecated.'),
      status_text: z
        .string()
        .optional()
        .describe('Empty when the text was removed. Absent when it did not change.'),
      emoji_name: z
        .string()
        .optional()
        .describe('Empty when the emoji was removed. Absent when it did not change.'),
      emoji_code: z
        .string()
        .optional()
        .describe('What identifies the emoji within its `reaction_type`. Present with `emoji_name`.'),
      reaction_type: reactionType
        .or(z.literal(''))
        .optional()
        .describe('What kind of emoji `emoji_code` names. Present with `emoji_name`.'),
    },
  },
} as const satisfies EventDeclarations
