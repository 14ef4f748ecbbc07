import { buffer } from 'node:stream/consumers'
import { isUploadedImageAddress } from '../../core/content/markdown/address.ts'
import type { PendingUpload } from '../../core/content/uploads/pending.ts'
import type { PictureFacts } from '../../core/content/uploads/thumbnail-formats.ts'
import type { Storage } from '../storage.ts'
import { ImageError } from './picture.ts'
import { readFacts } from './thumbnails.ts'

/** Largest file shown as an image, in bytes. It is read into memory as a whole. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024

/** Most images inspected at the same time in a process. */
const CONCURRENCY = 2

/**
 * Reads the metadata of a stored file if it is an image that messages can show. Checks its name, its size and its
 * header. Returns undefined for all other files.
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

let running = 0
const waiting: (() => void)[] = []

async function withLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}
