import { z } from 'zod'
import { loadAttachments, usedSpace } from '../../core/content/uploads/attachment.ts'
import {
  fileTooLarge,
  invalidAttachment,
  noSuchUpload,
  quotaExceeded,
} from '../../core/content/uploads/errors.ts'
import { removeAttachment } from '../../core/content/uploads/remove-attachments.ts'
import { temporaryUrl } from '../../core/content/uploads/temporary-url.ts'
import { accessUpload } from '../../core/messaging/uploads/access.ts'
import { cannotReadUpload } from '../../core/messaging/uploads/errors.ts'
import type { AttachmentId } from '../../core/platform/ids.ts'
import { attachment } from '../../core/state/wire/attachment.ts'
import { endpoint } from '../http/endpoint.ts'
import { noFile, severalFiles } from '../http/errors.ts'
import { id, line, path, rest } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { receiveUpload } from '../uploads/receive.ts'

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
      file: 'filename',
      response: { url: z.string(), uri: z.string(), filename: z.string() },
      errors: [noFile(), severalFiles(), fileTooLarge(config), quotaExceeded()],
      handler: async (call) => {
        const receive: typeof call.receiveFile = (limit, keep) => call.receiveFile(limit, keep)
        const { path, name } = await receiveUpload(services, call.realm, call.user, receive)
        const url = `/user_uploads/${path}`
        return { url, uri: url, filename: name }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/user_uploads/{realm_id_str}/{filename}',
      access: 'userOrSpectator',
      summary: 'Get a temporary URL of a file that works without credentials for one minute',
      params: { realm_id_str: path(id()), filename: rest(line()) },
      response: { url: z.string() },
      errors: [noSuchUpload(), cannotReadUpload()],
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
      response: { attachments: z.array(attachment), upload_space_used: z.int() },
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
      params: { attachment_id: path(id<AttachmentId>()) },
      errors: [invalidAttachment()],
      handler: ({ caller, params }) => removeAttachment(caller, params.attachment_id),
    }),
  ] as const
}
