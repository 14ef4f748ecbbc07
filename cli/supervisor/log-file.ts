import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const LARGEST_BYTES = 10 * 1024 * 1024

/**
 * Opens a log file for appending, readable by its owner only; creates a missing folder. First renames a file
 * of more than 10 MiB to `<path>.old`, which replaces an earlier one, so at most two files exist.
 */
export async function openLogFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true })
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size > LARGEST_BYTES) await rename(path, `${path}.old`)
  return open(path, 'a', 0o600)
}
