import { z } from 'zod'
import { Role } from '../users/record.ts'
import { profileData } from './profile-field.ts'

export const role = z.union(Object.values(Role).map((code) => z.literal(code)))

/** What clients see of a user: `WireUser`. */
export const user = z.object({
  user_id: z.int(),
  delivery_email: z.string().nullable(),
  email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  bot_type: z.int().nullable().optional(),
  bot_owner_id: z.int().nullable().optional(),
  role,
  timezone: z.string(),
  avatar_url: z.string().nullable(),
  avatar_version: z.int(),
  profile_data: profileData.optional(),
})
