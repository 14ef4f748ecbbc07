import { chmod, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import type { Upload } from '@tus/utils'
import type { ResumableBytes } from '../storage.ts'
import { checked, FILE_MODE, failureOf, failureToWrite, moveInto } from './files.ts'
import { writeFile } from './write.ts'

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

/** As its parent, and says what is wrong with the disk; what is on its way there arrives before the next piece. */
class GrowingFiles extends FileStore {
  override async create(upload: Upload): Promise<Upload> {
    try {
      const created = await super.create(upload)
      for (const name of [upload.id, `${upload.id}.json`]) await chmod(join(this.directory, name), FILE_MODE)
      return created
    } catch (error) {
      throw failureToWrite(error)
    }
  }

  override async write(bytes: Readable, key: string, offset: number): Promise<number> {
    try {
      const path = join(this.directory, checked(key))
      return offset + (await writeFile(path, bytes, { flags: 'r+', start: offset }))
    } catch (error) {
      throw failureOf(error)
    }
  }
}
