import type { MessageId } from '../ids.ts'
import { isAdministrator, isGuest, isOwner, type UserRecord } from './record.ts'
import { avatarUrl, presentationFor, type WireUser, wireUser } from './wire.ts'

/** Values of custom profile fields by the field's id; empty while the organization has no such fields. */
export type ProfileData = Record<string, { value: string; rendered_value?: string }>

export type WireMember = WireUser & { profile_data?: ProfileData }

/** A user as GET /users tells of it. Only people have profiles. */
export function wireMember(
  reader: UserRecord,
  user: UserRecord,
  clientGravatar: boolean,
  withProfile: boolean,
): WireMember {
  const how = presentationFor(reader, user, clientGravatar)
  return { ...wireUser(user, how), ...(withProfile && !user.isBot && { profile_data: {} }) }
}

/** spec.md "Own user record (GET /users/me)". */
export function wireOwnUser(user: UserRecord, newestReceived: MessageId) {
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: user.deliveryEmail,
    full_name: user.fullName,
    avatar_url: avatarUrl(user),
    avatar_version: user.avatarVersion,
    role: user.role,
    is_admin: isAdministrator(user),
    is_owner: isOwner(user),
    is_billing_admin: false,
    is_guest: isGuest(user),
    is_bot: user.isBot,
    is_active: user.isActive,
    timezone: user.timezone,
    date_joined: user.dateJoined,
    max_message_id: newestReceived,
    ...(!user.isBot && { profile_data: {} as ProfileData }),
  }
}
