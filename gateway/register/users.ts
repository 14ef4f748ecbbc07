import { z } from 'zod'
import { profilesOf, profilesOfUsers } from '../../core/people/profile-fields/values.ts'
import { withProfile } from '../../core/people/users/profile.ts'
import {
  canCreatePrivateChannels,
  canCreatePublicChannels,
  canCreateWebPublicChannels,
} from '../../core/state/access/channel-permissions.ts'
import { wireInaccessible } from '../../core/state/access/inaccessible-users.ts'
import { isPermitted } from '../../core/state/access/permission-setting.ts'
import { canAccessAllUsers, canAccessUser } from '../../core/state/access/visible-users.ts'
import { REALM_PERMISSIONS } from '../../core/state/groups/permission-settings.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import { isAdministrator, isGuest, isOwner, Role, type UserRecord } from '../../core/state/users/record.ts'
import { SPECTATOR } from '../../core/state/users/spectator.ts'
import { presentationFor, type WireUser, wireAvatar, wireUser } from '../../core/state/users/wire.ts'
import { user } from '../../core/state/wire/user.ts'
import { type ReadProfiles, sharedUserList } from './shared-user-list.ts'
import { slice } from './slice.ts'

/** All users of the organization, and the reader's own account. */
export const users = slice({
  selectedBy: 'realm_user',
  response: {
    realm_users: z.array(user).describe('The users who are active, you too. None without an account.'),
    realm_non_active_users: z.array(user).describe('The deactivated users.'),
    cross_realm_bots: z
      .array(user.extend({ is_system_bot: z.boolean().describe('Always true.') }))
      .describe('The bots of the server. None without an account.'),
    user_id: z.int().describe('Your id.'),
    email: z.string().describe('Your email address as everyone sees it.'),
    delivery_email: z.string().describe('Your real email address.'),
    full_name: z.string().describe('Your name.'),
    is_owner: z.boolean().describe('Whether you are an owner.'),
    is_admin: z.boolean().describe('Whether you are an administrator or an owner.'),
    is_moderator: z.boolean().describe('Whether you are a moderator, an administrator or an owner.'),
    is_guest: z.boolean().describe('Whether you are a guest.'),
    avatar_source: z
      .string()
      .describe('`U` for an uploaded avatar, `D` for one of this server, `G` for one of Gravatar.'),
    avatar_url: z.string().describe('The address of your avatar.'),
    avatar_url_medium: z.string().describe('The address of your avatar in a larger size.'),
    can_create_streams: z.boolean().describe('Whether you may create public or private channels.'),
    can_create_public_streams: z.boolean().describe('Whether you may create public channels.'),
    can_create_private_streams: z.boolean().describe('Whether you may create private channels.'),
    can_create_web_public_streams: z.boolean().describe('Whether you may create web-public channels.'),
    can_subscribe_other_users: z
      .boolean()
      .describe('Whether you may subscribe others to all channels that you can read.'),
    can_invite_others_to_realm: z.boolean().describe('Whether you may invite people.'),
  },
  read: ({ view, user: reader, request, config }) => {
    const present = (other: UserRecord) =>
      wireUser(other, presentationFor(reader, other, request.clientGravatar))
    const lists = canAccessAllUsers(view, reader)
      ? sharedUserList(view, reader, request.clientGravatar)
      : visibleUserList(
          view,
          reader,
          present,
          request.capabilities.user_list_incomplete ?? false,
          config.rootUrl,
        )
    const isAllowed = (permission: 'can_add_subscribers_group' | 'can_invite_users_group') =>
      isPermitted(view, REALM_PERMISSIONS[permission], view.record.settings[permission], reader)
    const isSpectator = reader === SPECTATOR
    const rest = {
      cross_realm_bots: isSpectator
        ? []
        : [...view.users.systemBots].map((bot) => ({ ...present(bot), is_system_bot: true })),
      user_id: reader.id,
      email: reader.email,
      delivery_email: reader.deliveryEmail,
      full_name: reader.fullName,
      is_owner: isOwner(reader),
      is_admin: isAdministrator(reader),
      is_moderator: reader.role <= Role.moderator,
      is_guest: isGuest(reader),
      ...wireAvatar(reader),
      can_create_streams: canCreatePublicChannels(view, reader) || canCreatePrivateChannels(view, reader),
      can_create_public_streams: canCreatePublicChannels(view, reader),
      can_create_private_streams: canCreatePrivateChannels(view, reader),
      can_create_web_public_streams: canCreateWebPublicChannels(view, reader),
      can_subscribe_other_users: isAllowed('can_add_subscribers_group'),
      can_invite_others_to_realm: isAllowed('can_invite_users_group'),
    }
    // Each message has all that spectators see of its sender.
    if (isSpectator) return { ...rest, realm_users: [], realm_non_active_users: [] }
    const realm = view.record.id
    return async (sql) => {
      const { active, inactive } = await lists((users) =>
        users === undefined ? profilesOf(sql, realm) : profilesOfUsers(sql, users),
      )
      return { ...rest, realm_users: active, realm_non_active_users: inactive }
    }
  },
})

/**
 * The users whom the reader may access, for a guest with limited access. Clients without the capability
 * `user_list_incomplete` (spec.md) get a placeholder for each other user.
 */
function visibleUserList(
  view: RealmView,
  reader: UserRecord,
  present: (other: UserRecord) => WireUser,
  isIncomplete: boolean,
  rootUrl: string,
) {
  const users = [...view.users]
  const accessible = users.filter((other) => canAccessUser(view, reader, other))
  const wire = (active: boolean) =>
    accessible.filter((other) => other.isActive === active).map((other) => [other, present(other)] as const)
  const [active, inactive] = [wire(true), wire(false)]
  const placeholders = isIncomplete
    ? []
    : users
        .filter((other) => !canAccessUser(view, reader, other))
        .map((other) => wireInaccessible(view, other.id, rootUrl))
  return async (profiles: ReadProfiles) => {
    const values = await profiles()
    const full = (list: typeof active) =>
      list.map(([other, wired]) => ({ ...wired, ...withProfile(other, values) }))
    return { active: [...full(active), ...placeholders], inactive: full(inactive) }
  }
}
