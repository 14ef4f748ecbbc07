import { z } from 'zod'
import { MAX_ITEMS_PER_REQUEST } from '../../config/limits.ts'
import { invalidFolderId } from '../../core/channels/errors.ts'
import { changeFolder, createFolder, foldersOf, orderFolders } from '../../core/channels/folders.ts'
import { invalidOrderMapping } from '../../core/platform/errors.ts'
import type { ChannelFolderId } from '../../core/platform/ids.ts'
import { mustBeAdministrator } from '../../core/state/realm/errors.ts'
import { channelFolder } from '../../core/state/wire/channel-folder.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, path, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

export function channelFolderRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/channel_folders/create',
      access: 'administrator',
      summary: 'Create a channel folder',
      params: { name: form(line()), description: form(text().default('')) },
      response: { channel_folder_id: z.int() },
      errors: [mustBeAdministrator()],
      handler: async ({ caller, params }) => ({
        channel_folder_id: await createFolder(caller, params),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/channel_folders',
      access: 'user',
      summary: 'Get the channel folders in display order',
      params: { include_archived: json(z.boolean().default(false)) },
      response: { channel_folders: z.array(channelFolder) },
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
      params: { order: json(z.array(id()).max(MAX_ITEMS_PER_REQUEST)) },
      errors: [invalidOrderMapping(), mustBeAdministrator()],
      handler: ({ caller, params }) => orderFolders(caller, params.order),
    }),
    endpoint({
      method: 'PATCH',
      path: '/channel_folders/{channel_folder_id}',
      access: 'administrator',
      summary: 'Change, archive or unarchive a channel folder',
      params: {
        channel_folder_id: path(id<ChannelFolderId>()),
        name: form(line().optional()),
        description: form(text().optional()),
        is_archived: json(z.boolean().optional()),
      },
      errors: [invalidFolderId(), mustBeAdministrator()],
      handler: ({ caller, params }) =>
        changeFolder(caller, params.channel_folder_id, {
          name: params.name,
          description: params.description,
          isArchived: params.is_archived,
        }),
    }),
  ] as const
}
