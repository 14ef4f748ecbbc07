import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandLineOf } from '../../config/embedded/processes.ts'
import { ConfigError } from '../../config/error.ts'

const LOCK = 'supervisor.pid'
const ADDRESSES = 'addresses.json'

/** Addresses of the Postgres, Redis and gateways of a running supervisor. The first two contain passwords. */
export type Addresses = { databaseUrl: string; redisUrl: string; rootUrl: string }

/**
 * Locks the data directory for this process until the returned function is called. Throws `ConfigError` while
 * another process holds the lock. The lock of a dead process is ignored, even if its process id is in use
 * again: the lock also names the command line.
 */
export async function lockDataDirectory(directory: string): Promise<() => Promise<void>> {
  try {
    await mkdir(directory, { recursive: true })
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${directory} cannot be created (${(error as NodeJS.ErrnoException).code})`,
    )
  }
  const lock = join(directory, LOCK)
  const draft = `${lock}.${process.pid}`
  for (;;) {
    try {
      await writeFile(draft, `${process.pid}\n${await commandLineOf(process.pid)}\n`)
      // A link appears complete or not at all, so no process reads half a lock and takes it for a stale one.
      await link(draft, lock)
      return async () => {
        await rm(join(directory, ADDRESSES), { force: true })
        await rm(lock, { force: true })
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR ${directory} cannot be written to (${code})`)
    } finally {
      await rm(draft, { force: true })
    }
    const holder = await holderOf(lock)
    if (holder) {
      throw new ConfigError(
        `Loquat is already running on ${directory} (process ${holder}): stop it, or set DATA_DIR to another folder`,
      )
    }
    await rm(lock, { force: true })
  }
}

/**
 * Writes the addresses to the data directory, which this process has locked, so that other programs find the
 * servers.
 */
export async function publishAddresses(directory: string, addresses: Addresses): Promise<void> {
  const { databaseUrl, redisUrl, rootUrl } = addresses
  const path = join(directory, ADDRESSES)
  const draft = `${path}.new`
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify({ pid: process.pid, databaseUrl, redisUrl, rootUrl })}\n`, {
    mode: 0o600,
  })
  await rename(draft, path)
}

/**
 * Returns the addresses that the supervisor running on the directory has published; undefined when there are
 * none.
 */
export async function publishedAddresses(directory: string): Promise<Addresses | undefined> {
  const text = await readFile(join(directory, ADDRESSES), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { pid, ...addresses } = JSON.parse(text) as Addresses & { pid: number }
  // A supervisor that was killed leaves its file behind.
  return pid === (await holderOf(join(directory, LOCK))) ? addresses : undefined
}

async function holderOf(lock: string): Promise<number | undefined> {
  const [pid = '', command] = (await readFile(lock, 'utf8').catch(() => '')).split('\n')
  if (!pid || Number(pid) === process.pid) return undefined
  return (await commandLineOf(Number(pid))) === command ? Number(pid) : undefined
}
