import type { Route } from '../../model/route.ts'
import { collator } from '../../texts/collator.ts'
import type { Folder } from '../slices/folders.ts'
import type { Store } from '../state/store.ts'
import { canReadChannel, type SeenChannel } from './channel-access.ts'

/** A part of the sidebar with channels. */
export interface SidebarGroup {
  /** Stays the same over reloads. */
  readonly key: string
  readonly kind: 'pinned' | 'folder' | 'others'
  readonly folder?: Folder
  readonly channels: readonly SeenChannel[]
}

/** The channel of the shown place. */
export const channelIn = (route: Route): number | undefined =>
  route.view === 'messages' && 'channel' in route.narrow ? route.narrow.channel : undefined

/**
 * The channels in the order of the sidebar: pinned ones, those of each folder, then the others; muted ones
 * last. An open channel has its place also without a subscription.
 */
export function sidebarOrder(store: Store, route: Route): readonly SidebarGroup[] {
  const own: SeenChannel[] = [...store.channels.value.values()].filter((channel) => !channel.is_archived)
  const all = [...own, ...visited(store, route)]
    .sort((a, b) => collator.compare(a.name, b.name))
    .sort((a, b) => Number(a.is_muted ?? false) - Number(b.is_muted ?? false))
  const hasFolders = store.settings.value.web_left_sidebar_show_channel_folders
  const folders = hasFolders ? store.folders.value.filter(({ is_archived }) => !is_archived) : []
  const known = new Set(folders.map(({ id }) => id))
  const folderOf = ({ folder_id }: SeenChannel) =>
    folder_id != null && known.has(folder_id) ? folder_id : undefined
  const unpinned = all.filter((one) => !one.pin_to_top)
  const groups: SidebarGroup[] = [
    { key: 'pinned', kind: 'pinned', channels: all.filter((one) => one.pin_to_top) },
    ...folders.map((folder) => ({
      key: `folder ${folder.id}`,
      kind: 'folder' as const,
      folder,
      channels: unpinned.filter((one) => folderOf(one) === folder.id),
    })),
    { key: 'others', kind: 'others', channels: unpinned.filter((one) => folderOf(one) === undefined) },
  ]
  return groups.filter(({ kind, channels }) => channels.length > 0 || kind === 'others')
}

function visited(store: Store, route: Route): SeenChannel[] {
  const id = channelIn(route)
  if (id === undefined || store.channels.value.has(id) || !canReadChannel(store, id)) return []
  const channel = store.allChannels.value.get(id)
  return channel === undefined ? [] : [{ pin_to_top: false, is_muted: false, ...channel }]
}
