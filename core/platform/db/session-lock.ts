import type pg from 'pg'
import { ask } from './database.ts'

/**
 * Milliseconds after which Postgres takes a lock from a process that shows no sign of life: it is frozen, or cut off
 * from the network.
 */
const SILENT_MS = 30_000
const SIGN_OF_LIFE_MS = 5_000

/** Two numbers that name a lock, the same in every process. */
export type LockName = readonly [concept: number, which: number]

/** Takes a lock for the session of a connection; false when another session has it. */
export async function tryLock(client: pg.Client, name: LockName): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS locked', [...name])
  return rows[0].locked === true
}

/**
 * Runs `work` while the connection keeps the lock that it has taken, then gives the lock back. A process that is frozen
 * loses the lock with the connection after half a minute, so what `work` does must also bear that another does it then.
 */
export async function whileLocked<T>(client: pg.Client, name: LockName, work: () => Promise<T>): Promise<T> {
  await ask(client, `SET idle_session_timeout = ${SILENT_MS}`)
  let sign: Promise<unknown> = Promise.resolve()
  const signs = setInterval(() => {
    sign = sign.then(() => ask(client, 'SELECT 1')).catch(() => undefined)
  }, SIGN_OF_LIFE_MS)
  try {
    return await work()
  } finally {
    clearInterval(signs)
    await sign
    // A connection that was lost has lost the lock too.
    await client.query('SELECT pg_advisory_unlock($1, $2)', [...name]).catch(() => undefined)
    await ask(client, 'RESET idle_session_timeout').catch(() => undefined)
  }
}
