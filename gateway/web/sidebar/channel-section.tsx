import { useComputed } from '@preact/signals'
import ListFilter from 'lucide/dist/esm/icons/list-filter.mjs'
import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { route } from '../model/current-route.ts'
import { Icon } from '../parts/icon.tsx'
import { LazyRows } from '../parts/lazy-rows.tsx'
import type { SeenChannel } from '../store/derived/channel-access.ts'
import { countOfChannel, type PlaceCount } from '../store/derived/counts.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { channelIn, type SidebarGroup, sidebarOrder } from '../store/derived/sidebar-order.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { placeChannel, placeFolder } from '../store/verbs/place-channel.ts'
import { t } from '../texts/texts.ts'
import { DRAGGED_CHANNEL, SidebarChannel } from './sidebar-channel.tsx'
import { SidebarSection } from './sidebar-section.tsx'

/** Pixels of a line. */
const LINE = 28
const DRAGGED_FOLDER = 'application/x-loquat-folder'

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
      {sections.value.map((group) => (
        <SidebarSection
          key={group.key}
          name={nameOf(group)}
          foldKey={group.key}
          sum={sumOf(store, group.channels)}
          controls={group.kind === 'others' && !store.isSpectator && <ChannelControls />}
          drops={{
            [DRAGGED_CHANNEL]: (id) => void placeChannel(store, Number(id), group),
            ...(group.folder && {
              [DRAGGED_FOLDER]: (id: string) => void placeFolder(store, Number(id), group.folder!.id),
            }),
          }}
          dragged={
            group.folder && isAdministrator(store) ? [DRAGGED_FOLDER, String(group.folder.id)] : undefined
          }
        >
          {(isFolded) => <Channels group={group} isFolded={isFolded} chosen={chosen.value} />}
        </SidebarSection>
      ))}
    </>
  )
}

const nameOf = ({ kind, folder }: SidebarGroup): string =>
  folder?.name ?? (kind === 'pinned' ? t.pinned : t.channels)

interface ChannelsProps {
  readonly group: SidebarGroup
  readonly isFolded: boolean
  readonly chosen: SeenChannel | undefined
}

function Channels({ group: { kind, channels }, isFolded, chosen }: ChannelsProps) {
  const store = useStore()
  const isOnlyUnread = store.sidebar.isOnlyUnread.value
  const shown = isFolded
    ? channels.filter((one) => one === chosen)
    : isOnlyUnread
      ? channels.filter((one) => one === chosen || hasUnread(countOfChannel(store, one.stream_id)))
      : channels
  return (
    <>
      {kind === 'others' && shown.length === 0 && !isFolded && (
        <p class="nothing">{isOnlyUnread ? t.noUnreadChannels : t.noChannels}</p>
      )}
      <LazyRows rows={shown} rowHeight={LINE} chosen={chosen}>
        {(channel) => <SidebarChannel key={channel.stream_id} channel={channel} />}
      </LazyRows>
    </>
  )
}

const hasUnread = ({ count, uncounted = 0 }: PlaceCount): boolean => count + uncounted > 0

function sumOf(store: Store, channels: readonly SeenChannel[]): PlaceCount {
  const counts = channels.map(({ stream_id }) => countOfChannel(store, stream_id))
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    uncounted: counts.reduce((sum, { uncounted = 0 }) => sum + uncounted, 0),
    isForYou: false,
    hasMention: counts.some(({ hasMention }) => hasMention),
  }
}

/** Shows only what has unread messages; leads to all channels. */
function ChannelControls() {
  const { isOnlyUnread } = useStore().sidebar
  return (
    <>
      <button
        type="button"
        class="browse"
        aria-pressed={isOnlyUnread.value}
        aria-label={t.onlyUnread}
        title={t.onlyUnread}
        onClick={() => {
          isOnlyUnread.value = !isOnlyUnread.value
        }}
      >
        <Icon node={ListFilter} />
      </button>
      <a class="browse" href="#channels" aria-label={t.browseChannels} title={t.browseChannels}>
        <Icon node={Plus} />
      </a>
    </>
  )
}
