import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { diskFailureOf } from '../disk-failure.ts'
import { StorageError } from '../storage.ts'

/** Only the server's own user may read uploaded files. */
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

/** Renames a synced file, and syncs the target folder so that the new name survives a crash. */
export async function moveDurably(incoming: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  await rename(incoming, path)
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

/** Returns the key. Throws when it is not a valid storage key, which also prevents path traversal. */
export function checkKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9-]{3,127}$/.test(key)) throw new Error('not a storage key')
  return key
}

/** Converts a system error during a read to a `StorageError`. Returns errors of the byte source unchanged. */
export function toReadFailure(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  if (code === 'ENOENT') return new StorageError('missing', error)
  return new StorageError(diskFailureOf(error) ?? 'unavailable', error)
}

/** Like `toReadFailure`, for a write: a missing path means that the folder is unavailable. */
export function toWriteFailure(error: unknown): unknown {
  const failure = toReadFailure(error)
  const isMissing = failure instanceof StorageError && failure.failure === 'missing'
  return isMissing ? new StorageError('unavailable', error) : failure
}
