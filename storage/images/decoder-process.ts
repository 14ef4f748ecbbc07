import { ImageError } from './picture.ts'
import { makeThumbnails } from './thumbnails.ts'

/*
 * The process in which uploaded pictures are decoded, for a `PictureDecoder`: one that a picture crashes, fills or
 * keeps busy for ever is ended, and nobody else notices.
 */

process.on('message', async (bytes: Uint8Array) => {
  try {
    process.send?.({ thumbnails: await makeThumbnails(Buffer.from(bytes)) })
  } catch (error) {
    const failure = error instanceof ImageError ? error.failure : undefined
    process.send?.({ failure, reason: String(error) })
  }
})
process.on('disconnect', () => process.exit())
