import { z } from 'zod'
import { Role } from '../users/record.ts'
import { profileData } from './profile-field.ts'

export const role = z.union(Object.values(Role).map((code) => z.literal(code))).meta({
  id: 'Role',
  description: 'The role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
})

/** A user as clients see it: `WireUser`. */
export const user = z
  .object({
    user_id: z.int().describe('The id of the user.'),
    delivery_email: z
      .string()
      .nullable()
      .describe('The real e-mail address; null when the reader may not see it.'),
    email: z.string().describe('The address that the API names the user by. It may be made of the id.'),
    full_name: z.string().describe('The name of the user.'),
    date_joined: z.string().describe('When the account was created, in ISO 8601.'),
    is_active: z.boolean().describe('False for deactivated accounts.'),
    is_owner: z.boolean().describe('True for owners.'),
    is_admin: z.boolean().describe('True for administrators and owners.'),
    is_guest: z.boolean().describe('True for guests.'),
    is_bot: z.boolean().describe('True for bots.'),
    bot_type: z
      .int()
      .nullable()
      .optional()
      .describe(
        'The type of the bot: 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. Absent for people.',
      ),
    bot_owner_id: z
      .int()
      .nullable()
      .optional()
      .describe('The user who owns the bot; null for bots without an owner. Absent for people.'),
    role,
    timezone: z.string().describe('A name of the time zone database; empty when unknown.'),
    avatar_url: z.string().nullable().describe('Null when `client_gravatar` lets the client compute it.'),
    avatar_version: z.int().describe('Grows with each new picture.'),
    profile_data: profileData.optional().describe('For people, when the request asks for it.'),
  })
  .meta({ id: 'User', description: 'A user or bot as the reader may see it.' })
