import { z } from 'zod'
import {
  MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH,
  MAX_CHANNEL_FOLDER_NAME_LENGTH,
  MAX_CHANNEL_FOLDERS,
  MAX_ITEMS_PER_REQUEST,
} from '../../../config/limits.ts'
import {
  folderInUse,
  folderNameEmpty,
  folderNameInUse,
  invalidCharacterInFolderName,
  invalidFolderId,
  tooManyFolders,
} from '../../../core/channels/errors.ts'
import {
  changeFolder,
  createFolder,
  foldersOf,
  orderFolders,
} from '../../../core/channels/folders/folders.ts'
import { invalidOrderMapping, tooLong } from '../../../core/platform/errors.ts'
import type { ChannelFolderId } from '../../../core/platform/ids.ts'
import { listTooLarge } from '../../../core/state/shared-lists/errors.ts'
import { channelFolder } from '../../../core/state/wire/channel-folder.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line, path, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

/** The errors of a folder's name and description. */
const textErrors = [
  when('The name is empty.', folderNameEmpty()),
  when('The name is too long.', tooLong('name', MAX_CHANNEL_FOLDER_NAME_LENGTH)),
  when('The name contains an invisible character or an unassigned one.', invalidCharacterInFolderName(3)),
  when('Another active folder has the name, in upper or lower case.', folderNameInUse()),
  when('The description is too long.', tooLong('description', MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH)),
]

export function channelFolderRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/channel_folders/create',
      access: 'administrator',
      summary: 'Create a channel folder',
      description:
        'The folder comes after all others. Everyone gets a `channel_folder` event of op `add`. Channels are put into a folder by their `folder_id`.',
      params: {
        name: form(line(MAX_CHANNEL_FOLDER_NAME_LENGTH), {
          description: 'The name. No other active folder may have it.',
          example: 'Productions',
        }),
        description: form(text(MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH).default(''), {
          description: 'What the folder is for, in one line of Markdown.',
          example: 'One channel for each play.',
        }),
      },
      response: { channel_folder_id: z.int().describe('The id of the new folder.') },
      errors: [
        ...textErrors,
        when('The organization has the maximum of folders.', tooManyFolders(MAX_CHANNEL_FOLDERS)),
        when('The whole list would have too many bytes.', listTooLarge('channelFolders')),
      ],
      handler: async ({ caller, params }) => ({
        channel_folder_id: await createFolder(caller, params),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/channel_folders',
      access: 'user',
      summary: 'Get the channel folders in display order',
      params: {
        include_archived: json(z.boolean().default(false), {
          description: 'Whether to include archived folders.',
          example: true,
        }),
      },
      response: { channel_folders: z.array(channelFolder).describe('The folders in their order.') },
      handler: async ({ realm, params }) => {
        const folders = await foldersOf(core.db, realm.id)
        return { channel_folders: folders.filter((folder) => params.include_archived || !folder.is_archived) }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/channel_folders',
      access: 'administrator',
      summary: 'Reorder the channel folders',
      description: 'Everyone gets a `channel_folder` event of op `reorder`.',
      params: {
        order: json(z.array(id()).max(MAX_ITEMS_PER_REQUEST), {
          description: 'The ids of all folders, archived ones included, in their new order.',
          example: [3, 1, 2],
        }),
      },
      errors: [when('A folder is missing, named twice, or does not exist.', invalidOrderMapping())],
      handler: ({ caller, params }) => orderFolders(caller, params.order),
    }),
    endpoint({
      method: 'PATCH',
      path: '/channel_folders/{channel_folder_id}',
      access: 'administrator',
      summary: 'Change, archive or unarchive a channel folder',
      description:
        'Properties that are absent stay as they are. Everyone gets a `channel_folder` event of op `update` with what is different.',
      params: {
        channel_folder_id: path(id<ChannelFolderId>(), { description: 'The id of the folder.', example: 3 }),
        name: form(line(MAX_CHANNEL_FOLDER_NAME_LENGTH).optional(), {
          description: 'The new name.',
          example: 'Past productions',
        }),
        description: form(text(MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH).optional(), {
          description: 'The new description, in one line of Markdown.',
          example: 'Plays of the *last* season.',
        }),
        is_archived: json(z.boolean().optional(), {
          description: 'True archives the folder, which must have no active channels. False unarchives it.',
          example: true,
        }),
      },
      errors: [
        when('The folder does not exist.', invalidFolderId()),
        when('The whole list would have too many bytes.', listTooLarge('channelFolders')),
        ...textErrors,
        when('The folder is to be archived and has channels that are not archived.', folderInUse()),
      ],
      handler: ({ caller, params }) =>
        changeFolder(caller, params.channel_folder_id, {
          name: params.name,
          description: params.description,
          isArchived: params.is_archived,
        }),
    }),
  ] as const
}
