/** The record at the end of a ZIP, without its comment. */
const RECORD_BYTES = 22
const LOCATOR_BYTES = 20
/** The most bytes of the end of a ZIP: its locator of ZIP64, its record and a comment. */
export const ZIP_END_BYTES = LOCATOR_BYTES + RECORD_BYTES + 65_535

const LOCATOR = 0x07064b50
/** Bytes of an entry in the directory, without its name. */
const ENTRY_BYTES = 46
const NUMBERS_OF_16_BITS = 2 ** 16
const NUMBERS_OF_32_BITS = 2 ** 32

/** What the record at the end of a ZIP says, with 32 bits for each place and size. */
export interface ZipEnd {
  /** Where the record is, in bytes. */
  readonly at: number
  /** The number of the part of a split ZIP; 0 for a whole one. */
  readonly part: number
  readonly directoryBytes: number
  readonly directoryAt: number
  /** Whether another record has the numbers with 64 bits. */
  readonly isZip64: boolean
}

/** Finds the record at the end of a ZIP in its last bytes. `size`: the bytes of the file. */
export function zipEndOf(tail: Buffer, size: number): ZipEnd | undefined {
  const from = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (from < 0 || from + RECORD_BYTES > tail.length) return undefined
  return {
    at: size - tail.length + from,
    part: tail.readUInt16LE(from + 4),
    directoryBytes: tail.readUInt32LE(from + 12),
    directoryAt: tail.readUInt32LE(from + 16),
    isZip64: from >= LOCATOR_BYTES && tail.readUInt32LE(from - LOCATOR_BYTES) === LOCATOR,
  }
}

/**
 * Whether the place of the directory began at 0 again after 4 GiB. Programs such as Finder of macOS write
 * ZIP files of any size without ZIP64. The places and sizes of their entries are unknown then.
 */
export function hasWrappedPlaces({ at, directoryBytes, directoryAt, isZip64 }: ZipEnd): boolean {
  const between = at - directoryBytes - directoryAt
  return !isZip64 && between > 0 && between % NUMBERS_OF_32_BITS === 0
}

/**
 * Whether the number of entries began at 0 again after 65,535. `read`: the bytes of the counted entries in
 * the directory.
 */
export const hasWrappedCount = ({ directoryBytes, isZip64 }: ZipEnd, read: number): boolean =>
  !isZip64 && directoryBytes - read >= NUMBERS_OF_16_BITS * ENTRY_BYTES

/** Bytes of an entry in the directory. */
export const directoryBytesOf = (entry: {
  readonly fileNameLength: number
  readonly extraFieldLength: number
  readonly fileCommentLength: number
}): number => ENTRY_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
