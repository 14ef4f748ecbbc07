import { useComputed } from '@preact/signals'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { route } from '../model/current-route.ts'
import type { Subscription } from '../model/wire.ts'
import { Icon } from '../parts/icon.tsx'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { useStore } from '../store/use-store.ts'
import { collator } from '../texts/collator.ts'
import { t } from '../texts/texts.ts'
import { SidebarChannel } from './sidebar-channel.tsx'

/** Pixels of a line. */
const LINE = 28

const byName = (a: Subscription, b: Subscription) => collator.compare(a.name, b.name)

/** Pinned channels, then the others; muted ones last. */
export function ChannelSection() {
  const store = useStore()
  const sections = useComputed(() => {
    const all = [...store.channels.value.values()].filter((channel) => !channel.is_archived).sort(byName)
    const others = all.filter((one) => !one.pin_to_top)
    return [
      { name: t.pinned, channels: all.filter((channel) => channel.pin_to_top) },
      { name: t.channels, channels: others.sort((a, b) => Number(a.is_muted) - Number(b.is_muted)) },
    ].filter(({ name, channels }) => channels.length > 0 || name === t.channels)
  })
  const chosen = useComputed(() => {
    const { value } = route
    if (value.view !== 'messages' || !('channel' in value.narrow)) return undefined
    return store.channels.value.get(value.narrow.channel)
  })
  return (
    <>
      {sections.value.map(({ name, channels }) => (
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
          <LazyRows rows={channels} rowHeight={LINE} chosen={chosen.value}>
            {(channel) => <SidebarChannel key={channel.stream_id} channel={channel} />}
          </LazyRows>
        </section>
      ))}
    </>
  )
}
