import { useSignal } from '@preact/signals'
import Archive from 'lucide/dist/esm/icons/archive.mjs'
import Hash from 'lucide/dist/esm/icons/hash.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import Settings from 'lucide/dist/esm/icons/settings-2.mjs'
import { useRef } from 'preact/hooks'
import { leave } from '../channel/leave.ts'
import { creatableKinds } from '../channel/permissions.ts'
import { texts } from '../channel/texts.ts'
import { UnarchiveButton } from '../channel/unarchive-button.tsx'
import { Select } from '../forms/controls.tsx'
import { plain } from '../model/rank.ts'
import { CHANNEL_LISTS, type ChannelList, channelHash, hashOf } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { canReadChannel } from '../store/derived/channel-access.ts'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { attempt } from '../store/verbs/notice.ts'
import { collator } from '../texts/collator.ts'
import { t } from '../texts/texts.ts'
import { ChannelDescription } from './channel-description.tsx'
import './channels-view.css'
import { ViewBar } from '../parts/view-bar.tsx'
import '../parts/lines.css'
import { useListedChannels } from './use-listed-channels.ts'

/** Pixels of a line with a description. */
const LINE = 56

const ORDERS = ['name', 'activity', 'subscribers'] as const
type Order = (typeof ORDERS)[number]

/** A channel of the list, with its number of subscribers once it is known. */
interface Shown {
  readonly channel: KnownChannel
  readonly subscribers: number | undefined
}

/** The place of a channel in an order: larger numbers come first. */
const weightOf = ({ channel, subscribers }: Shown, order: Order): number =>
  order === 'activity'
    ? (channel.stream_weekly_traffic ?? 0)
    : order === 'subscribers'
      ? (subscribers ?? 0)
      : 0

/**
 * The channels that the reader can see. One click subscribes or unsubscribes; leaving a private channel asks
 * first.
 */
export function ChannelsView({ list }: { list: ChannelList }) {
  const store = useStore()
  const filter = useSignal('')
  const order = useSignal<Order>('name')
  const filterField = useRef<HTMLInputElement>(null)
  const focus = useListFocus<HTMLDivElement>('button', () => filterField.current)
  const listed = useListedChannels()
  const asked = plain(filter.value)
  const isListed = typeof listed === 'object'
  const known =
    list === 'archived'
      ? isListed
        ? [...listed.values()].filter(({ is_archived }) => is_archived)
        : []
      : [...store.allChannels.value.values()].filter(
          ({ stream_id, is_archived }) =>
            !is_archived &&
            (list === 'all' || store.channels.value.has(stream_id) === (list === 'subscribed')),
        )
  const channels = known
    .filter(({ name }) => plain(name).includes(asked))
    .map(
      (channel): Shown => ({
        channel,
        subscribers: isListed ? listed.get(channel.stream_id)?.subscriber_count : undefined,
      }),
    )
    .sort(
      (a, b) =>
        weightOf(b, order.value) - weightOf(a, order.value) ||
        collator.compare(a.channel.name, b.channel.name),
    )
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
        <span class="list-actions">
          <Select
            ids={{}}
            label={texts.order}
            value={order.value}
            options={ORDERS.map((value) => ({ value, name: texts.orders[value] }))}
            onChange={(chosen) => {
              order.value = chosen
            }}
          />
          <a class="button" href="#channels/folders">
            {texts.folders}
          </a>
          {!store.isSpectator && (
            <a class="button" href="#channels/new">
              {!Object.values(creatableKinds(store)).includes(true) && <Icon node={Lock} size={14} />}
              {t.newChannel}
            </a>
          )}
        </span>
      </nav>
      {channels.length === 0 ? (
        <Nothing list={list} isLoading={listed === undefined} hasFailed={listed === 'failed'} />
      ) : (
        <div class="lines channels" data-scroller {...focus}>
          <LazyRows rows={channels} rowHeight={LINE}>
            {(shown) => <ChannelLine key={shown.channel.stream_id} {...shown} />}
          </LazyRows>
        </div>
      )}
    </>
  )
}

interface NothingProps {
  readonly list: ChannelList
  readonly isLoading: boolean
  readonly hasFailed: boolean
}

function Nothing({ list, isLoading, hasFailed }: NothingProps) {
  if (list !== 'archived') return <Blank icon={Hash} title={t.noSuchChannels} hint={t.noSuchChannelsHint} />
  if (isLoading)
    return (
      <p class="only-heard" role="status">
        {t.loading}
      </p>
    )
  return hasFailed ? (
    <Blank icon={Archive} title={texts.archivedFailed} hint={t.loadFailedHint} />
  ) : (
    <Blank icon={Archive} title={texts.noArchived} hint={texts.noArchivedHint} />
  )
}

function ChannelLine({ channel, subscribers }: Shown) {
  const store = useStore()
  const { stream_id: id, name, rendered_description } = channel
  const subscription = store.channels.value.get(id)
  const isSubscribed = subscription !== undefined
  const toggle = () =>
    isSubscribed
      ? leave(store, channel)
      : attempt(
          store,
          server.call('POST /users/me/subscriptions', { subscriptions: [{ name }] }, { isRepeatable: true }),
        )
  const about = (
    <>
      <span class="name">
        <ChannelMark channel={subscription ?? channel} />
        <span class="ellipsis">{name}</span>
        <span class="facts">
          {subscribers !== undefined && <span>{texts.subscriberCount(subscribers)}</span>}
          {channel.stream_weekly_traffic !== null && (
            <span>{texts.weekly(channel.stream_weekly_traffic)}</span>
          )}
        </span>
      </span>
      <ChannelDescription html={rendered_description} />
    </>
  )
  if (channel.is_archived) {
    return (
      <li class="channel-line">
        <span class="about">{about}</span>
        <UnarchiveButton channel={channel} />
      </li>
    )
  }
  return (
    <li class="channel-line">
      <a
        class="about"
        href={
          canReadChannel(store, id) ? hashOf({ kind: 'channel', channel: id }, name) : channelHash(id, name)
        }
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
