import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { ResumableBytes } from '../storage.ts'
import { checked, failureOf, moveInto } from './files.ts'

/** Uploads in pieces, each a file that grows, with a file beside it that says what it is to become. */
export class ResumableFiles implements ResumableBytes {
  readonly store: FileStore
  readonly #folder: string
  readonly #pathOf: (key: string) => string

  constructor(folder: string, pathOf: (key: string) => string) {
    this.#folder = folder
    this.#pathOf = pathOf
    this.store = new GrowingFiles({ directory: folder })
  }

  async finish(key: string, size: number): Promise<void> {
    const path = join(this.#folder, checked(key))
    try {
      const file = await open(path, 'r+')
      try {
        const written = (await file.stat()).size
        if (written !== size) throw new Error(`of ${key} ${written} bytes have come, of ${size}`)
        await file.sync()
      } finally {
        await file.close()
      }
      await moveInto(path, this.#pathOf(key))
    } catch (error) {
      // It was finished before, as far as that came.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw failureOf(error)
    }
    await this.forget(key)
  }

  async forget(key: string): Promise<void> {
    await rm(join(this.#folder, checked(key)), { force: true })
    await rm(join(this.#folder, `${key}.json`), { force: true })
  }
}

/** As its parent, and tells what is wrong with the disk, and is done with a file when it says so. */
class GrowingFiles extends FileStore {
  override async write(bytes: Readable, key: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, checked(key)), {
      flags: 'r+',
      start: offset,
      highWaterMark: 256 * 1024,
    })
    const closed = new Promise<void>((resolve) => file.once('close', () => resolve()))
    try {
      await pipeline(bytes, file)
      return offset + file.bytesWritten
    } catch (error) {
      file.destroy()
      await closed // what is on its way to the disk arrives before the next piece
      throw failureOf(error)
    }
  }
}
