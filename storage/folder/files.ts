import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StorageError } from '../storage.ts'

/** Moves a file that is on the disk, so that it is there under its new name whatever happens. */
export async function moveInto(draft: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await rename(draft, path)
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

/** A key never leaves the folder. */
export function checked(key: string): string {
  if (!/^[a-z0-9][a-z0-9-]{3,127}$/.test(key)) throw new Error('not a storage key')
  return key
}

/** What of an error is the folder's: others, of the bytes' source, stay as they are. */
export function failureOf(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  if (code === 'ENOENT') return new StorageError('missing', error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageError('full', error)
  return new StorageError('unavailable', error)
}
