import type { Database } from '../db/database.ts'
import { mayRunAgain } from '../db/servers/failures.ts'
import { moveParameters } from '../db/statements/parameters.ts'
import { type Statement, statement } from '../db/statements/statement.ts'
import { commitTogether } from '../db/statements/statement-groups.ts'
import type { LogEntry } from '../events/log.ts'
import type { RealmId, Seq } from '../ids.ts'
import { type Committed, LOCK_HEAD } from './transact.ts'

/** Parameters of the statement before the parameters of its parts. */
const OWN_PARAMETERS = 2

/** An event that a `LoggedStatement` has written, with columns of its own. */
export interface LoggedEvent extends LogEntry {
  /** The number that the statement gave it. */
  readonly n: number
}

/** A `LoggedStatement` with the values of its parts. */
export interface LoggedRun {
  readonly statement: LoggedStatement
  readonly values: readonly unknown[]
}

/**
 * A statement that changes rows and writes the events of its changes (design invariant 1). It does nothing
 * when the memory that its values come from is older than the organization's last state change, or when
 * `unless` has a row.
 */
export class LoggedStatement {
  readonly whole: Statement

  /**
   * All parts are SQL, and their parameters begin at $1. `unless`: a query; `h` is the organization's row of
   * `event_head`. `changes`: common table expressions that change nothing when `head` is empty. `events`: a
   * query for the events, none of which changes state, with `n`, `payload`, `audience` and other columns. `n`
   * is not null, and events are written in its order.
   */
  constructor(
    name: string,
    parts: { readonly unless: string; readonly changes: string; readonly events: string },
  ) {
    const place = (text: string) => moveParameters({ name, text }, OWN_PARAMETERS)
    this.whole = statement(
      name,
      `WITH head AS MATERIALIZED (
         SELECT h.seq FROM event_head h WHERE h.realm_id = $1 AND h.state_seq <= $2 AND NOT EXISTS (${place(parts.unless)})
       ), ${place(parts.changes)}, event AS MATERIALIZED (
         SELECT row_number() OVER (ORDER BY n) AS place, * FROM (${place(parts.events)}) event
       ), counted AS (
         UPDATE event_head SET seq = seq + (SELECT count(*) FROM event) WHERE realm_id = $1 AND EXISTS (SELECT FROM event)
       ), logged AS (
         INSERT INTO event_log (realm_id, seq, payload, audience)
         SELECT $1, head.seq + place, payload, audience FROM head, event
       )
       SELECT head.seq + place AS seq, event.* FROM head LEFT JOIN event ON true`,
    )
  }
}

/**
 * Locks the log and runs statements, as one round trip that is a transaction of its own. Postgres locks the
 * log only while it runs them. Resolves after COMMIT, with the events of each statement; undefined for one
 * that has done nothing. `position`: position of the memory from which their values come. Rejects with
 * `CommitUnknown` when the outcome of COMMIT is unknown.
 */
export async function commitLogged<Event extends LoggedEvent>(
  db: Database,
  realm: RealmId,
  position: Seq,
  runs: readonly LoggedRun[],
): Promise<Committed<(readonly Event[] | undefined)[]>> {
  const client = await db.acquire()
  try {
    const [, ...answers] = (await commitTogether(client, [
      { statement: LOCK_HEAD, values: [realm] },
      ...runs.map(({ statement, values }) => ({
        statement: statement.whole,
        values: [realm, position, ...values],
      })),
    ])) as (Event | NoEvent)[][]
    const written = answers.map((rows) => rows.filter((row): row is Event => row.n !== null))
    return {
      result: written.map((events, index) => (answers[index]!.length === 0 ? undefined : events)),
      entries: written.flatMap((events) => events.map(entryOf)).sort((a, b) => a.seq - b.seq),
      ...{ jobs: [], hasLater: false },
    }
  } catch (error) {
    if (!mayRunAgain(error)) throw error
    return { result: runs.map(() => undefined), entries: [], jobs: [], hasLater: false }
  } finally {
    await db.release(client)
  }
}

/** The single row of a statement that has changed nothing, although it could. */
interface NoEvent {
  readonly n: null
}

const entryOf = ({ seq, payload, audience }: LogEntry): LogEntry => ({ seq, payload, audience })
