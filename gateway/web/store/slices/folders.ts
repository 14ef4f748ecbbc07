import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

export type Folder = Registration['channel_folders'][number]

const inOrder = (folders: readonly Folder[]): readonly Folder[] =>
  [...folders].sort((a, b) => a.order - b.order || a.id - b.id)

/** The folders of channels in their order, archived ones too. */
export const folders = slice<readonly Folder[]>({
  from: ({ channel_folders }) => inOrder(channel_folders),
  apply: (state, event) => {
    if (event.type !== 'channel_folder') return state
    if (event.op === 'add') return inOrder([...state, event.channel_folder])
    if (event.op === 'update') {
      const { channel_folder_id, data } = event
      return state.map((folder) =>
        folder.id === channel_folder_id ? ({ ...folder, ...data } as Folder) : folder,
      )
    }
    return inOrder(state.map((folder) => ({ ...folder, order: event.order.indexOf(folder.id) })))
  },
})
