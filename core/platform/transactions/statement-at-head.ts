import type { Database } from '../db/database.ts'
import { mayRunAgain } from '../db/servers/failures.ts'
import { moveParameters, parametersOf } from '../db/statements/parameters.ts'
import { type Statement, statement } from '../db/statements/statement.ts'
import { commitTogether } from '../db/statements/statement-groups.ts'
import type { RealmId, Seq } from '../ids.ts'
import type { Committed } from './transact.ts'
import { entriesAfter, type WrittenEvent } from './written-rows.ts'

/** SQL for the start of the server. A log of another server may have other entries at the same positions. */
export const SERVER_START = 'pg_postmaster_start_time()::text'

/** The end of an organization's log, as a process knows it. */
export interface KnownHead {
  readonly seq: Seq
  /** `SERVER_START` of the server that has this log. */
  readonly server: string
}

/** The writes of a `StatementAtHead`. */
export interface WrittenAtHead {
  /** Where the log must end. */
  readonly head: KnownHead
  /** At least one event, and none that changes state. */
  readonly events: readonly WrittenEvent[]
  /** The values of the parts that run. */
  readonly given: ReadonlyMap<Statement, readonly unknown[]>
}

/** Parameters of the statement before the parameters of its parts. */
const OWN_PARAMETERS = 5

/**
 * Writes with their events, as one statement that is a transaction of its own (design invariant 1). It does
 * nothing when the log does not end where the caller knows. So the caller's reads that no entry of the log
 * has changed since are valid for the writes, as if the caller had locked the log before.
 */
export class StatementAtHead<Row> {
  readonly #whole: Statement
  readonly #writes: ReadonlySet<Statement>
  /** The place of the first parameter of each part. */
  readonly #places = new Map<Statement, number>()
  #parameters = OWN_PARAMETERS

  /**
   * `writes`: each is `INSERT … SELECT … FROM unnest(…)` without a condition, and writes nothing when it is
   * not given. `unless`: when one of these queries has a row, nothing is written. `returns`: the query that
   * `run` returns the rows of, at least one.
   */
  constructor(
    name: string,
    parts: {
      readonly writes: readonly Statement[]
      readonly unless: readonly Statement[]
      readonly returns: Statement
    },
  ) {
    const isAtHead = 'EXISTS (SELECT FROM head)'
    const unless = parts.unless.map((query) => `AND NOT EXISTS (${this.#place(query)})`)
    const writes = parts.writes.map((write, n) => `, write_${n} AS (${this.#place(write)} WHERE ${isAtHead})`)
    this.#writes = new Set(parts.writes)
    this.#whole = statement(
      name,
      `WITH head AS (
         UPDATE event_head SET seq = seq + cardinality($4::text[])
         WHERE realm_id = $1 AND seq = $2 AND ${SERVER_START} = $3 ${unless.join(' ')}
         RETURNING seq
       ), logged AS (
         INSERT INTO event_log (realm_id, seq, payload, audience)
         SELECT $1, $2 + n, payload, audience
         FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS event (payload, audience, n) WHERE ${isAtHead}
       )${writes.join('')}
       SELECT returned.* FROM head CROSS JOIN LATERAL (${this.#place(parts.returns)}) AS returned`,
    )
  }

  /** Whether it can run this write. */
  canWrite(write: Statement): boolean {
    return this.#writes.has(write)
  }

  /**
   * Resolves after COMMIT; to undefined, with nothing written, when the log has another end or a query of
   * `unless` has a row. One round trip. Rejects with `CommitUnknown` when the outcome of COMMIT is unknown.
   */
  async run(
    db: Database,
    realm: RealmId,
    { head, events, given }: WrittenAtHead,
  ): Promise<Committed<readonly Row[]> | undefined> {
    const payloads = events.map((event) => event.payload)
    const audiences = events.map((event) => event.audience)
    const values: unknown[] = new Array(this.#parameters).fill(null)
    values.splice(0, OWN_PARAMETERS, realm, head.seq, head.server, payloads, audiences)
    for (const [part, own] of given) values.splice(this.#places.get(part)!, own.length, ...own)
    const client = await db.acquire()
    try {
      const [rows] = (await commitTogether(client, [{ statement: this.#whole, values }])) as [Row[]]
      if (rows.length === 0) return undefined
      return { result: rows, entries: entriesAfter(head.seq, events), jobs: [], hasLater: false }
    } catch (error) {
      if (mayRunAgain(error)) return undefined
      throw error
    } finally {
      await db.release(client)
    }
  }

  /** The text of a part with parameters of its own. */
  #place(part: Statement): string {
    const place = this.#parameters
    this.#places.set(part, place)
    this.#parameters += parametersOf(part)
    return moveParameters(part, place)
  }
}
