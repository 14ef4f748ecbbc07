import { rankOf } from '../model/rank.ts'

/**
 * The one item that a typed name means: the one with this name, else the only one in whose name a word begins
 * so. Case and accents count only where names differ in nothing else.
 */
export function named<T>(
  items: Iterable<T>,
  typed: string,
  nameOf: (item: T) => string,
): T | 'none' | 'several' {
  const found: T[][] = [[], [], [], []]
  for (const item of items) {
    const closeness = closenessOf(nameOf(item), typed)
    if (closeness !== undefined) found[closeness]!.push(item)
  }
  const closest = found.find((some) => some.length > 0) ?? []
  return closest.length > 1 ? 'several' : (closest[0] ?? 'none')
}

/** 0 for the same name, 1 without case, 2 without accents, 3 for the beginning of a word; else undefined. */
function closenessOf(name: string, typed: string): number | undefined {
  if (name === typed) return 0
  if (name.toLowerCase() === typed.toLowerCase()) return 1
  const rank = rankOf(name, typed)
  if (rank === undefined || rank > 2) return undefined
  return rank === 0 ? 2 : 3
}
