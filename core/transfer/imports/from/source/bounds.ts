import {
  MAX_MOVE_IN_ENTRIES,
  MAX_MOVE_IN_ENTRY_NAME_BYTES,
  MAX_MOVE_IN_GIB,
  MAX_MOVE_IN_RATIO,
} from '../../../../../config/limits.ts'
import { ArchiveError } from '../../archive.ts'
import { checkName, shown } from './source.ts'

const GIB = 1024 ** 3
/** An archive up to this size may be packed at any ratio. */
const ANY_RATIO_BYTES = 256 * 1024 ** 2

/** Counts the unpacked bytes of an archive. Its methods throw `ArchiveError` when a bound is passed. */
export class SourceBounds {
  readonly #packed: number
  readonly #names = new Set<string>()
  #bytes = 0
  #entries = 0

  /** `packed`: the size of the archive on disk, in bytes. */
  constructor(packed: number) {
    this.#packed = packed
  }

  addEntry(name: string): void {
    this.#entries += 1
    if (this.#entries > MAX_MOVE_IN_ENTRIES) {
      throw new ArchiveError(`The archive is refused: it has more than ${MAX_MOVE_IN_ENTRIES} entries.`)
    }
    if (Buffer.byteLength(name) > MAX_MOVE_IN_ENTRY_NAME_BYTES) {
      throw new ArchiveError(`The archive is refused: the name ${shown(name)} is too long.`)
    }
    checkName(name)
  }

  /** Adds a file, which must be the only one of its name. */
  addFile(name: string): void {
    if (this.#names.has(name)) throw new ArchiveError(`The archive is broken: it has ${shown(name)} twice.`)
    this.#names.add(name)
  }

  addBytes(count: number): void {
    this.#bytes += count
    if (this.#bytes > MAX_MOVE_IN_GIB * GIB) {
      throw new ArchiveError(`The archive is refused: it unpacks to more than ${MAX_MOVE_IN_GIB} GiB.`)
    }
    if (this.#bytes > ANY_RATIO_BYTES && this.#bytes > this.#packed * MAX_MOVE_IN_RATIO) {
      throw new ArchiveError(
        `The archive is refused: it unpacks to more than ${MAX_MOVE_IN_RATIO} times its size.`,
      )
    }
  }
}
