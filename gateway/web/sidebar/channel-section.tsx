import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { useStore } from '../app/use-store.ts'
import { Icon } from '../parts/icon.tsx'
import type { Subscription } from '../store/wire.ts'
import { t } from '../texts/texts.ts'
import { SidebarChannel } from './sidebar-channel.tsx'

const byName = (a: Subscription, b: Subscription) => a.name.localeCompare(b.name)

/** Pinned channels, then the others; muted ones last. */
export function ChannelSection() {
  const store = useStore()
  const all = [...store.channels.value.values()].filter((channel) => !channel.is_archived).sort(byName)
  const sections = [
    { name: t.pinned, channels: all.filter((channel) => channel.pin_to_top) },
    {
      name: t.channels,
      channels: all.filter((one) => !one.pin_to_top).sort((a, b) => Number(a.is_muted) - Number(b.is_muted)),
    },
  ]
  return (
    <>
      {sections
        .filter(({ name, channels }) => channels.length > 0 || name === t.channels)
        .map(({ name, channels }) => (
          <section key={name}>
            <h2>
              {name}
              {name === t.channels && !store.isSpectator && (
                <a class="browse" href="#channels" aria-label={t.browseChannels} title={t.browseChannels}>
                  <Icon node={Plus} />
                </a>
              )}
            </h2>
            {channels.length === 0 && <p class="nothing">{t.noChannels}</p>}
            <ul>
              {channels.map((channel) => (
                <SidebarChannel key={channel.stream_id} channel={channel} />
              ))}
            </ul>
          </section>
        ))}
    </>
  )
}
