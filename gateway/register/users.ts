import { z } from 'zod'
import { type ProfileData, profilesOf } from '../../core/people/profile-fields/values.ts'
import { withProfile } from '../../core/people/users/profile.ts'
import type { UserId } from '../../core/platform/ids.ts'
import {
  canCreatePrivateChannels,
  canCreatePublicChannels,
  canCreateWebPublicChannels,
} from '../../core/state/channels/permissions.ts'
import { isPermitted, REALM_PERMISSIONS } from '../../core/state/groups/permission-settings.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import { wireInaccessible } from '../../core/state/users/inaccessible.ts'
import { canAccessAllUsers, canAccessUser } from '../../core/state/users/permissions.ts'
import { isAdministrator, isGuest, isOwner, Role, type UserRecord } from '../../core/state/users/record.ts'
import { presentationFor, type WireUser, wireAvatar, wireUser } from '../../core/state/users/wire.ts'
import { user } from '../../core/state/wire/user.ts'
import { everyone } from './everyone.ts'
import { slice } from './slice.ts'

/** Everyone in the organization, and who the reader is. */
export const users = slice({
  wantedBy: 'realm_user',
  response: {
    realm_users: z.array(user),
    realm_non_active_users: z.array(user),
    cross_realm_bots: z.array(user.extend({ is_system_bot: z.boolean() })),
    user_id: z.int(),
    email: z.string(),
    delivery_email: z.string(),
    full_name: z.string(),
    is_owner: z.boolean(),
    is_admin: z.boolean(),
    is_moderator: z.boolean(),
    is_guest: z.boolean(),
    avatar_source: z.string(),
    avatar_url: z.string(),
    avatar_url_medium: z.string(),
    can_create_streams: z.boolean(),
    can_create_public_streams: z.boolean(),
    can_create_private_streams: z.boolean(),
    can_create_web_public_streams: z.boolean(),
    can_subscribe_other_users: z.boolean(),
    can_invite_others_to_realm: z.boolean(),
  },
  read: ({ view, user: reader, request, config }) => {
    const told = (one: UserRecord) => wireUser(one, presentationFor(reader, one, request.clientGravatar))
    const lists = canAccessAllUsers(view, reader)
      ? everyone(view, reader, request.clientGravatar)
      : guestDmPartners(
          view,
          reader,
          told,
          request.capabilities.user_list_incomplete ?? false,
          config.rootUrl,
        )
    const may = (permission: 'can_add_subscribers_group' | 'can_invite_users_group') =>
      isPermitted(view, REALM_PERMISSIONS[permission], view.record.settings[permission], reader)
    const rest = {
      cross_realm_bots: [...view.users.systemBots].map((bot) => ({
        ...told(bot),
        is_system_bot: true,
      })),
      user_id: reader.id,
      email: reader.email,
      delivery_email: reader.deliveryEmail,
      full_name: reader.fullName,
      is_owner: isOwner(reader),
      is_admin: isAdministrator(reader),
      is_moderator: reader.role === Role.moderator,
      is_guest: isGuest(reader),
      ...wireAvatar(reader),
      can_create_streams: canCreatePublicChannels(view, reader) || canCreatePrivateChannels(view, reader),
      can_create_public_streams: canCreatePublicChannels(view, reader),
      can_create_private_streams: canCreatePrivateChannels(view, reader),
      can_create_web_public_streams: canCreateWebPublicChannels(view, reader),
      can_subscribe_other_users: may('can_add_subscribers_group'),
      can_invite_others_to_realm: may('can_invite_users_group'),
    }
    return async (sql) => {
      const { active, inactive } = await lists(() => profilesOf(sql, view.record.id))
      return { ...rest, realm_users: active, realm_non_active_users: inactive }
    }
  },
})

/**
 * Whom a guest is told of who may not know of everyone. spec.md `user_list_incomplete`: clients that do not know it
 * are told something in place of the others.
 */
function guestDmPartners(
  view: RealmView,
  reader: UserRecord,
  told: (one: UserRecord) => WireUser,
  isIncomplete: boolean,
  rootUrl: string,
) {
  const users = [...view.users]
  const known = users.filter((one) => canAccessUser(view, reader, one))
  const wire = (active: boolean) =>
    known.filter((one) => one.isActive === active).map((one) => [one, told(one)] as const)
  const [active, inactive] = [wire(true), wire(false)]
  const strangers = isIncomplete
    ? []
    : users
        .filter((one) => !canAccessUser(view, reader, one))
        .map((one) => wireInaccessible(view, one.id, rootUrl))
  return async (profiles: () => Promise<ReadonlyMap<UserId, ProfileData>>) => {
    const values = await profiles()
    const full = (list: typeof active) =>
      list.map(([one, wired]) => ({ ...wired, ...withProfile(one, values) }))
    return { active: [...full(active), ...strangers], inactive: full(inactive) }
  }
}
