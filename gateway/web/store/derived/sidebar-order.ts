import type { Route } from '../../model/route.ts'
import { collator } from '../../texts/collator.ts'
import type { Store } from '../state/store.ts'
import { canReadChannel, type SeenChannel } from './channel-access.ts'

/** A part of the sidebar with channels. */
export interface ChannelGroupOfSidebar {
  readonly kind: 'pinned' | 'others'
  readonly channels: readonly SeenChannel[]
}

/** The channel of the shown place. */
export const channelIn = (route: Route): number | undefined =>
  route.view === 'messages' && 'channel' in route.narrow ? route.narrow.channel : undefined

/**
 * The channels in the order of the sidebar: pinned ones, then the others; muted ones last. An open channel
 * has its place also without a subscription.
 */
export function sidebarOrder(store: Store, route: Route): readonly ChannelGroupOfSidebar[] {
  const own: SeenChannel[] = [...store.channels.value.values()].filter((channel) => !channel.is_archived)
  const all = [...own, ...visited(store, route)].sort((a, b) => collator.compare(a.name, b.name))
  const others = all.filter((one) => !one.pin_to_top)
  const groups: ChannelGroupOfSidebar[] = [
    { kind: 'pinned', channels: all.filter((channel) => channel.pin_to_top) },
    { kind: 'others', channels: others.sort((a, b) => Number(a.is_muted) - Number(b.is_muted)) },
  ]
  return groups.filter(({ kind, channels }) => channels.length > 0 || kind === 'others')
}

function visited(store: Store, route: Route): SeenChannel[] {
  const id = channelIn(route)
  if (id === undefined || store.channels.value.has(id) || !canReadChannel(store, id)) return []
  const channel = store.allChannels.value.get(id)
  return channel === undefined ? [] : [{ pin_to_top: false, is_muted: false, ...channel }]
}
