import Compass from 'lucide/dist/esm/icons/compass.mjs'
import type { ComponentType } from 'preact'
import { CHANNEL_PARTS, type ChannelPart, channelHash, hashOf } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { canReadChannel } from '../store/derived/channel-access.ts'
import { useStore } from '../store/use-store.ts'
import '../forms/settings.css'
import { ViewBar } from '../parts/view-bar.tsx'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { t } from '../texts/texts.ts'
import './channel-view.css'
import { General } from './general.tsx'
import { PermissionList } from './permission-list.tsx'
import { Personal } from './personal.tsx'
import { SubscribeButton } from './subscribe-button.tsx'
import { Subscribers } from './subscribers.tsx'
import { texts } from './texts.ts'
import { Topics } from './topics.tsx'

const PARTS: Readonly<Record<ChannelPart, ComponentType<{ channel: KnownChannel }>>> = {
  general: General,
  topics: Topics,
  permissions: PermissionList,
  personal: Personal,
  subscribers: Subscribers,
}

/** A channel's own view: its description, the reader's settings of it, and its subscribers. */
export function ChannelView({ id, part }: { id: number; part: ChannelPart }) {
  const store = useStore()
  const channel = store.allChannels.value.get(id)
  if (channel === undefined) {
    return (
      <Blank icon={Compass} title={t.noSuchChannel} hint={t.noSuchChannelHint} isWholeView>
        <a class="button" href="#channels">
          {texts.browse}
        </a>
      </Blank>
    )
  }
  const Part = PARTS[part]
  const address = canReadChannel(store, id)
    ? hashOf({ kind: 'channel', channel: id }, channel.name)
    : undefined
  return (
    <>
      <ViewBar>
        <h1>
          <ChannelMark channel={store.channels.value.get(id) ?? channel} />
          {address === undefined ? (
            <span class="ellipsis" dir="auto">
              {channel.name}
            </span>
          ) : (
            <a class="ellipsis" dir="auto" href={address}>
              {channel.name}
            </a>
          )}
        </h1>
        <span class="channel-actions">
          {address && (
            <a class="button" href={address}>
              {texts.openChannel}
            </a>
          )}
          <SubscribeButton channel={channel} />
        </span>
      </ViewBar>
      <div class="settings of-channel" data-scroller>
        <nav aria-label={texts.parts}>
          {CHANNEL_PARTS.map((name) => (
            <a
              key={name}
              href={channelHash(id, channel.name, name)}
              aria-current={name === part ? 'page' : undefined}
            >
              {texts[name]}
            </a>
          ))}
        </nav>
        <div key={`${id} ${part}`} class="part">
          <Part channel={channel} />
        </div>
      </div>
    </>
  )
}
