import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../realm/view.ts'
import { dummyAddress } from './email.ts'
import { canAccessAllUsers, canAccessUser } from './permissions.ts'
import { Role, type UserRecord } from './record.ts'
import type { WireUser } from './wire.ts'

/** The name of users whom the reader cannot see. */
export const UNKNOWN_USER = 'Unknown user'

/** A placeholder for a user whom the reader cannot see (spec.md, user_list_incomplete). */
export function wireInaccessible(
  view: RealmView,
  id: UserId,
  rootUrl: string,
): WireUser & { profile_data: Record<string, never> } {
  return {
    user_id: id,
    delivery_email: null,
    email: dummyAddress(view.record, rootUrl, id),
    full_name: UNKNOWN_USER,
    date_joined: new Date(view.record.createdAt * 1000).toISOString().replace('Z', '000+00:00'),
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    role: Role.member,
    timezone: '',
    avatar_url: null,
    avatar_version: 1,
    profile_data: {},
  }
}

/** The sender fields of a message from a user whom the reader cannot see. */
export const maskedSender = (view: RealmView, id: UserId, rootUrl: string) => ({
  sender_full_name: UNKNOWN_USER,
  sender_email: dummyAddress(view.record, rootUrl, id),
  avatar_url: null,
})

/** Returns replacement fields for a sender; undefined when the reader can see the sender. */
export type SenderMask = (sender: UserId) => ReturnType<typeof maskedSender> | undefined

/** The mask of one reader; undefined for readers who can see all users. */
export function senderMask(
  view: RealmView,
  reader: UserRecord | undefined,
  rootUrl: string,
): SenderMask | undefined {
  const current = reader && (view.users.get(reader.id) ?? reader)
  if (current === undefined || canAccessAllUsers(view, current)) return undefined
  return (id) => {
    const sender = view.users.get(id)
    const hides = sender !== undefined && !canAccessUser(view, current, sender)
    return hides ? maskedSender(view, id, rootUrl) : undefined
  }
}
