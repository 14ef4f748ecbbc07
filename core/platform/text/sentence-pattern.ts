/** The places of a sentence, such as `{name}`. */
export const PLACES = /\{(\w+)\}/g

const ANY = '.*'
const PARAMETER = String.raw`[a-z]\w*(?:\[[^\]]*\])*`

/** Matches a sentence whose places are filled. */
export function patternOf(sentence: string): RegExp {
  const parts = sentence
    .split(PLACES)
    .map((part, index) =>
      index % 2 === 0
        ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        : `(?<${part}>${part === 'parameter' ? PARAMETER : ANY})`,
    )
  return new RegExp(`^${parts.join('')}$`, 's')
}
