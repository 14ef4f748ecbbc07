import { z } from 'zod'
import { foldersOf } from '../../core/channels/folders/folders.ts'
import { SPECTATOR } from '../../core/state/users/spectator.ts'
import { channelFolder } from '../../core/state/wire/channel-folder.ts'
import { slice } from './slice.ts'

/** All channel folders in display order, including archived ones. */
export const channelFolders = slice({
  selectedBy: 'channel_folders',
  response: {
    channel_folders: z
      .array(channelFolder)
      .describe('All channel folders in their order, archived ones too. None without an account.'),
  },
  read:
    ({ view, user }) =>
    async (sql) => ({ channel_folders: user === SPECTATOR ? [] : await foldersOf(sql, view.record.id) }),
})
