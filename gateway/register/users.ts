import { canCreateChannels, canSubscribeOthers } from '../../core/channels/permissions.ts'
import { isAdministrator, isGuest, isOwner, Role } from '../../core/users/record.ts'
import { avatarUrl, wireUser } from '../../core/users/wire.ts'
import type { Slice } from './slice.ts'

/** Everyone in the organization, and who the reader is. */
export const users: Slice = {
  wantedBy: 'realm_user',
  read: ({ view, user, request }) => {
    const everyone = [...view.users]
    const wire = (active: boolean) =>
      everyone.filter((one) => one.isActive === active).map((one) => wireUser(one, request.clientGravatar))
    const avatar = avatarUrl(user)
    return {
      realm_users: wire(true),
      realm_non_active_users: wire(false),
      cross_realm_bots: [],
      user_id: user.id,
      email: user.email,
      delivery_email: user.deliveryEmail,
      full_name: user.fullName,
      is_owner: isOwner(user),
      is_admin: isAdministrator(user),
      is_moderator: user.role === Role.moderator,
      is_guest: isGuest(user),
      avatar_source: 'G',
      avatar_url: avatar,
      avatar_url_medium: `${avatar}&s=500`,
      can_create_streams: canCreateChannels(user),
      can_create_public_streams: canCreateChannels(user),
      can_create_private_streams: canCreateChannels(user),
      can_create_web_public_streams: false,
      can_subscribe_other_users: canSubscribeOthers(user),
    }
  },
}
