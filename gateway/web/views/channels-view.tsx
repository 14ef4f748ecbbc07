import { useSignal } from '@preact/signals'
import Hash from 'lucide/dist/esm/icons/hash.mjs'
import Settings from 'lucide/dist/esm/icons/settings-2.mjs'
import { useRef } from 'preact/hooks'
import { leave } from '../channel/leave.ts'
import { creatableKinds } from '../channel/permissions.ts'
import { plain } from '../model/rank.ts'
import { CHANNEL_LISTS, type ChannelList, channelHash, hashOf } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { attempt } from '../store/verbs/notice.ts'
import { collator } from '../texts/collator.ts'
import { t } from '../texts/texts.ts'
import { ChannelDescription } from './channel-description.tsx'
import './channels-view.css'
import { ViewBar } from '../parts/view-bar.tsx'
import './lines.css'

/** Pixels of a line with a description. */
const LINE = 56

/**
 * The channels that the reader can see. One click subscribes or unsubscribes; leaving a private channel asks
 * first.
 */
export function ChannelsView({ list }: { list: ChannelList }) {
  const store = useStore()
  const filter = useSignal('')
  const filterField = useRef<HTMLInputElement>(null)
  const focus = useListFocus<HTMLDivElement>('button', () => filterField.current)
  const asked = plain(filter.value)
  const channels = [...store.allChannels.value.values()]
    .filter(({ is_archived, name }) => !is_archived && plain(name).includes(asked))
    .filter(
      ({ stream_id }) => list === 'all' || store.channels.value.has(stream_id) === (list === 'subscribed'),
    )
    .sort((a, b) => collator.compare(a.name, b.name))
  return (
    <>
      <ViewBar>
        <h1>{t.browseChannels}</h1>
        <input
          ref={filterField}
          class="filter"
          type="search"
          value={filter.value}
          aria-label={t.filterChannels}
          placeholder={t.filterChannels}
          onInput={(event) => {
            filter.value = event.currentTarget.value
          }}
        />
      </ViewBar>
      <nav class="channel-lists" aria-label={t.channelLists.name}>
        {CHANNEL_LISTS.map((name) => (
          <a key={name} href={`#channels/${name}`} aria-current={name === list ? 'page' : undefined}>
            {t.channelLists[name]}
          </a>
        ))}
        {Object.values(creatableKinds(store)).includes(true) && (
          <a class="button" href="#channels/new">
            {t.newChannel}
          </a>
        )}
      </nav>
      {channels.length === 0 ? (
        <Blank icon={Hash} title={t.noSuchChannels} hint={t.noSuchChannelsHint} />
      ) : (
        <div class="lines channels" data-scroller {...focus}>
          <LazyRows rows={channels} rowHeight={LINE}>
            {(channel) => <ChannelLine key={channel.stream_id} channel={channel} />}
          </LazyRows>
        </div>
      )}
    </>
  )
}

function ChannelLine({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { stream_id: id, name, rendered_description } = channel
  const subscription = store.channels.value.get(id)
  const isSubscribed = subscription !== undefined
  const toggle = () =>
    isSubscribed
      ? leave(channel)
      : attempt(
          server.call('POST /users/me/subscriptions', { subscriptions: [{ name }] }, { isRepeatable: true }),
        )
  const about = (
    <>
      <span class="name">
        <ChannelMark channel={subscription ?? channel} />
        <span class="ellipsis">{name}</span>
      </span>
      <ChannelDescription html={rendered_description} />
    </>
  )
  return (
    <li class="channel-line">
      <a
        class="about"
        href={isSubscribed ? hashOf({ kind: 'channel', channel: id }, name) : channelHash(id, name)}
      >
        {about}
      </a>
      <a
        class="icon-button"
        href={channelHash(id, name)}
        aria-label={t.settingsOf(name)}
        title={t.settingsOf(name)}
      >
        <Icon node={Settings} />
      </a>
      <button
        type="button"
        class="button"
        aria-label={isSubscribed ? t.unsubscribeFrom(name) : t.subscribeTo(name)}
        onClick={toggle}
      >
        {isSubscribed ? t.unsubscribe : t.subscribe}
      </button>
    </li>
  )
}
