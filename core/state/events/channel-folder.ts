import { z } from 'zod'
import { channelFolder } from '../wire/channel-folder.ts'
import type { EventDeclarations } from './event.ts'

export const channelFolderEvents = {
  'channel_folder/add': {
    sentWhen: 'A channel folder was created.',
    receivedBy: 'Everyone in the organization.',
    fields: { channel_folder: channelFolder },
  },
  'channel_folder/update': {
    sentWhen: 'A channel folder was renamed, described anew, archived or restored.',
    receivedBy: 'Everyone in the organization.',
    fields: {
      channel_folder_id: z.int().describe('The id of the folder.'),
      data: z
        .object(channelFolder.shape)
        .pick({ name: true, description: true, rendered_description: true, is_archived: true })
        .partial()
        .describe('The properties that changed.'),
    },
  },
  'channel_folder/reorder': {
    sentWhen: 'The order of the channel folders changed.',
    receivedBy: 'Everyone in the organization.',
    fields: { order: z.array(z.int()).readonly().describe('The ids of all folders in their new order.') },
  },
} as const satisfies EventDeclarations
