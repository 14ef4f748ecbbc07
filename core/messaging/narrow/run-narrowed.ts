import {
  MAX_PREPARED_NARROWS,
  MAX_PREPARED_SEARCHES,
  MAX_SEARCHES_AT_ONCE,
  MAX_SEARCHES_PER_USER,
  MAX_WAITING_SEARCHES,
  MAX_WAITING_SEARCHES_PER_USER,
  SEARCH_TIMEOUT_MS,
} from '../../../config/limits.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ReadSource } from '../../platform/db/read-source.ts'
import { FrequentStatements } from '../../platform/db/statements/frequent-statements.ts'
import { type Sql, type Statement, statement } from '../../platform/db/statements/statement.ts'
import { rateLimitHit } from '../../platform/errors.ts'
import type { CurrentSql } from '../../state/realm/read-current.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { tooCostly, tooManySearches } from './errors.ts'
import { Slots } from './slots.ts'
import type { NarrowTerm, ResolvedTerm } from './terms.ts'

/** SQLSTATE of a statement that exceeded its time limit. */
const CANCELED = '57014'

/**
 * Whether a query for a term may have to scan many messages to find few: no index serves negated terms and
 * reactions.
 */
const needsScan = (term: ResolvedTerm): boolean =>
  term.negated || (term.kind === 'has' && term.feature === 'reaction')

/** Whether a query may take long: also searches may find few among many messages. */
const isCostly = (terms: readonly ResolvedTerm[]): boolean =>
  terms.some((term) => needsScan(term) || term.kind === 'search')

/** Whether a query for these terms, as a client gives them, may be costly. */
export const isSlow = (narrow: readonly NarrowTerm[]): boolean =>
  narrow.some(
    ({ operator, operand, negated }) =>
      negated === true || operator === 'search' || (operator === 'has' && operand === 'reaction'),
  )

const narrows = new FrequentStatements('narrow', MAX_PREPARED_NARROWS)
/** The many forms of searches cannot evict other narrows. */
const searches = new FrequentStatements('narrow.search', MAX_PREPARED_SEARCHES)

const preparedFor = (terms: readonly ResolvedTerm[]): FrequentStatements =>
  terms.some((term) => term.kind === 'search') ? searches : narrows

const slots = new WeakMap<Database, Slots>()

function slotsOf(db: Database): Slots {
  let known = slots.get(db)
  if (known === undefined) {
    known = new Slots({
      perUser: MAX_SEARCHES_PER_USER,
      inAll: MAX_SEARCHES_AT_ONCE,
      waitingPerUser: MAX_WAITING_SEARCHES_PER_USER,
      waitingInAll: MAX_WAITING_SEARCHES,
    })
    slots.set(db, known)
  }
  return known
}

/**
 * Runs a query for the messages of a narrow. An expensive query is limited to SEARCH_TIMEOUT_MS, and only a
 * few run at the same time on one server, so that searches do not slow the database down for others. Throws
 * BAD_NARROW when the query exceeds the limit, RATE_LIMIT_HIT when too many queries of the reader wait, and
 * 503 when too many of all readers wait. Pass `sql` inside `readCurrent`.
 */
export async function runNarrowed<Row>(
  source: ReadSource,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  text: string,
  values: readonly unknown[],
  sql?: CurrentSql,
): Promise<Row[]> {
  // Only statements that scan are planned for their values. Planning a search takes longer than running it.
  const query = terms.some(needsScan) ? statement('', text) : preparedFor(terms).of(text)
  const run: Sql['run'] = isCostly(terms)
    ? (query, values = []) => runCostly(source, reader, query, values)
    : (query, values) => source.run(query, values)
  return sql === undefined ? run<Row>(query, values) : sql.runBy<Row>(run, query, values)
}

async function runCostly<Row>(
  source: ReadSource,
  reader: Reader,
  query: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const refusal = slotsOf(source.server).refusal(readerId(reader))
  if (refusal === 'user') throw rateLimitHit(1)
  if (refusal === 'all') throw tooManySearches()
  try {
    return await slotsOf(source.server).run(readerId(reader), () =>
      source.runWithin<Row>(SEARCH_TIMEOUT_MS, query, values),
    )
  } catch (error) {
    // A search that a replica cancels is repeated by the primary.
    const isTooCostly = (error as { code?: unknown }).code === CANCELED && !source.isReplica
    throw isTooCostly ? tooCostly() : error
  }
}
