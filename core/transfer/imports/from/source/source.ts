import type { Readable } from 'node:stream'
import { ArchiveError } from '../../archive.ts'

/** A file of another product's archive. */
export interface SourceFile {
  /** The path in the archive, with `/` between its parts. */
  readonly name: string
  /** Bytes of the content, as the archive says. Reading fails when the content is larger. */
  readonly size: number
  open(): Promise<Readable>
}

/** Another product's archive, opened. Files can be read in any order, and several at once. */
export interface Source {
  readonly files: ReadonlyMap<string, SourceFile>
  close(): Promise<void>
}

/** Shortens a name of a file for a message. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, 100))

/**
 * Leaves out what macOS adds to archives: the folder `__MACOSX`, and beside a file `x` a file `._x` with its
 * attributes.
 */
export function withoutSystemFiles(files: ReadonlyMap<string, SourceFile>): Map<string, SourceFile> {
  const kept = new Map<string, SourceFile>()
  for (const [name, file] of files) {
    const isAttributes = /(?:^|\/)\._[^/]+$/.test(name) && files.has(name.replace(/\._([^/]+)$/, '$1'))
    if (!isAttributes && !/(?:^|\/)__MACOSX\//.test(name)) kept.set(name, file)
  }
  return kept
}

/** Whether a file was added by the system on which the archive was packed, and is no part of an export. */
export const isOfSystem = (name: string): boolean =>
  /(?:^|\/)(?:\.DS_Store|\._[^/]+|Thumbs\.db|desktop\.ini)$/i.test(name)

const depthOf = (path: string): number => path.split('/').length

/**
 * The path nearest to the root, of those at which an export may be; undefined without any. Throws
 * `ArchiveError` when several are as near, because then the archive has several exports.
 */
export function nearest(paths: readonly string[]): string | undefined {
  const [first, second] = [...new Set(paths)].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
  if (second !== undefined && depthOf(first!) === depthOf(second)) {
    throw new ArchiveError(
      `The archive is refused: it has several exports, ${shown(first!)} and ${shown(second)}.`,
    )
  }
  return first
}

/**
 * Checks the name of an entry. Throws `ArchiveError` for a name that leads out of the archive. The import
 * never uses a name as a path on disk.
 */
export function checkName(name: string): void {
  const leadsOut =
    name.startsWith('/') ||
    /^[A-Za-z]:/.test(name) ||
    name.includes('\\') ||
    name.includes('\0') ||
    name.split('/').includes('..')
  if (leadsOut) throw new ArchiveError(`The archive is refused: ${shown(name)} leads out of it.`)
}

/** Returns an error of a library as `ArchiveError`. */
export function broken(error: unknown, where?: string): ArchiveError {
  if (error instanceof ArchiveError) return error
  const reason = (error as Error).message.replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 200)
  return new ArchiveError(`The archive is broken: ${where === undefined ? '' : `${where}: `}${reason}.`)
}
