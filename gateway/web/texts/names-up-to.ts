import { t } from './texts.ts'

/** Names as a sentence lists them: all, or the first `most` and the number of the others. */
export const namesUpTo = (names: readonly string[], most: number, all = names.length): string => {
  const more = all - Math.min(most, names.length)
  return t.and(more > 0 ? [...names.slice(0, most), t.more(more)] : names)
}
