import { createGunzip } from 'node:zlib'
import { deserialize } from 'bson'
import { MAX_MOVE_IN_DEPTH, MAX_MOVE_IN_ROW_BYTES } from '../../../../../config/limits.ts'
import { ArchiveError } from '../../archive.ts'
import { SourceBounds } from './bounds.ts'
import { broken, type SourceFile, shown } from './source.ts'

const LENGTH_BYTES = 4
/** The shortest document: its length and its end. */
const MIN_DOCUMENT_BYTES = 5
/** A document within another one takes at least as many: its type, its name, its length and its end. */
const LEVEL_BYTES = 7

/** A document of a file that `mongodump` has written. */
export type BsonDocument = Readonly<Record<string, unknown>>

/**
 * Reads the documents of a `.bson` or `.bson.gz` file, some at a time. Binary values are `Buffer`s. Holds one
 * piece of the file and one document. Throws `ArchiveError` for a file that is cut or malformed, for one that
 * unpacks to far more than its size, and for a document that is too large.
 */
export async function* bsonDocuments(file: SourceFile): AsyncGenerator<readonly BsonDocument[]> {
  const packed = await file.open()
  const isPacked = file.name.endsWith('.gz')
  const stream = isPacked ? packed.pipe(createGunzip()) : packed
  // The bounds of the archive count the packed file alone.
  const bounds = new SourceBounds(file.size)
  packed.on('error', (error) => stream.destroy(error))
  let bytes: Buffer = Buffer.alloc(0)
  let wanted = LENGTH_BYTES
  let pieces: Buffer[] = []
  let waiting = 0
  try {
    for await (const chunk of stream) {
      if (isPacked) bounds.addBytes((chunk as Buffer).length)
      pieces.push(chunk as Buffer)
      waiting += (chunk as Buffer).length
      if (bytes.length + waiting < wanted) continue
      bytes = Buffer.concat([bytes, ...pieces])
      pieces = []
      waiting = 0
      const documents: BsonDocument[] = []
      let at = 0
      for (;;) {
        wanted = lengthAt(bytes, at, file.name)
        if (bytes.length - at < wanted) break
        documents.push(documentOf(bytes.subarray(at, at + wanted), file.name))
        at += wanted
      }
      bytes = bytes.subarray(at)
      if (documents.length > 0) yield documents
    }
    if (bytes.length + waiting > 0)
      throw new ArchiveError(`The archive is broken: ${shown(file.name)} is cut.`)
  } catch (error) {
    throw broken(error, shown(file.name))
  } finally {
    stream.destroy()
    packed.destroy()
  }
}

/** The length of the document that begins here; of the length itself when that is not here yet. */
function lengthAt(bytes: Buffer, at: number, name: string): number {
  if (bytes.length - at < LENGTH_BYTES) return LENGTH_BYTES + 1
  const length = bytes.readInt32LE(at)
  if (length < MIN_DOCUMENT_BYTES) throw new ArchiveError(`The archive is broken: ${shown(name)} is no BSON.`)
  if (length > MAX_MOVE_IN_ROW_BYTES) {
    throw new ArchiveError(`The archive is refused: an entry of ${shown(name)} is too large.`)
  }
  return length
}

function documentOf(bytes: Buffer, name: string): BsonDocument {
  const document = deserialized(bytes, name)
  if (bytes.length > MAX_MOVE_IN_DEPTH * LEVEL_BYTES && isTooDeep(document)) {
    throw new ArchiveError(`The archive is refused: an entry of ${shown(name)} is nested too deeply.`)
  }
  return document
}

function deserialized(bytes: Buffer, name: string): BsonDocument {
  try {
    return deserialize(bytes, { promoteBuffers: true })
  } catch {
    // Also documents that are nested deeper than the stack.
    throw new ArchiveError(`The archive is broken: ${shown(name)} has a document that cannot be read.`)
  }
}

/** Looks at all values without recursion, which deep documents would not survive. */
function isTooDeep(document: BsonDocument): boolean {
  let level: object[] = [document]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_MOVE_IN_DEPTH) return true
    level = level.flatMap((value) =>
      Object.values(value).filter(
        (inner) => typeof inner === 'object' && inner !== null && !Buffer.isBuffer(inner),
      ),
    )
  }
  return false
}
