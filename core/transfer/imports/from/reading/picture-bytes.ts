import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { SourceFile } from '../source/source.ts'

/** Largest picture that is read into memory. */
const MAX_BYTES = 64 * 1024 * 1024

/** Reads a picture; undefined when it is empty or too large to be decoded. */
export async function readPictureBytes(file: SourceFile): Promise<Buffer | undefined> {
  if (file.size === 0 || file.size > MAX_BYTES) return undefined
  return buffer(await file.open())
}

/** Returns bytes in memory as a file of a record. */
export const bytesOf = (bytes: Buffer) => () => Readable.from([bytes])
