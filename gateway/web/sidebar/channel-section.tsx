import { useComputed } from '@preact/signals'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { route } from '../model/current-route.ts'
import { Icon } from '../parts/icon.tsx'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { canReadChannel, type SeenChannel } from '../store/derived/channel-access.ts'
import { useStore } from '../store/use-store.ts'
import { collator } from '../texts/collator.ts'
import { t } from '../texts/texts.ts'
import { SidebarChannel } from './sidebar-channel.tsx'

/** Pixels of a line. */
const LINE = 28

const byName = (a: SeenChannel, b: SeenChannel) => collator.compare(a.name, b.name)

/** Pinned channels, then the others; muted ones last. */
export function ChannelSection() {
  const store = useStore()
  // An open channel has its place in the list also without a subscription, with its topics.
  const visited = useComputed(() => {
    const { value } = route
    if (value.view !== 'messages' || !('channel' in value.narrow)) return []
    const { channel: id } = value.narrow
    const channel = store.allChannels.value.get(id)
    if (channel === undefined || store.channels.value.has(id) || !canReadChannel(store, id)) return []
    return [{ pin_to_top: false, is_muted: false, ...channel }]
  })
  const sections = useComputed(() => {
    const own = [...store.channels.value.values()].filter((channel) => !channel.is_archived)
    const all = [...own, ...visited.value].sort(byName)
    const others = all.filter((one) => !one.pin_to_top)
    return [
      { name: t.pinned, channels: all.filter((channel) => channel.pin_to_top) },
      { name: t.channels, channels: others.sort((a, b) => Number(a.is_muted) - Number(b.is_muted)) },
    ].filter(({ name, channels }) => channels.length > 0 || name === t.channels)
  })
  const chosen = useComputed(() => {
    const { value } = route
    if (value.view !== 'messages' || !('channel' in value.narrow)) return undefined
    const { channel } = value.narrow
    return [...sections.value.flatMap(({ channels }) => channels)].find((one) => one.stream_id === channel)
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
