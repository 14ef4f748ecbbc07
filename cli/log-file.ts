import { type FileHandle, mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const LARGEST_BYTES = 10 * 1024 * 1024

/**
 * Opens a log file for appending, readable by its owner only; creates the folder if need be. A file of more than 10 MiB
 * is renamed to `<path>.old` first and replaces the one that was renamed before, so two files are kept at most.
 */
export async function openLogFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true })
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size > LARGEST_BYTES) await rename(path, `${path}.old`)
  return open(path, 'a', 0o600)
}
