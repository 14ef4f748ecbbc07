import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { diskFailureOf } from '../disk-failure.ts'
import { StorageError } from '../storage.ts'

/** Nobody but the server's own user reads what people upload. */
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** Moves a file that is on the disk, so that it is there under its new name whatever happens. */
export async function moveInto(draft: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  await rename(draft, path)
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

/** A key never leaves the folder. */
export function checked(key: string): string {
  if (!/^[a-z0-9][a-z0-9-]{3,127}$/.test(key)) throw new Error('not a storage key')
  return key
}

/** What of an error in reading is the folder's: others, of the bytes' source, stay as they are. */
export function failureOf(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  if (code === 'ENOENT') return new StorageError('missing', error)
  return new StorageError(diskFailureOf(error) ?? 'unavailable', error)
}

/** The same of an error in writing: where nothing can be put the folder itself is missing. */
export function failureToWrite(error: unknown): unknown {
  const failure = failureOf(error)
  const isMissing = failure instanceof StorageError && failure.failure === 'missing'
  return isMissing ? new StorageError('unavailable', error) : failure
}
