import { signal } from '@preact/signals'
import type { HttpResponse, Upload as TusUpload } from 'tus-js-client'
import { hasSessionEnded, server } from '../../store/requests/server.ts'
import { eachPage, type OnPage } from '../../store/state/page.ts'
import { translated } from '../../texts/server-texts.ts'
import { t } from '../../texts/texts.ts'

const ADDRESS = '/api/v1/tus/history'
const CHUNK_BYTES = 8 * 1024 * 1024
/** Milliseconds before each automatic retry. */
const RETRY_AFTER_MS = [0, 1000, 3000, 10_000, 30_000]

/** The archive that this page uploads. It goes on while the reader looks at other pages. */
export interface Sending {
  readonly name: string
  readonly size: number
  readonly sent: number
  /** Why it has stopped; undefined while it goes on. */
  readonly problem?: string
}

export const sending = eachPage(() => signal<Sending | undefined>(undefined))
const uploading = eachPage(() => ({ running: undefined as TusUpload | undefined }))

/**
 * Uploads an archive, from where the server has stopped when `key` names a begun upload. `onChange` is called
 * once the server knows of the upload, and at its end. `token`: lets the server fetch the files of an archive
 * of Slack; it is sent before the first bytes, and this page forgets it.
 */
export async function sendArchive(
  page: OnPage,
  file: File,
  key: string | null,
  onChange: () => void,
  token = '',
): Promise<void> {
  const shown = sending(page)
  const upload = uploading(page)
  shown.value = { name: file.name, size: file.size, sent: 0 }
  const change = (fields: Partial<Sending>) => {
    if (shown.value !== undefined) shown.value = { ...shown.value, ...fields }
  }
  let unsent = token
  try {
    const { Upload } = await import('tus-js-client')
    upload.running = new Upload(file, {
      endpoint: ADDRESS,
      ...(key !== null && { uploadUrl: `${ADDRESS}/${key}` }),
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_AFTER_MS,
      storeFingerprintForResuming: false,
      metadata: { filename: file.name },
      onProgress: (sent) => change({ sent }),
      onUploadUrlAvailable: onChange,
      onBeforeRequest: async (request) => {
        if (hasSessionEnded()) throw new Error(t.sessionEnded)
        if (unsent === '' || request.getMethod() !== 'PATCH') return
        await sendToken(unsent)
        unsent = ''
      },
      onError: (error) => {
        void translated(reasonOf(error)).then((problem) => {
          change({ problem })
          onChange()
        })
      },
      onSuccess: () => {
        shown.value = undefined
        upload.running = undefined
        onChange()
      },
    })
    upload.running.start()
  } catch {
    change({ problem: t.uploadFailed })
  }
}

/** Gives the token to the upload that has begun. */
async function sendToken(token: string): Promise<void> {
  const { history_import: begun } = await server.call('GET /realm/history_imports/newest')
  if (begun === null) return
  await server.call('PUT /realm/history_imports/{import_id}/token', { import_id: begun.id, token })
}

/** Stops the upload of this page. */
export async function stopSending(page: OnPage): Promise<void> {
  const upload = uploading(page)
  const stopped = upload.running
  upload.running = undefined
  sending(page).value = undefined
  await stopped?.abort()
}

/** The server's sentence, or a general one without an answer. */
function reasonOf(error: Error): string {
  const answer = 'originalResponse' in error ? (error.originalResponse as HttpResponse | null) : null
  try {
    return (JSON.parse(answer?.getBody() ?? '') as { msg: string }).msg
  } catch {
    return t.uploadFailed
  }
}
