import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { SourceFile } from '../source/source.ts'

/** A picture of a custom emoji. */
export interface EmojiPicture {
  readonly extension: 'png' | 'gif' | 'webp'
  readonly image: Buffer
  /** The first frame of an animation, as PNG. */
  readonly still: Buffer | undefined
}

/** The data of an image before it is decoded. */
export interface ImageFacts {
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly frames: number
}

/**
 * Makes pictures in the sizes of this server. Each function returns undefined for bytes that are no image.
 */
export interface PictureMaker {
  avatar(bytes: Buffer): Promise<{ readonly small: Buffer; readonly medium: Buffer } | undefined>
  icon(bytes: Buffer): Promise<Buffer | undefined>
  logo(bytes: Buffer): Promise<Buffer | undefined>
  emoji(bytes: Buffer): Promise<EmojiPicture | undefined>
  facts(bytes: Buffer): Promise<ImageFacts | undefined>
}

/** Makes no pictures: everybody gets the default one. */
export const NO_PICTURES: PictureMaker = {
  avatar: async () => undefined,
  icon: async () => undefined,
  logo: async () => undefined,
  emoji: async () => undefined,
  facts: async () => undefined,
}

/** Largest picture that is read into memory. */
const MAX_BYTES = 64 * 1024 * 1024

/** Reads a picture; undefined when it is empty or too large to be decoded. */
export async function readPictureBytes(file: SourceFile): Promise<Buffer | undefined> {
  if (file.size === 0 || file.size > MAX_BYTES) return undefined
  return buffer(await file.open())
}

/** Returns bytes in memory as a file of a record. */
export const bytesOf = (bytes: Buffer) => () => Readable.from([bytes])
