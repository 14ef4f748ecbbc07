import { type Sql, type Statement, statement } from '../../platform/db/statement.ts'
import type { Seq } from '../../platform/ids.ts'
import { currentActor } from '../users/current-actor.ts'
import type { Reader } from '../users/reader.ts'
import type { RealmState } from './state.ts'

interface Stamp {
  readonly stateSeq: Seq
  /** Null in the one row that stands for none. */
  readonly isThere: true | null
}

/** The statements of a `readCurrent`. */
export interface CurrentSql extends Sql {
  /** As `run`, for a statement that is run in another way than most. */
  runBy<Row>(run: Sql['run'], query: Statement, values: readonly unknown[]): Promise<Row[]>
}

/**
 * Reads from Postgres what the realm in memory says may be read. The first statement brings the position of the realm's
 * newest change along. When memory does not have that change yet, it catches up and all is read once more, by a reader
 * as they are then. So the answer contains nothing that a change from before the call has forbidden, and it costs no
 * round trip of its own. Throws `ActorChanged`, and what `read` throws.
 */
export async function readCurrent<R extends Reader, T>(
  sql: Sql,
  realm: RealmState,
  reader: R,
  read: (sql: CurrentSql, reader: R) => Promise<T>,
): Promise<T> {
  const at = realm.position
  let newest: Seq | undefined
  const stamping = statementsOf(sql, async (run, query, values) => {
    if (newest !== undefined) return run(query, values)
    const rows = await run<Stamp>(stamped(query, values.length + 1), [...values, realm.id])
    newest = rows[0]?.stateSeq ?? at
    return rows.filter((row) => row.isThere !== null)
  })
  const isCurrent = () => newest === undefined || newest <= at
  try {
    const result = await read(stamping, reader)
    if (isCurrent()) return result
  } catch (error) {
    if (isCurrent()) throw error
  }
  await realm.sync()
  const plain = statementsOf(sql, (run, query, values) => run(query, values))
  return read(plain, (reader && currentActor(realm, reader)) as R)
}

function statementsOf(
  sql: Sql,
  send: (run: Sql['run'], query: Statement, values: readonly unknown[]) => Promise<unknown[]>,
): CurrentSql {
  const runBy = <Row>(run: Sql['run'], query: Statement, values: readonly unknown[]) =>
    send(run, query, values) as Promise<Row[]>
  return {
    runBy,
    run: <Row>(query: Statement, values: readonly unknown[] = []) =>
      runBy<Row>((query, values) => sql.run(query, values), query, values),
  }
}

const prepared = new WeakMap<Statement, Statement>()

/** The statement with the stamp on each row. One row of `event_head` is joined with all of them, so they keep their order. */
function stamped(query: Statement, parameter: number): Statement {
  const known = prepared.get(query)
  if (known !== undefined) return known
  const made = statement(
    query.name === '' ? '' : `${query.name}.stamped`,
    `SELECT h.state_seq AS "stateSeq", q.*
     FROM event_head h LEFT JOIN (SELECT true AS "isThere", r.* FROM (
${query.text}
     ) r) q ON true
     WHERE h.realm_id = $${parameter}`,
  )
  if (query.name !== '') prepared.set(query, made)
  return made
}
