import { z } from 'zod'
import { userId } from '../wire/ids.ts'
import { reactionType } from '../wire/reaction-type.ts'
import { role, user } from '../wire/user.ts'
import type { EventDeclarations } from './event.ts'

const WHO_MAY_KNOW = 'Everyone who may know of the user.'

const user_id = userId

/** A change of a user: one of the following objects. */
const change = z.union([
  z.object({ user_id, full_name: z.string() }),
  z.object({
    user_id,
    avatar_url: z.string(),
    avatar_source: z.string(),
    avatar_url_medium: z.string(),
    avatar_version: z.int(),
  }),
  z.object({ user_id, email: z.string(), timezone: z.string() }),
  z.object({ user_id, bot_owner_id: z.int() }),
  z.object({ user_id, role }),
  z.object({
    user_id,
    delivery_email: z.string().nullable().describe('Null when the reader may no longer see it.'),
  }),
  z.object({
    user_id,
    custom_profile_field: z.object({
      id: z.int(),
      value: z.string().nullable().describe('Null after the value was removed.'),
      rendered_value: z.string().optional().describe('The value as HTML, for types with Markdown.'),
    }),
  }),
  z.object({ user_id, new_email: z.string() }),
  z.object({ user_id, is_active: z.boolean() }),
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
    fields: { person: change },
  },
  'realm_user/remove': {
    sentWhen: 'A user is no longer visible to the reader.',
    receivedBy: 'The guests who may know of the user no more.',
    fields: {
      person: z.object({
        user_id,
        full_name: z.string().describe('A name that stands for every unknown user.'),
      }),
    },
  },
  user_status: {
    sentWhen: 'A user changed their status, or became visible to the reader.',
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
      emoji_code: z.string().optional(),
      reaction_type: reactionType.or(z.literal('')).optional(),
    },
  },
} as const satisfies EventDeclarations
