import type { UserId } from '../../platform/ids.ts'
import { drawnUrl } from '../pictures/drawn.ts'
import { dummyAddress } from '../realm/email.ts'
import type { RealmView } from '../realm/view.ts'
import type { Reader } from '../users/reader.ts'
import { Role, type UserRecord } from '../users/record.ts'
import { avatarUrl, hasGravatar, type WireUser } from '../users/wire.ts'
import { canAccessAllUsers, canAccessUser } from './visible-users.ts'

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

/**
 * Replaces the fields of a sender that a spectator may not learn: the address, and the picture at Gravatar,
 * whose URL may contain a hash of the address.
 */
const spectatedSender = (view: RealmView, sender: UserRecord, rootUrl: string) => ({
  sender_full_name: sender.fullName,
  sender_email: dummyAddress(view.record, rootUrl, sender.id),
  avatar_url: spectatedAvatar(sender),
})

/** The avatar that spectators see beside a message. */
const spectatedAvatar = (user: UserRecord): string =>
  hasGravatar(user) ? drawnUrl(`user:${user.id}`, user.avatarVersion) : avatarUrl(user)

interface MaskedSender {
  readonly sender_full_name: string
  readonly sender_email: string
  readonly avatar_url: string | null
}

/** Returns replacement fields for a sender; undefined when the reader can see the sender. */
export type SenderMask = (sender: UserId) => MaskedSender | undefined

/** The mask of one reader, undefined for a spectator; undefined for readers who can see all users. */
export function senderMask(view: RealmView, reader: Reader, rootUrl: string): SenderMask | undefined {
  if (reader === undefined) {
    return (id) => {
      const sender = view.users.get(id)
      return sender && spectatedSender(view, sender, rootUrl)
    }
  }
  const current = view.users.get(reader.id) ?? reader
  if (canAccessAllUsers(view, current)) return undefined
  return (id) => {
    const sender = view.users.get(id)
    const hides = sender !== undefined && !canAccessUser(view, current, sender)
    return hides ? maskedSender(view, id, rootUrl) : undefined
  }
}
