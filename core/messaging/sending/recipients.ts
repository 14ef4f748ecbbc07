import { cannotPost } from '../../channels/errors.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { canPost, canSeeChannel, canSendToChannel } from '../../state/access/channel-permissions.ts'
import { isNameFor } from '../../state/access/find-user.ts'
import { canAccessUser } from '../../state/access/visible-users.ts'
import { noSuchChannel } from '../../state/channels/errors.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { invalidEmail } from '../../state/users/errors.ts'
import type { UserRecord } from '../../state/users/record.ts'
import {
  noRecipients,
  noSuchChannelId,
  noSuchRecipientId,
  notAuthorizedToSend,
  recipientDeactivated,
  recipientsNotAccessible,
} from '../messages/errors.ts'

/** How a request names a channel or a user: by id, or by name or e-mail address. */
export type Named = string | number

/**
 * Returns the channel to send to. Throws STREAM_DOES_NOT_EXIST, the same for a channel that does not exist
 * and one that the sender may not see, and `cannotPost` or `notAuthorizedToSend` for one that the sender may
 * not send to. A guest gets `notAuthorizedToSend` for an unseen public channel too; the error then repeats
 * the id or name that the guest gave.
 */
export function channelToSendTo(realm: RealmState, sender: UserRecord, to: Named): ChannelRecord {
  const channel = typeof to === 'number' ? realm.channels.get(to) : realm.channels.byName(to.trim())
  if (channel === undefined) throw noChannelNamed(to)
  if (!canSeeChannel(realm, sender, channel)) {
    const isPublic = !channel.isPrivate && !channel.isArchived
    throw isPublic ? notAuthorizedToSend(typeof to === 'number' ? to : channel.name) : noChannelNamed(to)
  }
  if (!canPost(realm, sender, channel)) throw cannotPost()
  if (!canSendToChannel(realm, sender, channel)) throw notAuthorizedToSend(channel.name)
  return channel
}

const noChannelNamed = (to: Named): ApiError =>
  typeof to === 'number' ? noSuchChannelId(to) : noSuchChannel(to)

/**
 * Returns the participants of a direct message, recipients and sender, ascending by id. Throws when there are
 * no recipients, when one does not exist or the sender may not name it so, when the sender cannot see one,
 * and when one is deactivated.
 */
export function directParticipants(realm: RealmState, sender: UserRecord, to: readonly Named[]): UserId[] {
  if (to.length === 0) throw noRecipients()
  const ids = new Set<UserId>([sender.id])
  const current = realm.users.get(sender.id) ?? sender
  for (const named of to) {
    const user = typeof named === 'number' ? realm.users.get(named) : realm.users.byEmail(named.trim())
    if (user === undefined || (typeof named === 'string' && !isNameFor(realm, sender, user, named))) {
      throw typeof named === 'number' ? noSuchRecipientId(named) : invalidEmail(named)
    }
    if (!canAccessUser(realm, current, user)) throw recipientsNotAccessible()
    if (!user.isActive) throw recipientDeactivated(user.email)
    ids.add(user.id)
  }
  return [...ids].sort((a, b) => a - b)
}
