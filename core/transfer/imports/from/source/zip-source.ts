import type { Readable } from 'node:stream'
import { type Entry, getFileNameLowLevel, open as openZip, type ZipFile } from 'yauzl'
import { ArchiveError } from '../../archive.ts'
import { SourceBounds } from './bounds.ts'
import { broken, type Source, type SourceFile, shown, withoutSystemFiles } from './source.ts'
import { directoryBytesOf, hasWrappedCount, type ZipEnd } from './zip-end.ts'

const STORED = 0
const DEFLATED = 8
/** Names of other methods, for people. */
const METHODS: ReadonlyMap<number, string> = new Map([
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'XZ'],
  [98, 'PPMd'],
])
/** Systems in `versionMadeBy` whose programs may write names with backslashes: FAT, HPFS, NTFS, VFAT. */
const WINDOWS = new Set([0, 6, 10, 11, 14])
/** The file type in the mode of an entry that Unix has written. */
const TYPE_MASK = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Opens a ZIP file. `end`: the record at its end. Throws `ArchiveError` when it is broken, encrypted, or
 * passes a bound.
 */
export async function openZipSource(path: string, end: ZipEnd | undefined): Promise<Source> {
  const zip = await openFile(path)
  try {
    return { files: await filesOf(zip, end), close: async () => zip.close() }
  } catch (error) {
    zip.close()
    throw broken(error)
  }
}

const openFile = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    // Names are decoded here, because tools write names in UTF-8 and call them CP437.
    openZip(path, { lazyEntries: true, autoClose: false, decodeStrings: false }, (error, zip) =>
      error === null ? resolve(zip) : reject(/^multi-disk/.test(error.message) ? inParts() : broken(error)),
    )
  })

/** The error for a ZIP that is split into several files. */
export const inParts = (): ArchiveError =>
  new ArchiveError('The archive is refused: it is one part of several; join them first.')

/** The error for a ZIP whose numbers have too few bits for its size or for its files. */
export const lacksZip64 = (): ArchiveError =>
  new ArchiveError(
    'The archive is refused: the program that packed it writes no ZIP64, which a ZIP of this size or with this many files needs; unpack it, and pack the folder again with another program or as tar.gz.',
  )

async function filesOf(zip: ZipFile, end: ZipEnd | undefined): Promise<Map<string, SourceFile>> {
  const files = new Map<string, SourceFile>()
  const bounds = new SourceBounds(zip.fileSize)
  let stored = 0
  let read = 0
  for (let left = zip.entryCount; left > 0; left -= 1) {
    const entry = await nextEntry(zip)
    const name = nameOf(entry)
    read += directoryBytesOf(entry)
    bounds.addEntry(name)
    if (name.endsWith('/')) continue
    checkKind(entry, name)
    bounds.addFile(name)
    bounds.addBytes(entry.uncompressedSize)
    stored += entry.compressedSize
    // A bomb can use overlapping entries, whose sizes add up to more than the file.
    if (stored > zip.fileSize) throw new ArchiveError('The archive is broken: its entries overlap.')
    files.set(name, { name, size: entry.uncompressedSize, open: () => openEntry(zip, entry, name) })
  }
  if (end !== undefined && hasWrappedCount(end, read)) throw lacksZip64()
  return withoutSystemFiles(files)
}

const nextEntry = (zip: ZipFile): Promise<Entry> =>
  new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(broken(error))
    zip.once('error', failed)
    zip.once('entry', (entry: Entry) => {
      zip.off('error', failed)
      resolve(entry)
    })
    zip.readEntry()
  })

/**
 * Decodes the name of an entry: as UTF-8 if it is valid UTF-8, in spite of its flag, and else as CP437. The
 * backslashes of Windows become slashes.
 */
function nameOf(entry: Entry): string {
  const name = decoded(entry.fileName as unknown as Buffer)
  return WINDOWS.has(entry.versionMadeBy >>> 8) ? name.replaceAll('\\', '/') : name
}

function decoded(raw: Buffer): string {
  try {
    return utf8.decode(raw)
  } catch {
    return getFileNameLowLevel(0, raw, [], true)
  }
}

function checkKind(entry: Entry, name: string): void {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK
  if (type !== 0 && type !== REGULAR && type !== FOLDER) {
    throw new ArchiveError(`The archive is refused: ${shown(name)} is a link or a device.`)
  }
  if (entry.generalPurposeBitFlag & 1) {
    throw new ArchiveError(`The archive is refused: ${shown(name)} is encrypted.`)
  }
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    const method = METHODS.get(entry.compressionMethod) ?? `method ${entry.compressionMethod}`
    throw new ArchiveError(
      `The archive is refused: ${shown(name)} is packed with ${method}; pack it again with Deflate.`,
    )
  }
}

const openEntry = (zip: ZipFile, entry: Entry, name: string): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      error === null ? resolve(stream as Readable) : reject(broken(error, shown(name))),
    )
  })
