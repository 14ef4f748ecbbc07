import BellOff from 'lucide/dist/esm/icons/bell-off.mjs'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import List from 'lucide/dist/esm/icons/list.mjs'
import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import Pin from 'lucide/dist/esm/icons/pin.mjs'
import Settings from 'lucide/dist/esm/icons/settings-2.mjs'
import { leave } from '../channel/leave.ts'
import type { MenuItem } from '../message/overlays/message-menu-items.ts'
import { channelHash } from '../model/route.ts'
import { channelOf } from '../store/derived/channel-access.ts'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'
import { attempt } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'
import { copyLink } from './conversation-menu-items.ts'

/** What can be done with a channel, the most common first. */
export function channelItems(store: Store, id: number): readonly MenuItem[] {
  const channel = channelOf(store, id)
  if (channel === undefined) return []
  const isSubscribed = store.channels.value.has(id)
  const set = (property: 'is_muted' | 'pin_to_top', value: boolean) => () =>
    attempt(
      store,
      server.call(
        'POST /users/me/subscriptions/properties',
        { subscription_data: [{ stream_id: id, property, value }] },
        { isRepeatable: true },
      ),
    )
  const go = (part: 'topics' | 'general') => () => {
    location.hash = channelHash(id, channel.name, part)
  }
  const own: MenuItem[] = [
    {
      text: channel.pin_to_top ? t.unpinChannel : t.pinChannel,
      icon: Pin,
      act: set('pin_to_top', !channel.pin_to_top),
    },
    {
      text: channel.is_muted ? t.unmuteChannel : t.muteChannel,
      icon: BellOff,
      act: set('is_muted', !channel.is_muted),
    },
    {
      text: t.markAllRead,
      icon: CheckCheck,
      act: () => attempt(store, server.call('POST /mark_stream_as_read', { stream_id: id })),
    },
  ]
  return [
    ...(isSubscribed ? own : []),
    copyLink(store, { kind: 'channel', channel: id }),
    { text: t.moreTopics, icon: List, act: go('topics') },
    { text: t.channelSettings, icon: Settings, act: go('general') },
    ...(isSubscribed ? [{ text: t.unsubscribe, icon: LogOut, act: () => leave(store, channel) }] : []),
  ]
}
