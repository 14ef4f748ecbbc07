import { MAX_MOVE_IN_LIST_BYTES } from '../../../../../config/limits.ts'
import { ArchiveError } from '../../archive.ts'

/** Counts the bytes of the people, channels and other lists of an archive that a reader keeps in memory. */
export class MemoryLists {
  #bytes = 0

  /** Throws `ArchiveError` when the lists are too large together. */
  add(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > MAX_MOVE_IN_LIST_BYTES) {
      throw new ArchiveError('The archive is refused: its people and channels are too many.')
    }
  }
}
