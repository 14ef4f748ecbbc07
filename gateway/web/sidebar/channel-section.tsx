import { useComputed } from '@preact/signals'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { route } from '../model/current-route.ts'
import { Icon } from '../parts/icon.tsx'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { channelIn, sidebarOrder } from '../store/derived/sidebar-order.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { SidebarChannel } from './sidebar-channel.tsx'

/** Pixels of a line. */
const LINE = 28

/** The channels in the order of the sidebar. */
export function ChannelSection() {
  const store = useStore()
  const sections = useComputed(() => sidebarOrder(store, route.value))
  const chosen = useComputed(() => {
    const id = channelIn(route.value)
    return sections.value.flatMap(({ channels }) => channels).find((one) => one.stream_id === id)
  })
  return (
    <>
      {sections.value.map(({ kind, channels }) => (
        <section key={kind}>
          <h2>
            {kind === 'pinned' ? t.pinned : t.channels}
            {kind === 'others' && !store.isSpectator && (
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
