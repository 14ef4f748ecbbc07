import { buffer } from 'node:stream/consumers'
import { isUploadedImageAddress } from '../../core/content/markdown/address.ts'
import type { PictureFacts } from '../../core/content/uploads/thumbnail-formats.ts'
import type { Storage } from '../storage.ts'
import { ImageError } from './picture.ts'
import { readFacts } from './thumbnails.ts'

/** In bytes, of a file that may be shown as a picture: all of it is read into memory. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024

/** Pictures that are looked at at once in a process. */
const TOGETHER = 2

/**
 * What is known of a file, whose bytes are stored, when it is a picture that messages can show: by its name, its size,
 * and what its bytes begin with. Undefined for all others.
 */
export async function lookAt(
  storage: Storage,
  { name, key }: { readonly name: string; readonly key: string },
  size: number,
): Promise<PictureFacts | undefined> {
  if (!isUploadedImageAddress(name) || size > MAX_PICTURE_BYTES || size === 0) return undefined
  return inTurn(async () => {
    try {
      return await readFacts(await buffer(await storage.get(key)))
    } catch (error) {
      if (error instanceof ImageError) return undefined
      throw error
    }
  })
}

let looking = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (looking >= TOGETHER) await new Promise<void>((resolve) => waiting.push(resolve))
  else looking++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) looking--
    else next()
  }
}
