import { ImageError } from './picture.ts'
import { makeThumbnails } from './thumbnails.ts'

/*
 * The child process of a `PictureDecoder` that decodes uploaded images. An image that crashes, blocks or
 * exhausts it does not affect the parent process.
 */

process.on('message', async (bytes: Uint8Array) => {
  try {
    const thumbnails = await makeThumbnails(Buffer.from(bytes))
    process.send?.({ thumbnails, memory: process.memoryUsage.rss() })
  } catch (error) {
    const failure = error instanceof ImageError ? error.failure : undefined
    process.send?.({ failure, reason: String(error) })
  }
})
process.on('disconnect', () => process.exit())
