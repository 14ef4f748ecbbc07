import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { thumbnailKey } from '../../core/content/uploads/thumbnail-formats.ts'
import { MAKE_THUMBNAILS } from '../../core/content/uploads/thumbnail-jobs.ts'
import { isWaiting, thumbnailsFailed, thumbnailsMade } from '../../core/messaging/editing/show-thumbnails.ts'
import type { PictureDecoder } from '../../storage/images/decoder.ts'
import { ImageError } from '../../storage/images/picture.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'
import { defineJob } from '../running/define-job.ts'

/**
 * Makes and stores the thumbnails of an uploaded picture, and shows them in the messages that link it. A file
 * that cannot be decoded gets none; a failure of storage or of the decoder's process is retried. While
 * storage stays away, the picture waits, and `remove-uploads` enqueues the job again every hour for a day.
 */
export const makeThumbnailsJob = (storage: Storage, decoder: PictureDecoder) =>
  defineJob({
    ...MAKE_THUMBNAILS,
    retry: { attempts: 8 },
    run: async ({ core, data: job, log, isLastAttempt }) => {
      const waits = await isWaiting(core, job)
      try {
        if (waits) await storeThumbnails(storage, decoder, job.key)
      } catch (error) {
        const isTemporary = error instanceof StorageError && error.failure !== 'missing'
        if (isTemporary || (!isLastAttempt && !isPermanent(error))) throw error
        log.info(
          { err: error, attachment: job.attachment },
          'thumbnails cannot be made; the picture stays a link',
        )
        return thumbnailsFailed(core, job)
      }
      await thumbnailsMade(core, job)
    },
  })

async function storeThumbnails(storage: Storage, decoder: PictureDecoder, key: string): Promise<void> {
  const thumbnails = await decoder.run('thumbnails', await buffer(await storage.get(key)))
  for (const { format, bytes } of thumbnails) {
    await storage.put(thumbnailKey(key, format), Readable.from([bytes]))
  }
}

const isPermanent = (error: unknown): boolean =>
  error instanceof ImageError || (error instanceof StorageError && error.failure === 'missing')
