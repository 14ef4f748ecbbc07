import type { MessageId, UserId } from '../../platform/ids.ts'
import { isAdministrator, isGuest, isOwner, type UserRecord } from '../../state/users/record.ts'
import { avatarUrl, presentationFor, type WireUser, wireUser } from '../../state/users/wire.ts'
import type { ProfileData } from '../profile-fields/values.ts'

export type WireMember = WireUser & { profile_data?: ProfileData }

/** A user for GET /users, with the profile when `profiles` is given. */
export function wireMember(
  reader: UserRecord,
  user: UserRecord,
  clientGravatar: boolean,
  profiles: ReadonlyMap<UserId, ProfileData> | undefined,
): WireMember {
  const how = presentationFor(reader, user, clientGravatar)
  return { ...wireUser(user, how), ...(profiles && withProfile(user, profiles)) }
}

/** Only people have profiles. */
export const withProfile = (user: UserRecord, profiles: ReadonlyMap<UserId, ProfileData>) =>
  user.isBot ? {} : { profile_data: profiles.get(user.id) ?? {} }

/** spec.md "Own user record (GET /users/me)". */
export function wireOwnUser(user: UserRecord, newestReceived: MessageId, profile: ProfileData) {
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
    ...(!user.isBot && { profile_data: profile }),
  }
}
