import { chmod, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import type { Upload } from '@tus/utils'
import type { ResumableBytes } from '../storage.ts'
import { checkKey, FILE_MODE, moveDurably, toReadFailure, toWriteFailure } from './files.ts'
import { writeFile } from './write.ts'

/** Resumable uploads as growing files, each with a JSON file that describes the upload. */
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
    const path = join(this.#folder, checkKey(key))
    try {
      const file = await open(path, 'r+')
      try {
        const written = (await file.stat()).size
        if (written !== size) throw new Error(`upload ${key} has ${written} of ${size} bytes`)
        await file.sync()
      } finally {
        await file.close()
      }
      await moveDurably(path, this.#pathOf(key))
    } catch (error) {
      // The file is missing when an earlier call has already moved it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw toReadFailure(error)
    }
    await this.forget(key)
  }

  async forget(key: string): Promise<void> {
    await rm(join(this.#folder, checkKey(key)), { force: true })
    await rm(join(this.#folder, `${key}.json`), { force: true })
  }
}

/** A `FileStore` that throws `StorageError`s and finishes all writes of a piece before it resolves. */
class GrowingFiles extends FileStore {
  override async create(upload: Upload): Promise<Upload> {
    try {
      const created = await super.create(upload)
      for (const name of [upload.id, `${upload.id}.json`]) await chmod(join(this.directory, name), FILE_MODE)
      return created
    } catch (error) {
      throw toWriteFailure(error)
    }
  }

  override async write(bytes: Readable, key: string, offset: number): Promise<number> {
    try {
      const path = join(this.directory, checkKey(key))
      return offset + (await writeFile(path, bytes, { flags: 'r+', start: offset }))
    } catch (error) {
      throw toReadFailure(error)
    }
  }
}
