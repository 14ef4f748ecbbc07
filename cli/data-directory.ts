import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandLineOf } from '../config/embedded/processes.ts'
import { ConfigError } from '../config/error.ts'

/**
 * Takes the data directory for this process, until the returned function gives it back. Throws `ConfigError`
 * while another process has it. One that died without giving it back does not count, even if its process id
 * is in use again: the lock also names the command line.
 */
export async function takeDataDirectory(directory: string): Promise<() => Promise<void>> {
  try {
    await mkdir(directory, { recursive: true })
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${directory} cannot be created (${(error as NodeJS.ErrnoException).code})`,
    )
  }
  const lock = join(directory, 'supervisor.pid')
  const draft = `${lock}.${process.pid}`
  for (;;) {
    try {
      await writeFile(draft, `${process.pid}\n${await commandLineOf(process.pid)}\n`)
      // A link appears complete or not at all: nobody reads half a lock and takes it for a stale one.
      await link(draft, lock)
      return () => rm(lock, { force: true })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR ${directory} cannot be written to (${code})`)
    } finally {
      await rm(draft, { force: true })
    }
    const holder = await holderOf(lock)
    if (holder) {
      throw new ConfigError(
        `Loquat already runs on ${directory} (process ${holder}): stop it, or set DATA_DIR to another folder`,
      )
    }
    await rm(lock, { force: true })
  }
}

async function holderOf(lock: string): Promise<number | undefined> {
  const [pid = '', command] = (await readFile(lock, 'utf8').catch(() => '')).split('\n')
  if (!pid || Number(pid) === process.pid) return undefined
  return (await commandLineOf(Number(pid))) === command ? Number(pid) : undefined
}
