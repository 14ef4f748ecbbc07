import { calculateObjectSize, ObjectId } from 'bson'
import type { Fields } from '../reading/fields.ts'
import type { MemoryLists } from '../reading/memory-lists.ts'
import { textOf } from '../reading/texts.ts'
import { type BsonDocument, bsonDocuments } from '../source/bson-documents.ts'
import { nearest, type Source, type SourceFile } from '../source/source.ts'

/** The collections without which nothing can be imported. */
const REQUIRED = ['users', 'rocketchat_room', 'rocketchat_message']
const ENDINGS = ['.bson', '.bson.gz']

/** The documents of a Rocket.Chat archive, by the collections of its database. */
export interface Documents {
  /** About the size of a collection, in bytes. */
  size(name: string): number
  /** All documents of a collection, in memory; none when the archive lacks it. */
  list(name: string, memory: MemoryLists): Promise<readonly Fields[]>
  /** Yields the documents of a collection. */
  read(name: string): AsyncGenerator<readonly Fields[]>
}

/** The collections of a database that `mongodump` has written: a file for each, in one folder. */
export class Collections implements Documents {
  readonly #source: Source
  readonly #folder: string

  private constructor(source: Source, folder: string) {
    this.#source = source
    this.#folder = folder
  }

  /**
   * Finds the folder of the database; undefined when this is no archive of Rocket.Chat. Throws `ArchiveError`
   * for several.
   */
  static find(source: Source): Collections | undefined {
    const found = new Map<string, Collections>()
    for (const name of source.files.keys()) {
      if (!/(?:^|\/)rocketchat_message\.bson(?:\.gz)?$/.test(name)) continue
      const folder = name.slice(0, name.lastIndexOf('/') + 1)
      const collections = new Collections(source, folder)
      if (REQUIRED.every((of) => collections.file(of) !== undefined)) found.set(folder, collections)
    }
    const folder = nearest([...found.keys()])
    return folder === undefined ? undefined : found.get(folder)
  }

  file(name: string): SourceFile | undefined {
    return ENDINGS.map((end) => this.#source.files.get(`${this.#folder}${name}${end}`)).find(Boolean)
  }

  size(name: string): number {
    return this.file(name)?.size ?? 0
  }

  async list(name: string, memory: MemoryLists): Promise<readonly BsonDocument[]> {
    const file = this.file(name)
    if (file === undefined) return []
    const all: BsonDocument[] = []
    for await (const documents of bsonDocuments(file)) {
      for (const document of documents) {
        memory.add(calculateObjectSize(document))
        all.push(document)
      }
    }
    return all
  }

  async *read(name: string): AsyncGenerator<readonly BsonDocument[]> {
    const file = this.file(name)
    if (file !== undefined) yield* bsonDocuments(file)
  }
}

/** An id of a document: a text, or an ObjectId of a former version. */
export const keyOf = (value: unknown): string =>
  value instanceof ObjectId ? value.toHexString() : textOf(value)

/** Unix seconds of a time; NaN for a value that is none. */
export const secondsOf = (value: unknown): number =>
  value instanceof Date ? value.getTime() / 1000 : Number.NaN
