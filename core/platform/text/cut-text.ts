/** A word that is longer than this may be cut in its middle. */
const LONGEST_WORD = 40

/** A text of at most `most` characters. A longer one ends after a whole word, with `…`. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  // The end is a space, or the beginning of a word.
  const start = text.slice(0, most)
  const space = start.search(/\s\S*$/)
  const words = space >= most - Math.min(LONGEST_WORD, most / 2) ? start.slice(0, space) : start
  return `${words.replace(/[\s,;:(]+$/, '').replace(/[\ud800-\udbff]$/, '')}…`
}
