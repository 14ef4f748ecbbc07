import { rankOf } from '../model/rank.ts'

/** Codes of the emoji that people use most in chats, the most used first. */
const POPULAR: readonly string[] = [
  '1f44d 1f389 1f642 2764 1f440 2705 1f64f 1f602 1f680 1f525 1f4af 1f600 1f603 1f604 1f44f 1f914',
  '1f62d 1f622 1f60a 1f60d 1f609 1f44b 1f44c 1f4aa 1f606 1f605 1f923 1f643 1f601 1f60e 1f615 1f61e',
  '1f62e 1f631 1f633 1f621 1f973 1f970 1f618 1f61b 1f61c 1f644 1f937 1f926 1f648 1f64c 1f44e 1f494',
  '1f499 1f49a 1f49b 2728 2b50 1f31f 26a0 274c 2753 2757 1f4a1 1f41b 1f6a7 1f4c5 1f4c8 2615',
  '1f355 1f37a 1f382 1f381 1f431 1f436 1f419 1f480 1f4a9 1f916 2600 1f308 2b06 2b07 27a1 2b05',
  '1f3e0 1f6e0 1f512 1f517 1f4dd 1f4cc',
].flatMap((line) => line.split(' '))

const ranks = new Map(POPULAR.map((code, rank) => [code, rank]))

/** The place of an emoji among those that people use most. */
export const popularityOf = (code: string): number => ranks.get(code) ?? POPULAR.length

/** Those of the organization come after the eight that are used most. */
export const OWN_POPULARITY = 7.5

interface Named {
  readonly names: readonly string[]
  /** Its place among the most used: emoji with a smaller number come first. */
  readonly popularity: number
}

/** An emoji, and its name that fits the query. */
interface Found<T> {
  readonly emoji: T
  readonly name: string
}

/**
 * The emoji that a typed text can mean: first the one with this name, then those whose name begins so, whose
 * name has a word that begins so, and whose name contains the text. Among these the most used come first,
 * and others keep their order.
 */
export function findEmoji<T extends Named>(all: readonly T[], typed: string): readonly Found<T>[] {
  const asked = typed.trim().toLowerCase().replace(/^:|:$/g, '').replace(/[ -]/g, '_')
  return all
    .flatMap((emoji) => {
      const [closest] = emoji.names
        .flatMap((name) => {
          const rank = rankOf(name, asked)
          return rank === undefined ? [] : { name, rank }
        })
        .sort((a, b) => a.rank - b.rank)
      return closest === undefined ? [] : { emoji, ...closest }
    })
    .sort((a, b) => a.rank - b.rank || a.emoji.popularity - b.emoji.popularity)
}
