import type pg from 'pg'
import { ask } from './ask.ts'

/**
 * Milliseconds after which Postgres ends the session, and with it the lock, of a process that is frozen or
 * cut off from the network.
 */
const SILENT_MS = 30_000
const SIGN_OF_LIFE_MS = 5_000

/** Two numbers that name a lock, the same in every process. */
export type LockName = readonly [concept: number, which: number]

/** Tries to take a lock for the session of a connection. Resolves to false when another session holds it. */
export async function tryLock(client: pg.Client, name: LockName): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS locked', [...name])
  return rows[0].locked === true
}

/**
 * Runs `work` with a lock that the connection holds, and releases the lock afterwards. A frozen process loses
 * its connection and the lock after 30 seconds, so `work` must tolerate that another process runs it at the
 * same time.
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
    // A lost connection has released the lock already.
    await client.query('SELECT pg_advisory_unlock($1, $2)', [...name]).catch(() => undefined)
    await ask(client, 'RESET idle_session_timeout').catch(() => undefined)
  }
}
