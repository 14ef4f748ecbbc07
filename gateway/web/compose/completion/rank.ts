/** Text as it is compared: without case and accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** How well a name answers a query: 0 equal, 1 begins so, 2 a word begins so, 3 contains it; undefined not at all. */
export function rankOf(name: string, query: string): number | undefined {
  const own = plain(name)
  const asked = plain(query)
  if (own === asked) return 0
  const at = own.indexOf(asked)
  if (at === -1) return undefined
  if (at === 0) return 1
  return /[\s_\-.]/.test(own[at - 1]!) || own.includes(` ${asked}`) ? 2 : 3
}

/** The best answers to a query, at most `most`. Among equals the order given stays. */
export function best<T>(items: Iterable<T>, query: string, nameOf: (item: T) => string, most: number): T[] {
  const ranks: T[][] = [[], [], [], []]
  for (const item of items) {
    const rank = rankOf(nameOf(item), query)
    if (rank !== undefined && ranks[rank]!.length < most) ranks[rank]!.push(item)
  }
  return ranks.flat().slice(0, most)
}
