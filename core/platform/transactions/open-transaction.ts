import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { allOf } from '../db/servers/all-of.ts'
import { CommitUnknown, isAnswer, isConsequence, isRefusal } from '../db/servers/failures.ts'
import { type Sql, type Statement, statement } from '../db/statements/statement.ts'
import { StatementGroups } from '../db/statements/statement-groups.ts'
import type { Head } from '../events/log.ts'
import type { RealmId } from '../ids.ts'

export const BEGIN = statement('transaction.begin', 'BEGIN')
const COMMIT = statement('transaction.commit', 'COMMIT')
const ROLLBACK = statement('transaction.rollback', 'ROLLBACK')

export const LOCK_HEAD = statement(
  'events.lock-head',
  'SELECT seq, state_seq AS "stateSeq" FROM event_head WHERE realm_id = $1 FOR UPDATE',
)

/** A transaction that begins with its first statement. `commit` and `rollback` release its connection. */
export interface OpenTransaction {
  readonly client: pg.Client
  readonly sql: StatementGroups
  /** Milliseconds that a statement may take; undefined for the limit of the connection. */
  readonly answerMs: number | undefined
  /** Present when the transaction has locked the log. */
  readonly head?: Head
  /** When it did, as `performance.now()`. */
  readonly lockedAt?: number
  commit(): Promise<unknown>
  rollback(): Promise<unknown>
}

/**
 * Takes a connection for a transaction. The `opening` statements share the round trip of the first statements
 * after them. `answerMs`: milliseconds that a statement may take, instead of the limit of the connection.
 */
export async function begin(
  db: Database,
  opening: readonly Statement[],
  answerMs?: number,
): Promise<OpenTransaction> {
  const client = await db.acquire()
  const sql = new StatementGroups(client, opening, answerMs)
  let isEnded = false
  const end = async (command: Statement) => {
    if (isEnded) return
    isEnded = true
    try {
      if (!sql.isUsed) return
      await sql.run(command).catch(async (error) => {
        // The command has not run, because a statement that was sent with it has failed.
        if (isConsequence(error)) await sql.run(ROLLBACK)
        throw error
      })
    } finally {
      await db.release(client)
    }
  }
  return { client, sql, answerMs, commit: () => end(COMMIT), rollback: () => end(ROLLBACK) }
}

/** Begins a transaction and locks the log. The statements that `read` starts at once share the round trip. */
export async function beginLocked<Found>(
  db: Database,
  realm: RealmId,
  read: (sql: Sql) => Promise<Found>,
): Promise<{ transaction: OpenTransaction; found: Found }> {
  const transaction = await begin(db, [BEGIN])
  const { sql } = transaction
  try {
    const locked = sql.run<Head>(LOCK_HEAD, [realm]).then((rows) => headOf(rows, realm))
    const [head, found] = await allOf([locked, read(sql)])
    return { transaction: { ...transaction, head, lockedAt: performance.now() }, found }
  } catch (error) {
    await transaction.rollback().catch(() => undefined)
    throw error
  }
}

export function headOf(rows: readonly Head[], realm: RealmId): Head {
  const [head] = rows
  if (head === undefined) throw new Error(`realm ${realm} has no event head`)
  return head
}

/** Sends COMMIT after `written`, and resolves to it. */
export async function commitAlone<T>(transaction: OpenTransaction, written: T): Promise<T> {
  await transaction.commit().catch((error) => {
    throw isRefusal(error) ? error : new CommitUnknown(error)
  })
  return written
}

/**
 * Sends COMMIT in the same round trip as the last writes. Postgres rolls back when a write fails. The caller
 * has locked the log, so that the events have a head row to be written under.
 */
export async function commitWith<const Writes extends readonly Promise<unknown>[]>(
  transaction: OpenTransaction,
  writes: Writes,
) {
  const end = commitAlone(transaction, undefined)
  const [written, ended] = await Promise.allSettled([allOf(writes), end])
  if (written.status === 'rejected') {
    const { reason } = written
    // Without an answer to the write, nobody knows whether Postgres received COMMIT.
    throw isAnswer(reason) || isRefusal(reason) ? reason : new CommitUnknown(reason)
  }
  if (ended.status === 'rejected') throw ended.reason
  return written.value
}
