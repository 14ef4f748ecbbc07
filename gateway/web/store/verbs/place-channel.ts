import { server } from '../requests/server.ts'
import type { Store } from '../state/store.ts'
import { attempt } from './notice.ts'

/** A part of the sidebar, as far as a channel in it knows. */
interface PartOfSidebar {
  readonly kind: 'pinned' | 'folder' | 'others'
  readonly folder?: { readonly id: number } | undefined
}

/**
 * Puts a channel into a part of the sidebar: pins it for the reader, or moves it into a folder or out of its
 * folder for everybody. Shows the server's refusal as a notice.
 */
export async function placeChannel(store: Store, id: number, group: PartOfSidebar): Promise<void> {
  const channel = store.channels.peek().get(id)
  if (channel === undefined) return
  const isPinned = group.kind === 'pinned'
  if (channel.pin_to_top !== isPinned) {
    const change = { stream_id: id, property: 'pin_to_top', value: isPinned } as const
    const call = server.call(
      'POST /users/me/subscriptions/properties',
      { subscription_data: [change] },
      { isRepeatable: true },
    )
    if (!(await attempt(store, call))) return
  }
  if (isPinned) return
  const folder = group.folder?.id ?? null
  if ((channel.folder_id ?? null) === folder) return
  await attempt(
    store,
    server.call('PATCH /streams/{stream_id}', { stream_id: id, folder_id: folder }, { isRepeatable: true }),
  )
}

/** Puts a folder before another one, for everybody. */
export async function placeFolder(store: Store, id: number, before: number): Promise<void> {
  if (id === before) return
  const others = store.folders.peek().flatMap((folder) => (folder.id === id ? [] : [folder.id]))
  const order = others.flatMap((other) => (other === before ? [id, other] : [other]))
  await attempt(store, server.call('PATCH /channel_folders', { order }, { isRepeatable: true }))
}
