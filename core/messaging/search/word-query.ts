import type { Language } from '../words/languages.ts'
import type { FrequentWords } from './frequent-words.ts'
import type { Part, Unit } from './split-search.ts'
import type { Stems } from './stems.ts'

/** The terms that find a searched word. */
export interface PartForms {
  /** Lexemes of the index: the word, and its stems. */
  readonly lexemes: readonly string[]
  /** The beginnings of the words of a sequence, because these have no stems. */
  readonly beginnings: readonly string[]
}

/** A stem stands for all words that begin with it only when it is not too short. */
const MIN_STEM = 3
/** Frequent words that stand for all words with a common beginning. */
const MAX_FREQUENT = 16

/**
 * Returns the terms that find a part of a unit in a language; undefined for a stop word that the search does
 * not need.
 */
export function formsOf(unit: Unit, part: Part, language: Language, stems: Stems): PartForms | undefined {
  const { word, accented, isBeginning } = part
  const ownBeginnings = isBeginning ? [word] : []
  const special = part.others?.find((other) => /[+#]$/.test(other))
  if (special !== undefined) return { lexemes: [special], beginnings: [] }
  if (unit.isQuoted || part.kind !== 'word') return { lexemes: [word], beginnings: ownBeginnings }
  const found = [...stems(language, word), ...(accented === undefined ? [] : stems(language, accented))]
  const isStopWord = stems(language, accented ?? word).length === 0
  if (isStopWord && unit.parts.length === 1) return undefined
  const lexemes = [...new Set([word, ...found])]
  const stemBeginnings = lexemes.slice(1).filter((stem) => stem.length >= MIN_STEM && word.startsWith(stem))
  return { lexemes, beginnings: [...new Set([...ownBeginnings, ...stemBeginnings])] }
}

/** Returns a tsquery on the index: the lexemes of all parts. */
export function unitQuery(unit: Unit, forms: readonly PartForms[]): string {
  return allOf(
    forms.map(({ lexemes }, n) => {
      const part = unit.parts[n]!
      const own = lexemes.map((lexeme) =>
        part.isBeginning && lexeme === part.word ? `${quote(lexeme)}:*` : quote(lexeme),
      )
      const split = unit.isQuoted ? undefined : identifierParts(part)
      return anyOf(split === undefined ? own : [...own, allOf(split.map(quote))])
    }),
  )
}

/** Returns a tsquery on the list of words: the parts in their order. */
export const sequenceQuery = (forms: readonly PartForms[]): string =>
  forms
    .map(({ lexemes, beginnings }) =>
      anyOf([quote(lexemes[0]!), ...beginnings.map((beginning) => `${quote(beginning)}:*`)]),
    )
    .join(' <-> ')

/**
 * The words of `getUserId`, which may be written apart in messages. Those with digits are too short to find
 * something.
 */
export function identifierParts({ others }: Part): readonly string[] | undefined {
  const isWritten =
    others !== undefined && others.length > 1 && others.every((other) => /^\p{L}{2,}$/u.test(other))
  return isWritten ? others : undefined
}

/**
 * Replaces beginnings of frequent words by the most frequent of these words. Postgres reads all entries of
 * the index that begin so, before it looks at any other condition.
 */
export function boundBeginnings(query: string, frequent: FrequentWords | undefined): string {
  if (frequent === undefined) return query
  return query.replace(/'([^']*)':\*/g, (beginning, word: string) => {
    const words = frequent.beginningWith(word, MAX_FREQUENT)
    return words.length === 0 ? beginning : anyOf([...new Set([word, ...words])].map(quote))
  })
}

/** A lexeme in a tsquery. No word has a quotation mark or a backslash. */
const quote = (lexeme: string): string => `'${lexeme}'`
const LEXEME = /'[^']*'/g

/** Returns the lexemes of a tsquery. */
export const lexemesOf = (query: string): string[] =>
  (query.match(LEXEME) ?? []).map((lexeme) => lexeme.slice(1, -1))

export const allOf = (queries: readonly string[]): string => joined(queries, ' & ')
export const anyOf = (queries: readonly string[]): string => joined(queries, ' | ')
const joined = (queries: readonly string[], operator: string): string =>
  queries.length === 1 ? queries[0]! : `(${queries.join(operator)})`
