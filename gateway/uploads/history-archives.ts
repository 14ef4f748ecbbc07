import { requireOwner } from '../../core/state/access/realm-permissions.ts'
import {
  archiveReceived,
  archiveUpload,
  beginArchiveUpload,
  forgetArchiveUpload,
} from '../../core/transfer/history/upload.ts'
import type { Services } from '../services.ts'
import type { UploadKind } from './upload-kind.ts'

const GIB = 1024 ** 3

/** Archives with which owners bring the history of new organizations. They are no files of messages. */
export function historyArchives({ config, core, storage }: Services): UploadKind {
  const find = async (key: string) => {
    const upload = await archiveUpload(core, key)
    // Whatever has ended has no bytes any more.
    return upload?.status === 'failed' || upload?.status === 'cancelled' ? undefined : upload
  }
  return {
    path: '/api/v1/tus/history',
    maxBytes: config.maxHistoryArchiveGib * GIB,
    isForWebhookBots: false,
    records: {
      find: async (key) => {
        const upload = await find(key)
        return upload && { ...upload, isFinished: upload.status !== 'uploading' }
      },
      forget: async (key) => {
        const upload = await find(key)
        if (upload !== undefined) await forgetArchiveUpload(core, upload)
      },
    },
    begin: async ({ realm, user }, { name, length, metadata }) => {
      const caller = { core, realm, user }
      const upload = await beginArchiveUpload(caller, { name, length, metadata }, config.maxHistoryArchiveGib)
      return upload.storageKey
    },
    find,
    finish: async ({ realm, user }, key) => {
      requireOwner(user)
      const upload = await find(key)
      if (upload === undefined) return undefined
      if (upload.status === 'uploading') {
        await storage.resumable.finish(key, upload.length)
        await archiveReceived({ core, realm, user }, upload)
      }
      return { id: upload.id }
    },
  }
}
