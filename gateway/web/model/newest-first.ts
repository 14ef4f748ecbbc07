/**
 * Items by their time, the newest first. Items of the same time keep their order. `timeOf` is called once for
 * each item.
 */
export const newestFirst = <T>(items: readonly T[], timeOf: (item: T) => number): T[] =>
  items
    .map((item) => ({ item, time: timeOf(item) }))
    .sort((a, b) => b.time - a.time)
    .map(({ item }) => item)
