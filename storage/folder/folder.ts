import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type ByteRange, type Storage, StorageError } from '../storage.ts'
import { checkKey, FILE_MODE, FOLDER_MODE, moveDurably, toReadFailure, toWriteFailure } from './files.ts'
import { ResumableFiles } from './resumable.ts'
import { writeFile } from './write.ts'

/**
 * Stores files in a folder: complete files in `files/ab/abcd…`, files being written in `incoming/`, resumable
 * uploads in `resumable/`. A file moves to `files/` by a rename after it is synced to disk.
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
      // An existing folder may have other permissions.
      await chmod(path, FOLDER_MODE)
    }
    return new FolderStorage(root)
  }

  async put(key: string, bytes: Readable): Promise<number> {
    const incoming = `${this.#incomingPath(key)}.${randomUUID()}` // another process may write the same key
    try {
      const length = await writeFile(incoming, bytes, { flush: true, mode: FILE_MODE })
      await moveDurably(incoming, this.#pathOf(key))
      return length
    } catch (error) {
      await rm(incoming, { force: true }).catch(() => undefined) // `delete` removes it otherwise
      throw toWriteFailure(error)
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#pathOf(key)).catch((error) => {
      throw toReadFailure(error)
    })
    return file.createReadStream({ ...range, highWaterMark: 256 * 1024 })
  }

  async room(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root)
    return bavail * bsize
  }

  async stat(key: string): Promise<{ size: number } | undefined> {
    try {
      const { size } = await stat(this.#pathOf(key))
      return { size }
    } catch (error) {
      const failure = toReadFailure(error)
      if (failure instanceof StorageError && failure.failure === 'missing') return undefined
      throw failure
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    try {
      for (const key of keys) {
        await rm(this.#pathOf(key), { force: true })
        await this.resumable.forget(key)
      }
      await this.#deleteIncoming(new Set(keys))
    } catch (error) {
      throw toWriteFailure(error)
    }
  }

  close(): void {}

  /** Deletes the partial files of processes that died. */
  async #deleteIncoming(keys: ReadonlySet<string>): Promise<void> {
    const folder = join(this.#root, 'incoming')
    for (const name of await readdir(folder)) {
      if (keys.has(name.slice(0, name.lastIndexOf('.')))) await rm(join(folder, name), { force: true })
    }
  }

  #pathOf(key: string): string {
    return join(this.#root, 'files', checkKey(key).slice(0, 2), key)
  }

  #incomingPath(key: string): string {
    return join(this.#root, 'incoming', checkKey(key))
  }
}
