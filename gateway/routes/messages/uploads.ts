import { z } from 'zod'
import { UNCLAIMED_UPLOAD_DAYS } from '../../../config/limits.ts'
import { loadAttachments, usedSpace } from '../../../core/content/uploads/attachment.ts'
import {
  fileTooLarge,
  invalidAttachment,
  noSuchUpload,
  quotaExceeded,
  tooManyUnfinishedUploads,
} from '../../../core/content/uploads/errors.ts'
import { removeAttachment } from '../../../core/content/uploads/remove-attachments.ts'
import { temporaryUrl } from '../../../core/content/uploads/temporary-url.ts'
import { accessUpload } from '../../../core/messaging/uploads/access.ts'
import { cannotReadUpload } from '../../../core/messaging/uploads/errors.ts'
import type { AttachmentId } from '../../../core/platform/ids.ts'
import { attachment } from '../../../core/state/wire/attachment.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { id, line, path, rest } from '../../http/endpoint/parameter.ts'
import { noFile, severalFiles } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { receiveUpload } from '../../uploads/receive.ts'
import { uploadedFile } from '../../uploads/uploaded-file.ts'

/** Uploaded files. `gateway/uploads/` serves their contents. */
export function uploadRoutes(services: Services) {
  const { config, core } = services
  return [
    endpoint({
      method: 'POST',
      path: '/user_uploads',
      access: 'user',
      forWebhookBots: true,
      summary: 'Upload a file',
      description: `Link the file in a message as \`[filename](url)\`. Until a message links it, only you can open it; then readers of the message can. A file that no message and no scheduled message links is deleted after ${UNCLAIMED_UPLOAD_DAYS} days. Larger files are better sent by the resumable protocol at \`/api/v1/tus\`. Your clients get the event \`attachment\`.`,
      file: 'filename',
      response: {
        url: z.string().describe('The path of the file on this server.'),
        uri: z.string().describe('Deprecated: the same as `url`.'),
        filename: z.string().describe('The name of the file, which may differ from the end of `url`.'),
      },
      errors: [
        when('The form has no file.', noFile()),
        when('The form has several files.', severalFiles()),
        when('You have begun too many uploads that are not finished.', tooManyUnfinishedUploads()),
        when('The file is larger than the server allows.', fileTooLarge(config)),
        when('The files of the organization would be larger than the server allows.', quotaExceeded()),
      ],
      handler: async (call) => {
        const receive: typeof call.receiveFile = (limit, keep) => call.receiveFile(limit, keep)
        const { path, name } = await receiveUpload(services, call.realm, call.user, receive)
        return uploadedFile(path, name)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/user_uploads/{realm_id_str}/{filename}',
      access: 'userOrSpectator',
      summary: 'Get a temporary URL of a file that works without credentials for one minute',
      permission: 'The uploader, and everyone who may read a message that links the file.',
      params: {
        realm_id_str: path(id(), {
          description: 'The id of the organization, as in the URL of the file.',
          example: 1,
        }),
        filename: rest(line(), {
          description: 'The rest of the URL of the file.',
          example: 'ab/x3Kd9f2mQz/manifest.csv',
        }),
      },
      response: { url: z.string().describe('The temporary path of the file on this server.') },
      errors: [
        when('The file does not exist.', noSuchUpload()),
        when('You may not read a message that links the file.', cannotReadUpload()),
      ],
      handler: async ({ realm, user, params }) => {
        const address = `${params.realm_id_str}/${params.filename}`.normalize()
        const file = await accessUpload(core.db, realm, user, address)
        const name = file.pathId.slice(file.pathId.lastIndexOf('/') + 1)
        return { url: temporaryUrl(config.secretKey, realm.id, file.id, name) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/attachments',
      access: 'user',
      summary: 'Get the files that you uploaded and the messages that link to them',
      response: {
        attachments: z.array(attachment).describe('The files that you uploaded.'),
        upload_space_used: z.int().describe('The size of all files of the organization in bytes.'),
      },
      handler: async ({ realm, user }) =>
        core.db.snapshot(async (sql) => ({
          attachments: await loadAttachments(sql, user.id),
          upload_space_used: await usedSpace(sql, realm.id),
        })),
    }),
    endpoint({
      method: 'DELETE',
      path: '/attachments/{attachment_id}',
      access: 'user',
      summary: 'Delete a file that you uploaded',
      description:
        'Messages keep their links to the file, which then lead nowhere. Your clients get the event `attachment`.',
      params: {
        attachment_id: path(id<AttachmentId>(), { description: 'The id of the file.', example: 12 }),
      },
      errors: [when('You have no such file.', invalidAttachment())],
      handler: ({ caller, params }) => removeAttachment(caller, params.attachment_id),
    }),
  ] as const
}
