/** Text without case and accents, for comparison. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/**
 * The rank of a name for a query: 0 equal, 1 starts with it, 2 a word starts with it, 3 contains it;
 * undefined for no match.
 */
export function rankOf(name: string, query: string): number | undefined {
  const own = plain(name)
  const asked = plain(query)
  if (own === asked) return 0
  const at = own.indexOf(asked)
  if (at === -1) return undefined
  if (at === 0) return 1
  for (let found = at; found !== -1; found = own.indexOf(asked, found + 1))
    if (/[\s_\-.]/.test(own[found - 1]!)) return 2
  return 3
}

/** The best suggestions for a query, at most `most`. Equal ranks keep the given order. */
export function best<T>(items: Iterable<T>, query: string, nameOf: (item: T) => string, most: number): T[] {
  const ranks: T[][] = [[], [], [], []]
  for (const item of items) {
    const rank = rankOf(nameOf(item), query)
    if (rank !== undefined && ranks[rank]!.length < most) ranks[rank]!.push(item)
  }
  return ranks.flat().slice(0, most)
}
