import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, type Statement, statement } from '../../platform/db/statements/statement.ts'
import type { EventHead } from '../../platform/events/entities.ts'
import type { Seq } from '../../platform/ids.ts'
import type { Reader } from '../users/reader.ts'
import { currentActor } from './current-actor.ts'
import type { RealmState } from './state.ts'

/** The columns that `stamped` adds to each row. */
type Stamp = Columns<typeof EventHead, 'stateSeq'> & {
  /** Null in the single row of an empty result. */
  readonly isThere: true | null
}

/** The statements of a `readCurrent`. */
export interface CurrentSql extends Sql {
  /** As `run` with another function that runs the statement. */
  runBy<Row>(run: Sql['run'], query: Statement, values: readonly unknown[]): Promise<Row[]>
}

/**
 * Reads from Postgres with permissions checked in memory. The first statement also returns the position of
 * the organization's newest change. When memory is older, it catches up, and `read` runs again with the
 * current reader. The answer therefore contains nothing that an earlier change has forbidden, and needs no
 * extra round trip. Throws `ActorChanged` and the errors of `read`.
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

/**
 * Adds the position to each row of a statement. It joins the one row of `event_head`, so the order of the
 * rows stays.
 */
function stamped(query: Statement, parameter: number): Statement {
  return statement(
    query.name === '' ? '' : `${query.name}.stamped`,
    `SELECT h.state_seq AS "stateSeq", q.*
     FROM event_head h LEFT JOIN (SELECT true AS "isThere", r.* FROM (
${query.text}
     ) r) q ON true
     WHERE h.realm_id = $${parameter}`,
  )
}
