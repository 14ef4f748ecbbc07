import { ApiError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { canPost, canSeeChannel, canSendToChannel } from '../../state/channels/permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isNameFor } from '../../state/users/find.ts'
import type { UserRecord } from '../../state/users/record.ts'

/** A channel or a user as a request names it: by name or e-mail address, or by id. */
export type Named = string | number

/**
 * The channel a message is sent to. Throws STREAM_DOES_NOT_EXIST, the same for a channel that does not
 * exist and one the sender may not know of, and BAD_REQUEST for one the sender may not send to. A guest gets the
 * latter for a public channel too, with no more of its name than the guest gave.
 */
export function channelToSendTo(realm: RealmState, sender: UserRecord, to: Named): ChannelRecord {
  const channel = typeof to === 'number' ? realm.channels.get(to) : realm.channels.byName(to.trim())
  if (channel === undefined) throw noSuchChannel(to)
  if (!canSeeChannel(realm, sender, channel)) {
    const isPublic = !channel.isPrivate && !channel.isArchived
    throw isPublic ? notAuthorized(typeof to === 'number' ? to : channel.name) : noSuchChannel(to)
  }
  if (!canPost(realm, sender, channel)) {
    throw new ApiError('You do not have permission to post in this channel.')
  }
  if (!canSendToChannel(realm, sender, channel)) {
    throw notAuthorized(channel.name)
  }
  return channel
}

const notAuthorized = (channel: Named): ApiError =>
  new ApiError(`Not authorized to send to channel '${channel}'`)

export function noSuchChannel(to: Named): ApiError {
  return typeof to === 'number'
    ? new ApiError(`Channel with ID '${to}' does not exist`, {
        code: 'STREAM_DOES_NOT_EXIST',
        extra: { stream_id: to },
      })
    : new ApiError(`Channel '${to}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', extra: { stream: to } })
}

/** The participants of a direct message: recipients and sender, ascending. Throws when one is not there any more. */
export function directParticipants(realm: RealmState, sender: UserRecord, to: readonly Named[]): UserId[] {
  if (to.length === 0) throw new ApiError('Message must have recipients!')
  const ids = new Set<UserId>([sender.id])
  for (const named of to) {
    const user = typeof named === 'number' ? realm.users.get(named) : realm.users.byEmail(named.trim())
    if (user === undefined || (typeof named === 'string' && !isNameFor(realm, sender, user, named))) {
      throw new ApiError(typeof named === 'number' ? `Invalid user ID ${named}` : `Invalid email '${named}'`)
    }
    if (!user.isActive) throw new ApiError(`'${user.email}' is no longer using Loquat.`)
    ids.add(user.id)
  }
  return [...ids].sort((a, b) => a - b)
}
