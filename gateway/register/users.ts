import { z } from 'zod'
import {
  canCreatePrivateChannels,
  canCreatePublicChannels,
  canCreateWebPublicChannels,
} from '../../core/channels/permissions.ts'
import { isPermitted, REALM_PERMISSIONS } from '../../core/groups/permission-settings.ts'
import { profilesOf } from '../../core/profile-fields/values.ts'
import { wireInaccessible } from '../../core/users/inaccessible.ts'
import { canAccessAllUsers, canAccessUser } from '../../core/users/permissions.ts'
import { withProfile } from '../../core/users/profile.ts'
import { isAdministrator, isGuest, isOwner, Role, type UserRecord } from '../../core/users/record.ts'
import { avatarUrl, presentationFor, wireUser } from '../../core/users/wire.ts'
import { user } from '../wire/user.ts'
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
    const everyone = [...view.users].filter((one) => canAccessUser(view, reader, one))
    // spec.md user_list_incomplete: without it the others have something in their place.
    const strangers =
      canAccessAllUsers(view, reader) || request.capabilities.user_list_incomplete
        ? []
        : [...view.users]
            .filter((one) => !canAccessUser(view, reader, one))
            .map((one) => wireInaccessible(view, one.id, config.rootUrl))
    const told = (one: UserRecord) => wireUser(one, presentationFor(reader, one, request.clientGravatar))
    const wire = (active: boolean) =>
      everyone.filter((one) => one.isActive === active).map((one) => [one, told(one)] as const)
    const [active, inactive] = [wire(true), wire(false)]
    const avatar = avatarUrl(reader)
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
      avatar_source: 'G',
      avatar_url: avatar,
      avatar_url_medium: `${avatar}&s=500`,
      can_create_streams: canCreatePublicChannels(view, reader) || canCreatePrivateChannels(view, reader),
      can_create_public_streams: canCreatePublicChannels(view, reader),
      can_create_private_streams: canCreatePrivateChannels(view, reader),
      can_create_web_public_streams: canCreateWebPublicChannels(view, reader),
      can_subscribe_other_users: may('can_add_subscribers_group'),
      can_invite_others_to_realm: may('can_invite_users_group'),
    }
    return async (sql) => {
      const profiles = await profilesOf(sql, view.record.id)
      const full = (users: typeof active) =>
        users.map(([one, wired]) => ({ ...wired, ...withProfile(one, profiles) }))
      return { ...rest, realm_users: [...full(active), ...strangers], realm_non_active_users: full(inactive) }
    }
  },
})
