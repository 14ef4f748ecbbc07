import type { IconNode } from 'lucide'
import Bell from 'lucide/dist/esm/icons/bell.mjs'
import BellOff from 'lucide/dist/esm/icons/bell-off.mjs'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import Link from 'lucide/dist/esm/icons/link.mjs'
import List from 'lucide/dist/esm/icons/list.mjs'
import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import Pin from 'lucide/dist/esm/icons/pin.mjs'
import Settings from 'lucide/dist/esm/icons/settings-2.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { useRef } from 'preact/hooks'
import { leave } from '../channel/leave.ts'
import type { Narrow } from '../model/narrow.ts'
import { channelHash, hashOf } from '../model/route.ts'
import { copy } from '../parts/copy.ts'
import { overlay } from '../parts/floating/overlay.ts'
import { Icon } from '../parts/icon.tsx'
import { channelOf } from '../store/derived/channel-access.ts'
import { channelName } from '../store/derived/names.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { attempt } from '../store/verbs/notice.ts'
import { FOLLOWED, INHERITED, MUTED, setTopicPolicy, UNMUTED } from '../store/verbs/set-topic-policy.ts'
import { t } from '../texts/texts.ts'

interface Entry {
  readonly name: string
  readonly icon: IconNode
  readonly act: () => unknown
  readonly isDangerous?: boolean
}

/** The actions for the shown topic or channel. */
export function PlaceMenu({ narrow }: { narrow: Narrow & { kind: 'topic' | 'channel' } }) {
  const store = useStore()
  const menu = useRef<HTMLDivElement>(null)
  const entries =
    narrow.kind === 'topic' ? topicEntries(store, narrow) : channelEntries(store, narrow.channel)
  return (
    <>
      <button
        type="button"
        class="icon-button place-menu-button"
        popovertarget="place-menu"
        aria-label={narrow.kind === 'topic' ? t.topicMenu : t.channelMenu}
      >
        <Icon node={Ellipsis} size={18} />
      </button>
      <div ref={menu} id="place-menu" class="menu place-menu" popover="auto">
        {entries.map(({ name, icon, act, isDangerous }) => (
          <button
            key={name}
            type="button"
            class={isDangerous ? 'dangerous' : ''}
            onClick={() => {
              menu.current!.hidePopover()
              act()
            }}
          >
            <Icon node={icon} />
            {name}
          </button>
        ))}
      </div>
    </>
  )
}

function topicEntries(store: Store, { channel, topic }: Narrow & { kind: 'topic' }): Entry[] {
  const policy = store.policyOf(channel, topic)
  const isMuted = store.isTopicMuted(channel, topic)
  const isChannelMuted = store.channels.value.get(channel)?.is_muted ?? false
  const set = (value: typeof INHERITED) => attempt(setTopicPolicy(channel, topic, value))
  return [
    policy === FOLLOWED
      ? { name: t.unfollowTopic, icon: Bell, act: () => set(INHERITED) }
      : { name: t.followTopic, icon: Bell, act: () => set(FOLLOWED) },
    isMuted
      ? { name: t.unmuteTopic, icon: BellOff, act: () => set(isChannelMuted ? UNMUTED : INHERITED) }
      : { name: t.muteTopic, icon: BellOff, act: () => set(MUTED) },
    {
      name: t.markAllRead,
      icon: CheckCheck,
      act: () => attempt(server.call('POST /mark_topic_as_read', { stream_id: channel, topic_name: topic })),
    },
    copyLink(store, { kind: 'topic', channel, topic }),
    ...(isAdministrator(store)
      ? [
          {
            name: t.deleteTopic,
            icon: Trash,
            isDangerous: true,
            act: () => {
              overlay.value = { kind: 'delete-topic', channel, topic }
            },
          },
        ]
      : []),
  ]
}

function channelEntries(store: Store, id: number): Entry[] {
  const channel = channelOf(store, id)
  if (channel === undefined) return []
  const isSubscribed = store.channels.value.has(id)
  const set = (property: 'is_muted' | 'pin_to_top', value: boolean) =>
    attempt(
      server.call(
        'POST /users/me/subscriptions/properties',
        { subscription_data: [{ stream_id: id, property, value }] },
        { isRepeatable: true },
      ),
    )
  const own: Entry[] = [
    {
      name: channel.pin_to_top ? t.unpinChannel : t.pinChannel,
      icon: Pin,
      act: () => set('pin_to_top', !channel.pin_to_top),
    },
    {
      name: channel.is_muted ? t.unmuteChannel : t.muteChannel,
      icon: BellOff,
      act: () => set('is_muted', !channel.is_muted),
    },
    {
      name: t.markAllRead,
      icon: CheckCheck,
      act: () => attempt(server.call('POST /mark_stream_as_read', { stream_id: id })),
    },
  ]
  const unsubscribe: Entry = { name: t.unsubscribe, icon: LogOut, act: () => leave(channel) }
  return [
    ...(isSubscribed ? own : []),
    copyLink(store, { kind: 'channel', channel: id }),
    {
      name: t.moreTopics,
      icon: List,
      act: () => {
        location.hash = channelHash(id, channel.name, 'topics')
      },
    },
    {
      name: t.channelSettings,
      icon: Settings,
      act: () => {
        location.hash = channelHash(id, channel.name)
      },
    },
    ...(isSubscribed ? [unsubscribe] : []),
  ]
}

const copyLink = (store: Store, narrow: Narrow & { channel: number }): Entry => ({
  name: t.copyLink,
  icon: Link,
  act: async () => {
    const hash = hashOf(narrow, channelName(store, narrow.channel))
    await copy(`${location.origin}/${hash}`, t.linkCopied)
  },
})
