import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../realm/view.ts'
import { dummyAddress } from './email.ts'
import { canAccessAllUsers, canAccessUser } from './permissions.ts'
import { Role, type UserRecord } from './record.ts'
import type { WireUser } from './wire.ts'

/** What whoever may not know of a user is told in place of the name. */
export const UNKNOWN_USER = 'Unknown user'

/** What stands for a user whom the reader may not know of (spec.md, user_list_incomplete). */
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

/** What a message tells of a sender whom the reader may not know of. */
export const maskedSender = (view: RealmView, id: UserId, rootUrl: string) => ({
  sender_full_name: UNKNOWN_USER,
  sender_email: dummyAddress(view.record, rootUrl, id),
  avatar_url: null,
})

/** What is told of a sender in place of the sender; nothing where the reader may know of that one. */
export type SenderMask = (sender: UserId) => ReturnType<typeof maskedSender> | undefined

/** For one reader; undefined for those who may know of everyone: it costs them nothing. */
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
