import type { Sql } from '../../platform/db/statements/statement.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { Reader } from '../../state/users/reader.ts'
import { checkSearches, readSearch } from '../search/read-search.ts'
import { badNarrow } from './errors.ts'
import { OPERATORS } from './operators.ts'
import type { NarrowTerm, ResolvedTerm } from './terms.ts'
import { resolveWith } from './with-operator.ts'

/**
 * Resolves the terms of a narrow for a reader. Throws BAD_NARROW for an unknown operator, an operand that
 * names nothing the reader may know of, or conditions that exclude each other. Throws BAD_REQUEST when a
 * search is too long. Makes one query for `with` and one per search.
 */
export async function resolveNarrow(
  sql: Sql,
  realm: RealmState,
  reader: Reader,
  given: readonly NarrowTerm[],
): Promise<ResolvedTerm[]> {
  const narrow = await resolveWith(sql, realm, reader, given)
  const terms = await realm.withFreshState(() => resolveTerms(realm, reader, narrow))
  checkSearches(terms.flatMap((term) => (term.kind === 'search' ? [term.text] : [])))
  return Promise.all(
    terms.map(async (term) =>
      term.kind === 'search' ? { ...term, search: await readSearch(sql, realm, term.text) } : term,
    ),
  )
}

/** As `resolveNarrow`, for a narrow without `with` and `search`, from memory as it is. */
export function resolveTerms(
  realm: RealmView,
  reader: Reader,
  narrow: readonly NarrowTerm[],
): ResolvedTerm[] {
  const terms = narrow.map((term): ResolvedTerm => {
    const resolve = Object.hasOwn(OPERATORS, term.operator) ? OPERATORS[term.operator] : undefined
    if (resolve === undefined) throw badNarrow(`unknown operator ${term.operator}`)
    const { opposite = false, ...condition } = resolve(realm, reader, term.operand)
    return { ...condition, negated: (term.negated ?? false) !== opposite }
  })
  const isNamed = (kinds: readonly ResolvedTerm['kind'][]) =>
    terms.some((term) => !term.negated && kinds.includes(term.kind))
  if (isNamed(OF_CHANNELS) && isNamed(OF_PEOPLE)) {
    throw badNarrow('No message can be both a channel message and direct message')
  }
  return terms
}

const OF_CHANNELS: readonly ResolvedTerm['kind'][] = ['channel', 'channels', 'topic', 'resolved', 'followed']
const OF_PEOPLE: readonly ResolvedTerm['kind'][] = ['dm', 'including', 'direct']
