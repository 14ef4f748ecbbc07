import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { Reader } from '../../state/users/reader.ts'
import { checkSearches, readSearch } from '../search/read-search.ts'
import { OPERATORS } from './operators.ts'
import { badNarrow, type NarrowTerm, type ResolvedTerm } from './terms.ts'
import { followWith } from './with-operator.ts'

/**
 * What a narrow means to a reader. Throws BAD_NARROW for an unknown operator, for an operand that names nothing
 * the reader may know of, and for conditions that no message meets together; BAD_REQUEST for searches that are too
 * long. No query, one for `with`, one for `search`.
 */
export async function resolveNarrow(
  core: Core,
  realm: RealmState,
  reader: Reader,
  given: readonly NarrowTerm[],
): Promise<ResolvedTerm[]> {
  const narrow = await followWith(core.db, realm, reader, given)
  const terms = await realm.withFreshState(() => resolveTerms(realm, reader, narrow))
  checkSearches(terms.flatMap((term) => (term.kind === 'search' ? [term.text] : [])))
  return Promise.all(
    terms.map(async (term) =>
      term.kind === 'search' ? { ...term, search: await readSearch(core.db, realm, term.text) } : term,
    ),
  )
}

function resolveTerms(realm: RealmView, reader: Reader, narrow: readonly NarrowTerm[]): ResolvedTerm[] {
  const terms = narrow.map((term): ResolvedTerm => {
    const means = Object.hasOwn(OPERATORS, term.operator) ? OPERATORS[term.operator] : undefined
    if (means === undefined) throw badNarrow(`unknown operator ${term.operator}`)
    const { opposite = false, ...condition } = means(realm, reader, term.operand)
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
