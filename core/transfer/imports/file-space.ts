import { MIB } from '../../content/uploads/space.ts'
import { type Archive, ArchiveError } from './archive.ts'

/** The space for the files of an imported organization. */
export interface FileSpace {
  /** MiB that the files of an organization may take; undefined for any. */
  readonly quotaMib: number | undefined
  /** Resolves to the bytes that can still be stored. */
  readonly room: () => Promise<number>
}

/**
 * Checks before anything is stored that there is room for the files of an archive. Throws `ArchiveError` when
 * they take more than an organization may have, or than the store has room for.
 */
export async function requireFileSpace(
  { fileBytes }: Pick<Archive, 'fileBytes'>,
  { quotaMib, room }: FileSpace,
): Promise<void> {
  const mib = Math.ceil(fileBytes / MIB)
  if (quotaMib !== undefined && fileBytes > quotaMib * MIB) {
    throw new ArchiveError(
      `The files of the archive take ${mib} MiB, and an organization may have ${quotaMib} MiB on this server.`,
    )
  }
  if (fileBytes > (await room())) {
    throw new ArchiveError(
      `The files of the archive take ${mib} MiB, and the server has less room for files.`,
    )
  }
}
