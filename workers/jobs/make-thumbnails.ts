import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { thumbnailKey } from '../../core/content/uploads/thumbnail-formats.ts'
import type { PictureJob } from '../../core/content/uploads/thumbnail-jobs.ts'
import { MAKE_THUMBNAILS } from '../../core/content/uploads/thumbnail-jobs.ts'
import { isWaiting, thumbnailsFailed, thumbnailsMade } from '../../core/messaging/uploads/thumbnails.ts'
import type { PictureDecoder } from '../../storage/images/decoder.ts'
import { ImageError } from '../../storage/images/picture.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'
import type { JobDeclaration } from '../job.ts'

/**
 * Makes and stores the smaller versions of an uploaded picture, and shows it in the messages that link it. A picture
 * that cannot be decoded is none; a store or a process that fails is tried again.
 */
export const makeThumbnailsJob = (storage: Storage, decoder: PictureDecoder): JobDeclaration => ({
  ...MAKE_THUMBNAILS,
  attempts: 8,
  run: async (core, data, log, { isLast }) => {
    const job = data as PictureJob
    try {
      if (await isWaiting(core, job)) await makeThumbnails(storage, decoder, job.key)
    } catch (error) {
      if (!isLast && !isFinal(error)) throw error
      log.info({ err: error, attachment: job.attachment }, 'a picture has no thumbnails')
      return thumbnailsFailed(core, job)
    }
    await thumbnailsMade(core, job)
  },
})

async function makeThumbnails(storage: Storage, decoder: PictureDecoder, key: string): Promise<void> {
  const thumbnails = await decoder.thumbnails(await buffer(await storage.get(key)))
  for (const { format, bytes } of thumbnails) {
    await storage.put(thumbnailKey(key, format), Readable.from([bytes]))
  }
}

const isFinal = (error: unknown): boolean =>
  error instanceof ImageError || (error instanceof StorageError && error.failure === 'missing')
