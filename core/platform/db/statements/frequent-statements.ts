import { LRUCache } from 'lru-cache'
import { type Statement, statement } from './statement.ts'

/** How often a text has to occur before it is prepared. */
const FREQUENT = 3

/**
 * Statements that are made of parts and not declared. The most frequent texts of this process are prepared:
 * for others, Postgres plans each run, which often takes longer than running it. At most `max` texts are
 * prepared, because every connection keeps their plans. Without it, GET /messages of 100 costs all processes
 * 3.5 times as much.
 */
export class FrequentStatements {
  readonly #name: string
  readonly #max: number
  readonly #prepared = new Map<string, Statement>()
  readonly #occurrences = new LRUCache<string, number>({ max: 1_000 })

  /** `name` begins the names of the statements. */
  constructor(name: string, max: number) {
    this.#name = name
    this.#max = max
  }

  /** Returns the statement of a text. It has no name when it is not prepared. */
  of(text: string): Statement {
    const known = this.#prepared.get(text)
    if (known !== undefined) return known
    const count = (this.#occurrences.get(text) ?? 0) + 1
    if (count < FREQUENT || this.#prepared.size >= this.#max) {
      this.#occurrences.set(text, count)
      return statement('', text)
    }
    this.#occurrences.delete(text)
    const made = statement(`${this.#name}.${this.#prepared.size}`, text)
    this.#prepared.set(text, made)
    return made
  }
}
