import { chmod, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type ByteRange, type Storage, StorageError } from '../storage.ts'
import { checked, FILE_MODE, FOLDER_MODE, failureOf, failureToWrite, moveInto } from './files.ts'
import { ResumableFiles } from './resumable.ts'
import { writeFile } from './write.ts'

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
    for (const folder of ['', 'files', 'incoming', 'resumable']) {
      const path = join(root, folder)
      await mkdir(path, { recursive: true, mode: FOLDER_MODE })
      // It may be older than this rule.
      await chmod(path, FOLDER_MODE)
    }
    return new FolderStorage(root)
  }

  async put(key: string, bytes: Readable): Promise<number> {
    const draft = this.#draftOf(key)
    try {
      const length = await writeFile(draft, bytes, { flush: true, mode: FILE_MODE })
      await moveInto(draft, this.#pathOf(key))
      return length
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined) // what is left goes with the next attempt to delete it
      throw failureToWrite(error)
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
    try {
      for (const key of keys) {
        await rm(this.#pathOf(key), { force: true })
        await rm(this.#draftOf(key), { force: true })
        await this.resumable.forget(key)
      }
    } catch (error) {
      throw failureToWrite(error)
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
