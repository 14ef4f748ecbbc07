import type { Subscription } from '../../model/wire.ts'
import type { KnownChannel } from '../slices/all-channels.ts'
import { isInGroup } from '../slices/message-rules.ts'
import type { Store } from '../state/store.ts'
import { GUEST, roleOfReader } from './roles.ts'

/** A channel that the reader sees, with the settings of a subscriber if the reader is one. */
export type SeenChannel = KnownChannel & Partial<Pick<Subscription, 'color' | 'is_muted' | 'pin_to_top'>>

/** Undefined for a channel that the reader does not see. */
export const channelOf = (store: Store, id: number): SeenChannel | undefined =>
  store.channels.value.get(id) ?? store.allChannels.value.get(id)

/** Whether the reader may read a channel, subscribed or not, as far as the state tells. */
export function canReadChannel(store: Store, id: number): boolean {
  if (store.channels.value.has(id)) return true
  const channel = store.allChannels.value.get(id)
  if (channel === undefined) return false
  if (channel.is_web_public) return true
  if (store.isSpectator || roleOfReader(store) >= GUEST) return false
  return (
    !channel.invite_only ||
    [channel.can_subscribe_group, channel.can_add_subscribers_group].some((group) =>
      isInGroup(store.groups.value, group, store.me),
    )
  )
}
