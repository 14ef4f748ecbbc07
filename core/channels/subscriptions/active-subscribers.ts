import { type Audience, encodeAudience } from '../../platform/events/audience.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { audiencesOf } from '../presenting/audience.ts'
import { channelVisibility } from '../presenting/visibility.ts'

/**
 * Emits that a deactivated account is no longer a subscriber of its channels, or that a reactivated one is a
 * subscriber again; in the caller's transaction, which has locked the organization. One event covers all
 * channels with the same audience.
 */
export function emitActivity(tx: Tx, realm: RealmState, user: UserRecord, isActive: boolean): void {
  const events = new Map<string, { audience: Audience; isArchived: boolean; channels: ChannelId[] }>()
  for (const id of realm.membership.channelsOf(user.id)) {
    const channel = realm.channels.get(id)
    if (channel === undefined) continue
    const { isArchived } = channel
    for (const audience of audiencesOf(realm, channel, [user.id])) {
      const key = `${isArchived} ${encodeAudience(audience)}`
      const event = events.get(key)
      if (event === undefined) events.set(key, { audience, isArchived, channels: [id] })
      else event.channels.push(id)
    }
  }
  const op = isActive ? 'peer_add' : 'peer_remove'
  for (const { audience, isArchived, channels } of events.values()) {
    const peers = { stream_ids: channels, user_ids: [user.id], ...channelVisibility({ isArchived }) }
    tx.emit({ type: 'subscription', op, ...peers }, audience)
  }
}
