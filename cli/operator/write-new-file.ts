import { rmSync } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '../../config/error.ts'

/**
 * Writes a file that does not exist yet by `work`, which hands over the bytes. The file gets its name once it
 * is complete; nothing remains of it when `work` fails or a signal stops the process. Throws a `ConfigError`
 * when the file exists or cannot be written.
 */
export async function writeNewFile(
  file: string,
  work: (write: (bytes: Readable) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (file === '') throw new ConfigError('The name of the file must not be empty')
  if (await stat(file).catch(() => undefined)) throw new ConfigError(`${file} already exists`)
  const draft = `${file}.part`
  const handle = await create(draft, file)
  const stopWatching = removeWhenStopped(draft)
  try {
    await work((bytes) => pipeline(bytes, handle.createWriteStream({ flush: true })))
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw explained(error, file)
  } finally {
    stopWatching()
    await handle.close()
  }
}

/**
 * Creates the draft of a file, which only this process writes. Throws a `ConfigError` when it exists or
 * cannot be created.
 */
async function create(draft: string, file: string): Promise<FileHandle> {
  try {
    return await open(draft, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explained(error, file)
    throw new ConfigError(`${draft} exists: another export writes it, or one was killed; then remove it`)
  }
}

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const

/** Removes a file and ends the process when a signal stops it. Returns a function that ends this. */
function removeWhenStopped(file: string): () => void {
  const stop = (signal: NodeJS.Signals) => {
    rmSync(file, { force: true })
    process.exit(128 + SIGNALS[signal as keyof typeof SIGNALS])
  }
  for (const signal of Object.keys(SIGNALS)) process.on(signal, stop)
  return () => {
    for (const signal of Object.keys(SIGNALS)) process.off(signal, stop)
  }
}

/** Turns an error of the file system into a `ConfigError`. */
function explained(error: unknown, file: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  return syscall === undefined ? error : new ConfigError(`${file} cannot be written (${code})`)
}
