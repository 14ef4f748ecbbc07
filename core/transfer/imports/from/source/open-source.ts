import { type FileHandle, open } from 'node:fs/promises'
import { ArchiveError } from '../../archive.ts'
import { unreadablePath } from '../../unreadable-path.ts'
import { openFolderSource } from './folder-source.ts'
import type { Source } from './source.ts'
import { openTarSource } from './tar-source.ts'
import { hasWrappedPlaces, ZIP_END_BYTES, zipEndOf } from './zip-end.ts'
import { inParts, lacksZip64, openZipSource } from './zip-source.ts'

const TAR_BLOCK_BYTES = 512
const TAR_MAGIC_AT = 257
/** Where a header of tar has the sum of its bytes, which counts these eight bytes as spaces. */
const TAR_SUM_AT = 148
const TAR_SUM_BYTES = 8
/** The first bytes of formats that cannot be read, in hexadecimal. */
const OTHERS: readonly (readonly [start: string, name: string])[] = [
  ['377abcaf271c', '7z'],
  ['526172211a07', 'RAR'],
  ['fd377a585a00', 'xz'],
  ['425a68', 'bzip2'],
  ['28b52ffd', 'Zstandard'],
]

/**
 * Opens an archive by its first bytes: ZIP, tar, or tar packed with gzip; or a folder. `work` is a folder for
 * what has to be unpacked. Throws `ArchiveError`.
 */
export async function openSource(path: string, work: string): Promise<Source> {
  const found = await lookAt(path)
  if (found === 'folder') return openFolderSource(path)
  const { head, tail, size } = found
  const end = zipEndOf(tail, size)
  const signature = head.toString('latin1', 0, 4)
  if (signature === 'PK\x07\x08') throw inParts()
  if (signature === 'PK\x03\x04' || signature === 'PK\x05\x06') {
    if (end !== undefined && hasWrappedPlaces(end)) throw lacksZip64()
    return openZipSource(path, end)
  }
  if (head[0] === 0x1f && head[1] === 0x8b) return openTarSource(path, true, work)
  if (isTar(head)) return openTarSource(path, false, work)
  if (head.length === 0) throw new ArchiveError('The archive is empty.')
  const other = OTHERS.find(([start]) => head.toString('hex').startsWith(start))
  if (other !== undefined) {
    throw new ArchiveError(
      `The archive is refused: it is packed with ${other[1]}; only ZIP, tar and tar.gz can be read.`,
    )
  }
  // The last part of a ZIP that is split.
  if (end !== undefined && end.part !== 0) throw inParts()
  throw new ArchiveError('This is no archive that can be imported: it is neither a ZIP nor a tar file.')
}

function isTar(head: Buffer): boolean {
  if (head.toString('latin1', TAR_MAGIC_AT, TAR_MAGIC_AT + 5) === 'ustar') return true
  if (head.length < TAR_BLOCK_BYTES) return false
  const said = Number.parseInt(head.toString('latin1', TAR_SUM_AT, TAR_SUM_AT + TAR_SUM_BYTES), 8)
  const sum = head.reduce((total, byte) => total + byte, 0)
  const own = head.subarray(TAR_SUM_AT, TAR_SUM_AT + TAR_SUM_BYTES).reduce((total, byte) => total + byte, 0)
  return said === sum - own + TAR_SUM_BYTES * 0x20
}

interface Ends {
  readonly head: Buffer
  readonly tail: Buffer
  /** Bytes of the file. */
  readonly size: number
}

/** Reads the first and the last bytes of a file. */
async function lookAt(path: string): Promise<'folder' | Ends> {
  const why = await unreadablePath(path)
  if (why !== undefined) throw new ArchiveError(why)
  try {
    const file = await open(path)
    try {
      const stat = await file.stat()
      if (stat.isDirectory()) return 'folder'
      const from = Math.max(0, stat.size - ZIP_END_BYTES)
      const [head, tail] = [await bytesOf(file, 0, TAR_BLOCK_BYTES), await bytesOf(file, from, ZIP_END_BYTES)]
      return { head, tail, size: stat.size }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new ArchiveError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function bytesOf(file: FileHandle, from: number, count: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, from)
  return buffer.subarray(0, bytesRead)
}
