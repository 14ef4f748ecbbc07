import { hashOf } from '../model/route.ts'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { ChannelDescription } from '../views/channel-description.tsx'
import '../views/channels-view.css'
import '../parts/lines.css'
import { ViewBar } from '../parts/view-bar.tsx'

const { spectating: texts } = t

/** The organization and its web-public channels. */
export function SpectatorStart() {
  const store = useStore()
  const { name, description } = store.realm.value
  const channels = [...store.channels.value.values()].sort((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <ViewBar>
        <h1>{name}</h1>
      </ViewBar>
      <div class="lines spectator-start">
        {description && <p>{description}</p>}
        <h2>{texts.openChannels}</h2>
        <ul>
          {channels.map((channel) => (
            <li key={channel.stream_id} class="channel-line">
              <a class="about" href={hashOf({ kind: 'channel', channel: channel.stream_id }, channel.name)}>
                <span class="name">
                  <ChannelMark channel={channel} />
                  <span class="ellipsis">{channel.name}</span>
                </span>
                <ChannelDescription html={channel.rendered_description} />
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
