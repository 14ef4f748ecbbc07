import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandLineOf } from '../config/embedded/processes.ts'
import { ConfigError } from '../config/error.ts'

const LOCK = 'supervisor.pid'
const ADDRESSES = 'addresses.json'

/** Where a running supervisor's database, Redis and gateways answer; the first two with their passwords. */
export type Addresses = { databaseUrl: string; redisUrl: string; rootUrl: string }

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
  const lock = join(directory, LOCK)
  const draft = `${lock}.${process.pid}`
  for (;;) {
    try {
      await writeFile(draft, `${process.pid}\n${await commandLineOf(process.pid)}\n`)
      // A link appears complete or not at all: nobody reads half a lock and takes it for a stale one.
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
        `Loquat already runs on ${directory} (process ${holder}): stop it, or set DATA_DIR to another folder`,
      )
    }
    await rm(lock, { force: true })
  }
}

/** Lets programs on the same data directory find the servers of this process, which has taken it. */
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

/** What the supervisor that runs on the directory has published; undefined when none runs, or not yet. */
export async function publishedAddresses(directory: string): Promise<Addresses | undefined> {
  const text = await readFile(join(directory, ADDRESSES), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { pid, ...addresses } = JSON.parse(text) as Addresses & { pid: number }
  // One that was killed leaves its file behind.
  return pid === (await holderOf(join(directory, LOCK))) ? addresses : undefined
}

async function holderOf(lock: string): Promise<number | undefined> {
  const [pid = '', command] = (await readFile(lock, 'utf8').catch(() => '')).split('\n')
  if (!pid || Number(pid) === process.pid) return undefined
  return (await commandLineOf(Number(pid))) === command ? Number(pid) : undefined
}
