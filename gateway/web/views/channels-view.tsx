import { useSignal } from '@preact/signals'
import Hash from 'lucide/dist/esm/icons/hash.mjs'
import { useMemo } from 'preact/hooks'
import { hashOf } from '../app/route.ts'
import { useStore } from '../app/use-store.ts'
import { plain } from '../compose/completion/rank.ts'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { textOfHtml } from '../parts/text-of-html.ts'
import type { KnownChannel } from '../store/all-channels.ts'
import { attempt } from '../store/notice.ts'
import { server } from '../store/server.ts'
import { t } from '../texts/texts.ts'
import './channels-view.css'
import { ViewBar } from './view-bar.tsx'
import './lines.css'

/** Every channel that the reader can see. One click subscribes or unsubscribes. */
export function ChannelsView() {
  const store = useStore()
  const filter = useSignal('')
  const asked = plain(filter.value)
  const channels = [...store.allChannels.value.values()]
    .filter(({ is_archived, name }) => !is_archived && plain(name).includes(asked))
    .sort((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <ViewBar>
        <h1>{t.browseChannels}</h1>
        <input
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
      {channels.length === 0 ? (
        <Blank icon={Hash} title={t.noSuchChannels} hint={t.noSuchChannelsHint} />
      ) : (
        <ul class="lines channels">
          {channels.map((channel) => (
            <ChannelLine key={channel.stream_id} channel={channel} />
          ))}
        </ul>
      )}
    </>
  )
}

function ChannelLine({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { stream_id: id, name, rendered_description } = channel
  const description = useMemo(() => textOfHtml(rendered_description), [rendered_description])
  const subscription = store.channels.value.get(id)
  const isSubscribed = subscription !== undefined
  const toggle = () =>
    attempt(
      isSubscribed
        ? server.call('DELETE /users/me/subscriptions', { subscriptions: [name] }, { isRepeatable: true })
        : server.call('POST /users/me/subscriptions', { subscriptions: [{ name }] }, { isRepeatable: true }),
    )
  const about = (
    <>
      <span class="name">
        <ChannelMark channel={subscription ?? channel} />
        <span class="ellipsis">{name}</span>
      </span>
      {description && <span class="description ellipsis">{description}</span>}
    </>
  )
  return (
    <li class="channel-line">
      {isSubscribed ? (
        <a class="about" href={hashOf({ kind: 'channel', channel: id }, name)}>
          {about}
        </a>
      ) : (
        <span class="about">{about}</span>
      )}
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
