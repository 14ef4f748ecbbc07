import { LRUCache } from 'lru-cache'
import { MAX_FREQUENT_STATEMENTS } from '../../../config/limits.ts'
import { type Statement, statement } from './statement.ts'

/** How often a text has to occur before it is prepared. */
const FREQUENT = 3

const prepared = new Map<string, Statement>()
const occurrences = new LRUCache<string, number>({ max: 1_000 })

/**
 * Returns a statement that is made of parts and not declared. The most frequent texts of this process are prepared: for
 * others, Postgres plans each run, which often takes longer than running it. Only MAX_FREQUENT_STATEMENTS texts are prepared,
 * because every connection keeps their plans.
 */
export function frequentStatement(text: string): Statement {
  const known = prepared.get(text)
  if (known !== undefined) return known
  const count = (occurrences.get(text) ?? 0) + 1
  if (count < FREQUENT || prepared.size >= MAX_FREQUENT_STATEMENTS) {
    occurrences.set(text, count)
    return statement('', text)
  }
  occurrences.delete(text)
  const made = statement(`frequent.${prepared.size}`, text)
  prepared.set(text, made)
  return made
}
