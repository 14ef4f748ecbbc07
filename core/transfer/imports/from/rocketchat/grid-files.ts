import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { MemoryLists } from '../reading/memory-lists.ts'
import type { SourceFile } from '../source/source.ts'
import { type Documents, keyOf } from './collections.ts'

/** About what one piece takes in memory. */
const PIECE_BYTES = 64

/** A piece of a file: where it is on disk. */
interface Piece {
  readonly order: number
  readonly at: number
  readonly length: number
}

/** The files of messages. */
export interface UploadedFiles {
  /** A file by its id. */
  get(id: string): SourceFile | undefined
  /** All files by their names. */
  readonly byName: ReadonlyMap<string, SourceFile>
}

/**
 * The files that Rocket.Chat keeps in its database (GridFS). Their pieces are written into one file, so that
 * each can be read in its order.
 */
export class GridFiles implements UploadedFiles {
  readonly #pieces = new Map<string, Piece[]>()
  readonly #files = new Map<string, SourceFile>()
  readonly #path: string

  private constructor(path: string) {
    this.#path = path
  }

  /** Reads the pieces of a bucket, such as `rocketchat_uploads`. `work`: a folder for them. */
  static async read(
    collections: Documents,
    bucket: string,
    work: string,
    memory: MemoryLists,
  ): Promise<GridFiles> {
    const files = new GridFiles(join(work, `${bucket}-pieces`))
    const handle = await open(files.#path, 'w')
    try {
      await files.#write(collections, bucket, handle, memory)
    } finally {
      await handle.close()
    }
    for (const [id, pieces] of files.#pieces) files.#files.set(id, files.#fileOf(`${bucket}/${id}`, pieces))
    return files
  }

  get(id: string): SourceFile | undefined {
    return this.#files.get(id)
  }

  get byName(): ReadonlyMap<string, SourceFile> {
    return new Map([...this.#files.values()].map((file) => [file.name, file]))
  }

  async #write(
    collections: Documents,
    bucket: string,
    handle: FileHandle,
    memory: MemoryLists,
  ): Promise<void> {
    let at = 0
    for await (const documents of collections.read(`${bucket}.chunks`)) {
      for (const { files_id, n, data } of documents) {
        const id = keyOf(files_id)
        if (id === '' || typeof n !== 'number' || !Buffer.isBuffer(data)) continue
        memory.add(PIECE_BYTES)
        await handle.write(data)
        const piece = { order: n, at, length: data.length }
        at += data.length
        const pieces = this.#pieces.get(id)
        if (pieces === undefined) this.#pieces.set(id, [piece])
        else pieces.push(piece)
      }
    }
  }

  #fileOf(name: string, pieces: Piece[]): SourceFile {
    pieces.sort((a, b) => a.order - b.order)
    const path = this.#path
    async function* bytes(): AsyncGenerator<Buffer> {
      for (const { at, length } of pieces) {
        if (length > 0) yield* createReadStream(path, { start: at, end: at + length - 1 })
      }
    }
    const size = pieces.reduce((sum, { length }) => sum + length, 0)
    return { name, size, open: async () => Readable.from(bytes(), { objectMode: false }) }
  }
}
