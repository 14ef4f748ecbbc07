import { completeUpload } from '../../core/content/uploads/complete.ts'
import { forgetUpload, hasFile, type PendingUpload } from '../../core/content/uploads/pending.ts'
import type { UploadLimits } from '../../core/content/uploads/space.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { Core } from '../../core/state/core.ts'
import { inspectPicture } from '../images/inspect.ts'
import type { Storage } from '../storage.ts'

/**
 * Turns a resumable upload whose bytes have all arrived into an attachment. Resolves to its path below
 * `/user_uploads/`; to undefined once the file is deleted. Idempotent. When the upload exceeds the
 * organization's quota, deletes it and throws.
 */
export async function finishUpload(
  core: Core,
  storage: Storage,
  pending: PendingUpload,
  limits: UploadLimits,
): Promise<string | undefined> {
  if (pending.pathId !== null) return (await hasFile(core, pending)) ? pending.pathId : undefined
  await storage.resumable.finish(pending.storageKey, pending.length!)
  try {
    const picture = await inspectPicture(storage, pending, pending.length!)
    return await completeUpload(core, pending, limits, pending.length!, picture)
  } catch (error) {
    if (error instanceof ApiError) {
      await storage.delete([pending.storageKey])
      await forgetUpload(core, pending)
    }
    throw error
  }
}
