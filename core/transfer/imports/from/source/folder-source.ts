import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ArchiveError } from '../../archive.ts'
import { SourceBounds } from './bounds.ts'
import { type Source, type SourceFile, shown, withoutSystemFiles } from './source.ts'

const PIECE_BYTES = 1024 * 1024

/**
 * Opens a folder into which somebody has unpacked an archive, or into which a program has written its files.
 * Throws `ArchiveError` for links and devices in it, and when it passes a bound.
 */
export async function openFolderSource(path: string): Promise<Source> {
  const files = new Map<string, SourceFile>()
  const bounds = new SourceBounds(Number.POSITIVE_INFINITY)
  await addFolder(path, '', files, bounds)
  return { files: withoutSystemFiles(files), close: async () => undefined }
}

/** Adds the names and bytes of all files of a folder to a hash. Throws as `openFolderSource`. */
export async function hashFolder(path: string, hash: Hash): Promise<void> {
  const { files } = await openFolderSource(path)
  for (const { name, open } of files.values()) {
    const content = createHash('sha256')
    for await (const piece of await open()) content.update(piece as Buffer)
    hash.update(JSON.stringify([name, content.digest('hex')]))
  }
}

/** The bytes of all files of a folder. Throws as `openFolderSource`. */
export async function folderBytes(path: string): Promise<number> {
  const { files } = await openFolderSource(path)
  return [...files.values()].reduce((sum, { size }) => sum + size, 0)
}

/** Adds files in the order of their names. */
async function addFolder(
  path: string,
  prefix: string,
  files: Map<string, SourceFile>,
  bounds: SourceBounds,
): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = prefix + entry.name
    bounds.addEntry(name)
    const at = join(path, entry.name)
    if (entry.isDirectory()) await addFolder(at, `${name}/`, files, bounds)
    else if (!entry.isFile()) {
      throw new ArchiveError(`The archive is refused: ${shown(name)} is a link or a device.`)
    } else {
      const { size } = await stat(at)
      bounds.addBytes(size)
      files.set(name, { name, size, open: async () => contentOf(at, size) })
    }
  }
}

/** The bytes that the file had when it was found: it may grow meanwhile. */
const contentOf = (path: string, size: number): Readable =>
  size === 0 ? Readable.from([]) : createReadStream(path, { end: size - 1, highWaterMark: PIECE_BYTES })
