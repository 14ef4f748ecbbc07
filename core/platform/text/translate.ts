import { PLACES, patternOf } from './sentence-pattern.ts'

/**
 * The translations of texts by the English ones. `{name}` stands for any text, `{parameter}` for the name of
 * a parameter, such as `add[0]["color"]`.
 */
export type Catalogue = Readonly<Record<string, string>>

/** Writes values into the places of a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(PLACES, (place, name: string) => String(values[name] ?? place))

/** Longer texts stay in English: the time of a comparison grows faster than the text. */
const MAX_TRANSLATED_LENGTH = 1_000

interface Pattern {
  readonly pattern: RegExp
  readonly text: string
}

/** The sentences of a catalogue that have places, as patterns for texts whose places are filled. */
const patternsOf = (catalogue: Catalogue): Pattern[] =>
  Object.entries(catalogue)
    .filter(([sentence]) => sentence.includes('{'))
    .map(([sentence, text]) => ({ pattern: patternOf(sentence), text }))

/**
 * Translates texts of the server, such as messages of errors. Of several sentences that fit, the catalogue's
 * first one counts. A text in the place `{reason}` is translated too. Unknown texts stay as they are.
 */
export function translator(catalogue: Catalogue): (text: string) => string {
  let patterns: Pattern[] | undefined
  const translate = (text: string): string => {
    if (Object.hasOwn(catalogue, text)) return catalogue[text]!
    if (text.length > MAX_TRANSLATED_LENGTH) return text
    patterns ??= patternsOf(catalogue)
    for (const { pattern, text: translated } of patterns) {
      const found = pattern.exec(text)
      if (found === null) continue
      const { reason, ...others } = { ...found.groups }
      return fill(translated, { ...others, ...(reason !== undefined && { reason: translate(reason) }) })
    }
    return text
  }
  return translate
}
