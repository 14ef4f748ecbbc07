import type { UserId } from '../../platform/ids.ts'
import {
  characterAt,
  characterBefore,
  isAttached,
  isEdge,
  isSpaceless,
} from '../../platform/text/word-edges.ts'

/** A node of the word tree: its children, and the users whose word ends here. */
interface Step {
  readonly next: Map<string, Step>
  readonly users: Set<UserId>
}

/** ASCII characters that may surround an alert word, besides the ends of the text and white space. */
const BEFORE = new Set('("\'.,;[*`>')
const AFTER = new Set(')"\'?:.,;]!*`')

/** Alert words and texts compare without case. */
export const fold = (text: string): string => text.toLowerCase()

/**
 * The alert words of an organization. The words form a tree of pieces, split where a word may end, so that a
 * text is read once: at each place where a word may begin, the search follows the tree. Each node costs one
 * look-up, and a word has at most as many nodes as characters.
 */
export class AlertWords {
  readonly #wordsOf = new Map<UserId, readonly string[]>()
  readonly #root: Step = newStep()
  /** The length of the longest piece so far; longer ones need no look-up. */
  #longest = 0

  /** A user's words as the user spelled them, in order. */
  of(user: UserId): readonly string[] {
    return this.#wordsOf.get(user) ?? []
  }

  /** Replaces all of a user's words. */
  put(user: UserId, words: readonly string[]): void {
    for (const word of this.of(user)) this.#remove(piecesOf(fold(word)), user)
    for (const word of words) this.#add(piecesOf(fold(word)), user)
    if (words.length === 0) this.#wordsOf.delete(user)
    else this.#wordsOf.set(user, words)
  }

  /** The users who have an alert word in the text, as a separate word. */
  alertedBy(text: string): ReadonlySet<UserId> {
    const alerted = new Set<UserId>()
    if (this.#root.next.size === 0) return alerted
    const found = new Set<Step>()
    const folded = fold(text)
    const cuts = cutsOf(folded)
    for (let start = 0; start < folded.length; start++) {
      if (mayBeginAt(folded, start)) this.#follow(folded, cuts, start, found)
    }
    for (const { users } of found) for (const user of users) alerted.add(user)
    return alerted
  }

  #follow(text: string, cuts: Uint32Array, start: number, found: Set<Step>): void {
    let step = this.#root
    let at = start
    while (at < text.length) {
      const end = cuts[at]!
      if (end - at > this.#longest) return
      const next = step.next.get(text.slice(at, end))
      if (next === undefined) return
      if (next.users.size > 0) found.add(next)
      step = next
      at = end
    }
  }

  #add(pieces: readonly string[], user: UserId): void {
    let step = this.#root
    for (const piece of pieces) {
      let next = step.next.get(piece)
      if (next === undefined) {
        next = newStep()
        step.next.set(piece, next)
      }
      this.#longest = Math.max(this.#longest, piece.length)
      step = next
    }
    step.users.add(user)
  }

  #remove(pieces: readonly string[], user: UserId): void {
    const path = [this.#root]
    for (const piece of pieces) path.push(path.at(-1)!.next.get(piece)!)
    path.at(-1)!.users.delete(user)
    for (let depth = pieces.length; depth > 0; depth--) {
      const { next, users } = path[depth]!
      if (next.size > 0 || users.size > 0) return
      path[depth - 1]!.next.delete(pieces[depth - 1]!)
    }
  }
}

const newStep = (): Step => ({ next: new Map(), users: new Set() })
/** Whether a word may begin at a position: after an edge, or with a letter of a script without spaces. */
function mayBeginAt(text: string, position: number): boolean {
  if (position === 0 || isSpaceless(characterAt(text, position))) return true
  const before = characterBefore(text, position)
  return before < '\u0080' ? BEFORE.has(before) || /\s/.test(before) : isEdge(before)
}

/** Whether a word may end at a position: before an edge, or after a letter of a script without spaces. */
function mayEndAt(text: string, position: number): boolean {
  const after = characterAt(text, position)
  if (after < '\u0080')
    return AFTER.has(after) || /\s/.test(after) || isSpaceless(characterBefore(text, position))
  return !isAttached(after) && (isEdge(after) || isSpaceless(characterBefore(text, position)))
}

/** For each position of a text, the next position where a word may end. */
function cutsOf(text: string): Uint32Array {
  const cuts = new Uint32Array(text.length)
  let cut = text.length
  for (let at = text.length - 1; at >= 0; at--) {
    cuts[at] = cut
    if (mayEndAt(text, at)) cut = at
  }
  return cuts
}

function piecesOf(word: string): string[] {
  const cuts = cutsOf(word)
  const pieces: string[] = []
  for (let at = 0; at < word.length; at = cuts[at]!) pieces.push(word.slice(at, cuts[at]!))
  return pieces
}
