import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Kind } from '../exports/archive/column.ts'

/** Ids in one row of `imported_id`. A row stays on its page, without TOAST. */
export const IDS_PER_ROW = 100

/** Most rows that stay in memory from one batch to the next, 10 MiB of ids. */
const MAX_KEPT_ROWS = 5_000
/** Most rows in one result. */
const ROWS_PER_QUERY = 500

// All use imported_id_pkey.
const FIRSTS = statement(
  'import.first-ids',
  'SELECT array_agg(old_id ORDER BY old_id) AS firsts FROM imported_id WHERE realm_id = $1 AND kind = $2',
)
const ROWS = statement(
  'import.id-rows',
  `SELECT old_id AS first, old_id || later_old_ids AS old, new_id || later_new_ids AS new
   FROM imported_id WHERE realm_id = $1 AND kind = $2 AND old_id = ANY ($3::bigint[])`,
)

/** Old ids, ascending, and the new ids at the same indexes. */
interface IdRow {
  readonly old: readonly number[]
  readonly new: readonly number[]
}

/**
 * The old and new ids of a kind with too many ids to keep them all in memory. Keeps the first id of each row
 * of `imported_id`, 8 bytes for 100 ids, and the rows that were used lately. Lookups return undefined when
 * the row is not loaded yet; `load` then loads all that were looked for.
 */
export class StoredIds {
  readonly #realm: RealmId
  readonly #kind: Kind
  readonly #firsts: readonly number[]
  readonly #rows = new Map<number, IdRow>()
  readonly #missing = new Set<number>()
  /** The index of the last row that was looked for. */
  #last = -1

  private constructor(realm: RealmId, kind: Kind, firsts: readonly number[]) {
    this.#realm = realm
    this.#kind = kind
    this.#firsts = firsts
  }

  /** Call it after all ids are assigned. */
  static async open(sql: Sql, realm: RealmId, kind: Kind): Promise<StoredIds> {
    const [found] = await sql.run<{ readonly firsts: number[] | null }>(FIRSTS, [realm, kind])
    return new StoredIds(realm, kind, found?.firsts ?? [])
  }

  /** Whether every lookup since `load` has found its row loaded. */
  get isComplete(): boolean {
    return this.#missing.size === 0
  }

  /** The new id, or null when the archive does not contain the old one. */
  id(old: number): number | null | undefined {
    const index = this.#indexOf(old)
    if (index < 0) return null
    const row = this.#row(index)
    if (row === undefined) return undefined
    const place = lastUpTo(row.old, old)
    return row.old[place] === old ? row.new[place]! : null
  }

  /** The first new id at or after a position; 0 when there is none. */
  from(position: number): number | undefined {
    if (this.#firsts.length === 0) return 0
    const index = Math.max(0, this.#indexOf(position))
    const row = this.#row(index)
    if (row === undefined) return undefined
    const place = row.old.findIndex((old) => old >= position)
    if (place >= 0) return row.new[place]!
    if (index + 1 === this.#firsts.length) return 0
    return this.#row(index + 1)?.new[0]
  }

  /** The last new id at or before a position; 0 when there is none. */
  upTo(position: number): number | undefined {
    const index = this.#indexOf(position)
    if (index < 0) return 0
    const row = this.#row(index)
    return row && row.new[lastUpTo(row.old, position)]!
  }

  /** Looks for all ids of a range, so that `load` loads them. */
  want(first: number, last: number): void {
    const end = this.#indexOf(last)
    for (let index = Math.max(0, this.#indexOf(first)); index <= end; index += 1) this.#row(index)
  }

  /** Loads the rows of the lookups that returned undefined. */
  async load(sql: Sql): Promise<void> {
    const missing = [...this.#missing]
    for (let from = 0; from < missing.length; from += ROWS_PER_QUERY) {
      const indexes = new Map(
        missing.slice(from, from + ROWS_PER_QUERY).map((index) => [this.#firsts[index]!, index]),
      )
      const rows = await sql.run<IdRow & { readonly first: number }>(ROWS, [
        this.#realm,
        this.#kind,
        [...indexes.keys()],
      ])
      if (rows.length < indexes.size) throw new Error('another process has deleted ids of this import')
      for (const { first, ...row } of rows) this.#rows.set(indexes.get(first)!, row)
    }
    this.#missing.clear()
  }

  /** Forgets all rows when they are many. Call it between batches. */
  trim(): void {
    if (this.#rows.size > MAX_KEPT_ROWS) this.#rows.clear()
  }

  /** The index of the row that has this id if any has; -1 when it comes before all. */
  #indexOf(old: number): number {
    const firsts = this.#firsts
    const next = firsts[this.#last + 1] ?? Number.POSITIVE_INFINITY
    const isLast = this.#last >= 0 && firsts[this.#last]! <= old && old < next
    if (!isLast) this.#last = lastUpTo(firsts, old)
    return this.#last
  }

  #row(index: number): IdRow | undefined {
    const row = this.#rows.get(index)
    if (row === undefined) this.#missing.add(index)
    return row
  }
}

/** The index of the last number up to `limit` in an ascending list; -1 when all are greater. */
function lastUpTo(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
