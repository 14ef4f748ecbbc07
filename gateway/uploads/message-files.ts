import { typeOf } from '../../core/content/uploads/content-type.ts'
import { beginUpload, forgetUpload, pendingUpload } from '../../core/content/uploads/pending.ts'
import { MIB } from '../../core/content/uploads/space.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { finishUpload } from '../../storage/resumable/finish.ts'
import type { Services } from '../services.ts'
import { withStatus413 } from './errors.ts'
import type { UploadKind } from './upload-kind.ts'
import { uploadedFile } from './uploaded-file.ts'

/** Files that messages link. */
export function messageFiles({ config, core, storage }: Services): UploadKind {
  const find = (key: string) => pendingUpload(core, key)
  return {
    path: '/api/v1/tus',
    maxBytes: config.maxFileUploadSizeMib * MIB,
    isForWebhookBots: true,
    records: {
      find: async (key) => {
        const pending = await find(key)
        return pending && { ...pending, isFinished: pending.pathId !== null }
      },
      forget: async (key) => {
        const pending = await find(key)
        if (pending !== undefined) await forgetUpload(core, pending)
      },
    },
    begin: async ({ realm, user }, { name, type, length, metadata, hasOwnId }) => {
      const contentType = typeOf(type, name)
      const file = { name, contentType, length, metadata, hasOwnId }
      const pending = await refusingSizes(beginUpload({ core, realm, user }, config, file))
      return pending.storageKey
    },
    find,
    finish: async (_uploader, key) => {
      const pending = await find(key)
      const path = pending && (await refusingSizes(finishUpload(core, storage, pending, config)))
      return path === undefined ? undefined : uploadedFile(path, pending!.name)
    },
  }
}

/** Answers 413 for a file that is too large, because some clients try again after 400. */
async function refusingSizes<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    throw withStatus413(error)
  })
}
