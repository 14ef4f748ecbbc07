import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type Entry, open as openZip, type ZipFile } from 'yauzl'
import type { z } from 'zod'
import type { Row } from '../exports/archive/column.ts'
import {
  type ArchivedFile,
  FILE_NAME,
  FORMAT,
  FORMAT_VERSION,
  MAX_PART_BYTES,
  type Manifest,
  manifestShape,
  PART_NAME,
  type Part,
} from '../exports/archive/manifest.ts'
import { ownColumn, type Table } from '../exports/archive/table.ts'
import { TABLES } from '../exports/archive/tables.ts'
import { certainRow, rowShape } from './row-shape.ts'
import { unreadablePath } from './unreadable-path.ts'

const inflate = promisify(inflateRaw)

/** The file is damaged or not an archive. The message is shown to the operator. */
export class ArchiveError extends Error {}

export type ArchivedRow = Row & { readonly files?: Readonly<Record<string, ArchivedFile>> }

/**
 * An archive on disk (docs/export-format.md). The content is untrusted: this class checks names, sizes, types
 * and checksums before it returns anything. It uses the memory of the two largest parts. Its methods throw
 * `ArchiveError`.
 */
export class Archive {
  readonly manifest: Manifest
  /** SHA-256 of the manifest, which contains the checksums of all parts. */
  readonly fingerprint: string
  /** Bytes of all files, by the sizes of their entries. */
  readonly fileBytes: number
  readonly #path: string
  readonly #zip: ZipFile
  readonly #parts: ReadonlyMap<string, Entry>
  readonly #checks = new Map<string, RowChecks>()
  /** For each part of a table, the next one. */
  readonly #following = new Map<Part, Part>()
  /** The lines of a part that are read before anybody asks for them. */
  #ahead: { readonly part: Part; readonly lines: Promise<string[]> } | undefined

  private constructor(
    path: string,
    zip: ZipFile,
    parts: ReadonlyMap<string, Entry>,
    manifest: Buffer,
    fileBytes: number,
  ) {
    this.#path = path
    this.fileBytes = fileBytes
    this.#zip = zip
    this.#parts = parts
    this.fingerprint = createHash('sha256').update(manifest).digest('hex')
    this.manifest = parseManifest(manifest.toString())
    for (const part of this.manifest.tables.flatMap((table) => table.parts)) {
      if (!parts.has(part.name)) throw new ArchiveError(`The archive lacks ${part.name}.`)
    }
    for (const { parts } of this.manifest.tables) {
      for (const [index, part] of parts.slice(1).entries()) this.#following.set(parts[index]!, part)
    }
  }

  static async open(path: string): Promise<Archive> {
    const why = await unreadablePath(path)
    if (why !== undefined) throw new ArchiveError(why)
    const zip = await openZipFile(path)
    try {
      const parts = new Map<string, Entry>()
      let manifest: Entry | undefined
      let stored = 0
      let fileBytes = 0
      for await (const entry of entriesOf(zip)) {
        stored += entry.compressedSize
        if (entry.fileName === 'manifest.json') manifest = entry
        else if (PART_NAME.test(entry.fileName)) parts.set(entry.fileName, entry)
        else fileBytes += entry.uncompressedSize
      }
      // A zip bomb can use overlapping entries, whose sizes add up to more than the file.
      if (stored > zip.fileSize) throw new ArchiveError('The archive is broken: its entries overlap.')
      if (manifest === undefined)
        throw new ArchiveError('This is not a Loquat export: it has no manifest.json.')
      return new Archive(path, zip, parts, await readWhole(zip, manifest), fileBytes)
    } catch (error) {
      zip.close()
      throw error
    }
  }

  close(): void {
    this.#zip.close()
  }

  /** Reads and validates the rows of a part. */
  async rows(table: Table, part: Part): Promise<ArchivedRow[]> {
    const lines = await this.#linesOf(part, this.#following.get(part))
    const { isCertain, shape } = this.#checksOf(table)
    return lines.map((line, index) => {
      const parsed = parseJson(line)
      if (isCertain(parsed)) return parsed as ArchivedRow
      const row = shape.safeParse(parsed)
      if (row.success) return row.data as ArchivedRow
      const [issue] = row.error.issues
      throw new ArchiveError(
        `The archive is broken: line ${index + 1} of ${part.name}, ${issue!.path.join('.') || 'row'}: ${issue!.message}.`,
      )
    })
  }

  /**
   * Reads the rows of a part again. `rows` has validated an archive with the same fingerprint. The checksum
   * proves that they are the same rows, so this does not validate them. `next` is the part that the caller
   * asks for next.
   */
  async validatedRows(part: Part, next: Part | undefined): Promise<ArchivedRow[]> {
    return (await this.#linesOf(part, next)).map((line) => JSON.parse(line) as ArchivedRow)
  }

  /**
   * Reads the ids of the rows of a part, as `validatedRows`. Most rows begin with their id, and are not
   * parsed.
   */
  async validatedIds(part: Part, column: string, next: Part | undefined): Promise<number[]> {
    const lines = await this.#linesOf(part, next)
    const first = new RegExp(`^\\{"${column}":(\\d+)[,}]`)
    return lines.map((line) => Number(first.exec(line)?.[1] ?? (JSON.parse(line) as Row)[column]))
  }

  /**
   * Yields each part with the files that belong to it, in the archive's order. Read the files before the next
   * part.
   */
  async *files(): AsyncGenerator<{ part: string; files: readonly ArchiveFile[] }> {
    const zip = await openZipFile(this.#path)
    try {
      let files: ArchiveFile[] = []
      for await (const entry of entriesOf(zip)) {
        if (PART_NAME.test(entry.fileName)) {
          yield { part: entry.fileName, files }
          files = []
        } else if (entry.fileName !== 'manifest.json') {
          files.push({
            name: entry.fileName,
            size: entry.uncompressedSize,
            open: () => openEntry(zip, entry),
          })
        }
      }
    } finally {
      zip.close()
    }
  }

  /** Returns the lines of a part, and begins to read `next`. */
  async #linesOf(part: Part, next: Part | undefined): Promise<string[]> {
    const lines = await (this.#ahead?.part === part ? this.#ahead.lines : this.#readLines(part))
    this.#ahead = next && { part: next, lines: this.#readLines(next) }
    this.#ahead?.lines.catch(() => undefined) // their caller gets the error
    return lines
  }

  /** Reads the lines of a part and compares them with its entry in the manifest. */
  async #readLines(part: Part): Promise<string[]> {
    const bytes = await readWhole(this.#zip, this.#parts.get(part.name)!)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (bytes.length !== part.bytes || sha256 !== part.sha256) {
      throw new ArchiveError(
        `The archive is broken: ${part.name} does not match its checksum in the manifest.`,
      )
    }
    const lines = bytes.toString().split('\n')
    if (lines.pop() !== '' || lines.length !== part.rows) {
      throw new ArchiveError(`The archive is broken: ${part.name} does not have ${part.rows} lines.`)
    }
    return lines
  }

  #checksOf(table: Table): RowChecks {
    let checks = this.#checks.get(table.name)
    if (checks === undefined) {
      const { columns } = this.manifest.tables.find(({ name }) => name === table.name)!
      checks = { isCertain: certainRow(table, columns), shape: rowShape(table, columns) }
      this.#checks.set(table.name, checks)
    }
    return checks
  }
}

/** How the rows of a table are validated. */
interface RowChecks {
  readonly isCertain: (row: unknown) => boolean
  readonly shape: z.ZodType
}

/** A file of an archive. */
export interface ArchiveFile {
  readonly name: string
  readonly size: number
  open(): Promise<Readable>
}

function parseManifest(text: string): Manifest {
  const parsed = parseJson(text) as Partial<Manifest> | undefined
  if (parsed?.format !== FORMAT)
    throw new ArchiveError('This is not a Loquat export: its manifest has another format.')
  if (typeof parsed.version === 'number' && parsed.version > FORMAT_VERSION) {
    throw new ArchiveError(
      `The archive is from a newer Loquat: it has format ${parsed.version}, this server reads ${FORMAT_VERSION}.`,
    )
  }
  const manifest = manifestShape.safeParse(parsed)
  if (!manifest.success) {
    const [issue] = manifest.error.issues
    throw new ArchiveError(
      `The archive is broken: its manifest, ${issue!.path.join('.')}: ${issue!.message}.`,
    )
  }
  const seen = new Set<string>()
  for (const { name, columns, rows, parts } of manifest.data.tables) {
    const table = TABLES.find((candidate) => candidate.name === name)
    const unknown = table === undefined ? name : columns.find((column) => !(column in table.columns))
    if (unknown !== undefined)
      throw new ArchiveError(`The archive is from a newer Loquat: it contains ${unknown}.`)
    const own = ownColumn(table!)
    if (own !== undefined && !columns.includes(own))
      throw new ArchiveError(`The archive is broken: its manifest lacks the ids of ${name}.`)
    const isConsistent =
      new Set(columns).size === columns.length &&
      parts.reduce((sum, part) => sum + part.rows, 0) === rows &&
      parts.every(
        (part) => PART_NAME.exec(part.name)?.[1] === name && !seen.has(part.name) && seen.add(part.name),
      )
    if (!isConsistent || seen.has(name))
      throw new ArchiveError(`The archive is broken: its manifest contradicts itself on ${name}.`)
    seen.add(name)
  }
  return manifest.data
}

function openZipFile(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    openZip(path, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) => {
      if (error === null) return resolve(zip)
      const { code } = error as NodeJS.ErrnoException
      reject(code === undefined ? broken(error) : new ArchiveError(`${path} cannot be read (${code}).`))
    })
  })
}

/** Yields every entry after it is checked. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (let left = zip.entryCount; left > 0; left -= 1) {
    const entry = await new Promise<Entry>((resolve, reject) => {
      const failed = (error: Error) => reject(broken(error))
      zip.once('error', failed)
      zip.once('entry', (found: Entry) => {
        zip.off('error', failed)
        resolve(found)
      })
      zip.readEntry()
    })
    checkEntry(entry)
    yield entry
  }
}

function checkEntry({
  fileName,
  compressedSize,
  uncompressedSize,
  compressionMethod,
  generalPurposeBitFlag,
}: Entry) {
  const refuse = (why: string) =>
    new ArchiveError(`The archive is broken: ${JSON.stringify(fileName.slice(0, 100))} ${why}.`)
  const isFile = FILE_NAME.test(fileName)
  if (!isFile && fileName !== 'manifest.json' && !PART_NAME.test(fileName))
    throw refuse('does not belong in an export')
  if (generalPurposeBitFlag & 1) throw refuse('is encrypted')
  if (compressionMethod !== 0 && (isFile || compressionMethod !== 8))
    throw refuse('uses an unknown compression')
  if (isFile && compressedSize !== uncompressedSize) throw refuse('has contradictory sizes')
  if (!isFile && Math.max(compressedSize, uncompressedSize) > MAX_PART_BYTES) throw refuse('is too large')
}

/** Opens the content of an entry, or with `isRaw` its bytes in the file. */
function openEntry(zip: ZipFile, entry: Entry, isRaw = false): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const opened = (error: Error | null, stream: Readable) =>
      error === null ? resolve(stream) : reject(broken(error))
    if (isRaw) zip.openReadStream(entry, { decompress: false }, opened)
    else zip.openReadStream(entry, opened)
  })
}

/** Reads an entry whose size is already checked. Fails when the content is larger. */
async function readWhole(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const { compressionMethod, uncompressedSize } = entry
  const isDeflated = compressionMethod !== 0
  const chunks: Buffer[] = []
  try {
    for await (const chunk of await openEntry(zip, entry, isDeflated)) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    if (!isDeflated) return bytes
    // One call inflates everything outside of this thread. A stream would return to it after every 16 KiB.
    const size = Math.max(64, uncompressedSize)
    return await inflate(bytes, { chunkSize: size, maxOutputLength: size })
  } catch (error) {
    throw broken(error as Error)
  }
}

const broken = (error: Error): ArchiveError =>
  error instanceof ArchiveError
    ? error
    : new ArchiveError(`The archive is broken: ${error.message.replace(/\.$/, '')}.`)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
