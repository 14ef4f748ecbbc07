import type { Sql } from '../../platform/db/statements/statement.ts'
import { keepsFirstLetters, type Language } from '../words/languages.ts'
import type { Token } from '../words/tokens.ts'
import type { Search } from './read-search.ts'
import { findStems, type Stems } from './stems.ts'
import { identifierParts } from './word-query.ts'

/** The terms that find a part of a searched unit, in any of the languages. */
interface Pattern {
  readonly lexemes: ReadonlySet<string>
  /** The beginnings of words of the text. */
  readonly beginnings: readonly string[]
}

/** The parts of a unit in their order. */
type UnitPattern = readonly Pattern[]

/**
 * The words of a text that follow each other and match a unit: from the first to the last, by their
 * numbers.
 */
export interface Found {
  readonly first: number
  readonly last: number
}

const NO_STEMS: Stems = () => []

/** Finds the words of texts that some searches have found. */
export class WordFinder {
  readonly #units: readonly UnitPattern[]
  readonly #languages: readonly Language[]
  /** Undefined when words with any first letter may match. */
  readonly #firstLetters: ReadonlySet<string> | undefined
  readonly #asked = new Set<string>()
  #stems: Stems = NO_STEMS

  constructor(searches: readonly Search[]) {
    const readings = searches.flatMap((search) => search.readings)
    const languages = readings.map(({ language }) => language)
    this.#languages = [...new Map(languages.map((language) => [language.code, language])).values()]
    this.#units = searches.flatMap(patternsOf)
    const searched = this.#units.flat().flatMap(({ lexemes }) => [...lexemes])
    this.#firstLetters = languages.every(keepsFirstLetters)
      ? new Set(searched.map((word) => word[0]!))
      : undefined
  }

  /** Notes the words of a text whose stems may equal stems of searched words. */
  note(tokens: readonly Token[]): void {
    if (this.#units.length === 0) return
    for (const { kind, word, others, accented } of tokens) {
      if (kind !== 'word') continue
      for (const each of [word, ...(others ?? [])]) if (this.#mayMatch(each)) this.#asked.add(each)
      if (accented !== undefined && this.#mayMatch(word)) this.#asked.add(accented)
    }
  }

  #mayMatch(word: string): boolean {
    return this.#firstLetters?.has(word[0]!) ?? true
  }

  /** Finds the stems of all noted words. At most one query. */
  async learn(sql: Sql): Promise<void> {
    this.#stems = await findStems(sql, this.#languages, this.#asked)
  }

  /** Returns the matches of a searched unit, after `learn`. */
  findIn(tokens: readonly Token[]): Found[] {
    const found: Found[] = []
    for (const unit of this.#units) {
      for (let first = 0; first + unit.length <= tokens.length; first++) {
        const matches = unit.every((pattern, n) =>
          this.#matches(tokens[first + n]!, pattern, unit.length > 1),
        )
        if (matches) found.push({ first, last: first + unit.length - 1 })
      }
    }
    return found
  }

  #matches(
    { word, others, accented }: Token,
    { lexemes, beginnings }: Pattern,
    isSequence: boolean,
  ): boolean {
    const isFound = (each: string) =>
      lexemes.has(each) || beginnings.some((beginning) => each.startsWith(beginning))
    if (isFound(word) || others?.some(isFound)) return true
    if (isSequence) return false
    const stems = (each: string) =>
      this.#languages.some((language) => this.#stems(language, each).some((stem) => lexemes.has(stem)))
    return stems(word) || others?.some(stems) === true || (accented !== undefined && stems(accented))
  }
}

/**
 * The patterns of the units of a search. A sequence is found by its words, and a single word by stems too.
 */
function patternsOf({ readings }: Search): UnitPattern[] {
  const units = new Set(readings.flatMap(({ words }) => words.map(({ unit }) => unit)))
  return [...units].flatMap((unit) => {
    const read = readings.flatMap(({ words }) => words.filter((word) => word.unit === unit))
    const isSequence = unit.parts.length > 1
    const apart = unit.isQuoted || isSequence ? undefined : identifierParts(unit.parts[0]!)
    const pattern = unit.parts.map((part, n) => {
      const forms = read.map(({ forms }) => forms[n]!)
      const beginnings = isSequence
        ? forms.flatMap((form) => form.beginnings)
        : part.isBeginning
          ? [part.word]
          : []
      const own = isSequence
        ? forms.map(({ lexemes }) => lexemes[0]!)
        : forms.flatMap(({ lexemes }) => lexemes)
      return { lexemes: new Set(own), beginnings: [...new Set(beginnings)] }
    })
    return apart === undefined
      ? [pattern]
      : [pattern, apart.map((word) => ({ lexemes: new Set([word]), beginnings: [] }))]
  })
}
