import { buffer } from 'node:stream/consumers'
import { isUploadedImageAddress } from '../../core/content/markdown/rendering/address.ts'
import type { PendingUpload } from '../../core/content/uploads/pending.ts'
import type { PictureFacts } from '../../core/content/uploads/thumbnail-formats.ts'
import { limitAtOnce } from '../../core/platform/concurrency/limit-at-once.ts'
import type { Storage } from '../storage.ts'
import { ImageError } from './picture.ts'
import { readFacts } from './thumbnails.ts'

/** Largest file shown as an image, in bytes. It is read into memory as a whole. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024

/** Runs at most two inspections at the same time in a process. */
const withLimit = limitAtOnce(2)

/**
 * Reads the metadata of a stored file if it is an image that messages can show. Checks its name, its size and
 * its header. Returns undefined for all other files.
 */
export async function inspectPicture(
  storage: Storage,
  { name, storageKey }: Pick<PendingUpload, 'name' | 'storageKey'>,
  size: number,
): Promise<PictureFacts | undefined> {
  if (!isUploadedImageAddress(name) || size > MAX_PICTURE_BYTES || size === 0) return undefined
  return withLimit(async () => {
    try {
      return await readFacts(await buffer(await storage.get(storageKey)))
    } catch (error) {
      if (error instanceof ImageError) return undefined
      throw error
    }
  })
}
