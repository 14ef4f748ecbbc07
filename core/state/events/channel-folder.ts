import { z } from 'zod'
import { channelFolder } from '../wire/channel-folder.ts'
import type { EventDeclarations } from './event.ts'

export const channelFolderEvents = {
  'channel_folder/add': {
    receivedBy: 'Everyone in the organization.',
    fields: { channel_folder: channelFolder },
  },
  'channel_folder/update': {
    receivedBy: 'Everyone in the organization.',
    fields: {
      channel_folder_id: z.int(),
      data: z.object({
        name: z.string().optional(),
        description: z.string().optional(),
        rendered_description: z.string().optional(),
        is_archived: z.boolean().optional(),
      }),
    },
  },
  'channel_folder/reorder': {
    receivedBy: 'Everyone in the organization.',
    fields: { order: z.array(z.int()).readonly() },
  },
} as const satisfies EventDeclarations
