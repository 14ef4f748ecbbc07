import { createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteRange, type Storage, StorageError } from '../storage.ts'
import { checked, failureOf, moveInto } from './files.ts'
import { ResumableFiles } from './resumable.ts'

/**
 * Files in a folder: `files/ab/abcd…` whole ones, `incoming/` what is being written, `resumable/` what comes in
 * pieces. A file comes to `files/` by being renamed, when it is on the disk.
 */
export class FolderStorage implements Storage {
  readonly resumable: ResumableFiles
  readonly #root: string

  private constructor(root: string) {
    this.#root = root
    this.resumable = new ResumableFiles(join(root, 'resumable'), (key) => this.#pathOf(key))
  }

  static async open(root: string): Promise<FolderStorage> {
    for (const folder of ['files', 'incoming', 'resumable']) {
      await mkdir(join(root, folder), { recursive: true })
    }
    return new FolderStorage(root)
  }

  async put(key: string, bytes: Readable): Promise<number> {
    const draft = this.#draftOf(key)
    const file = createWriteStream(draft, { flush: true })
    try {
      await pipeline(bytes, file)
      await moveInto(draft, this.#pathOf(key))
      return file.bytesWritten
    } catch (error) {
      await rm(draft, { force: true })
      throw failureOf(error)
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#pathOf(key)).catch((error) => {
      throw failureOf(error)
    })
    return file.createReadStream({ ...range, highWaterMark: 256 * 1024 })
  }

  async stat(key: string): Promise<{ size: number } | undefined> {
    try {
      const { size } = await stat(this.#pathOf(key))
      return { size }
    } catch (error) {
      const failure = failureOf(error)
      if (failure instanceof StorageError && failure.failure === 'missing') return undefined
      throw failure
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await rm(this.#pathOf(key), { force: true })
      await rm(this.#draftOf(key), { force: true })
      await this.resumable.forget(key)
    }
  }

  close(): void {}

  #pathOf(key: string): string {
    return join(this.#root, 'files', checked(key).slice(0, 2), key)
  }

  #draftOf(key: string): string {
    return join(this.#root, 'incoming', checked(key))
  }
}
