import { SPACELESS_CLASS } from '../../../platform/text/word-edges.ts'
import { maxUrlParentheses } from '../rendering/limits.ts'

/**
 * Characters that end an address: white space, quotes, angle brackets, invisible characters except joiners,
 * and punctuation beyond ASCII except middle dots.
 */
const never = String.raw`\s"<>${'`'}[\p{C}--[\u200c\u200d]][\p{P}--[\x00-\x7f\u00b7\u2027\u30fb]]＜＞＝＋～｜￥`

/**
 * Letters without spaces between words, and symbols. They belong to an address only after one of its
 * separators.
 */
const foreign = String.raw`[${SPACELESS_CLASS}[\p{S}--[\x00-\x7f]]]`
const separator = String.raw`[\/=\-_#&?+~%:@$\p{M}[\p{L}--[a-zA-Z]]]`
const boundary = new RegExp(`[${never}]|(?<!${separator}|${foreign})${foreign}`, 'gv')

/** Punctuation that ends a sentence or quote rather than an address. */
const closingPunctuation = '!:;?),.\'">|'
/** Characters that may follow a host name or mail address, besides. */
const closingAfterName = `${closingPunctuation}]}*~`

const closingOf: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const closings = new Set(Object.values(closingOf))

/**
 * Finds the ends of bare addresses in a text. Call it from left to right: it remembers its findings about the
 * current stretch of possible characters, so that all searches together take linear time.
 */
export class UrlEnds {
  readonly #text: string
  /** The current stretch, from the position of the first search in it to the next boundary. */
  #start = 0
  #end = -1
  /** Start of its trailing punctuation. */
  #tail = -1
  /** Maps the position of each bracket of the stretch to the position of its partner. */
  #partners = new Map<number, number>()
  /** Opening parentheses that contain more than `maxUrlParentheses` levels. */
  #tooDeep = new Set<number>()
  /** Paths that begin before this position have no end. */
  #endless = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Returns `position` when only punctuation follows it in its stretch, otherwise undefined. */
  name(position: number): number | undefined {
    this.#moveTo(position)
    return position >= this.#tail ? position : undefined
  }

  /**
   * Returns the end of the path that begins at `from`, at most `limit`: before a bracket without its partner,
   * and before trailing punctuation. Undefined when parentheses nest too deeply.
   */
  path(from: number, limit: number): number | undefined {
    this.#moveTo(from)
    if (from < this.#endless) return undefined
    const last = Math.min(this.#end, limit)
    let end = from
    for (; end < last; end += 1) {
      const character = this.#text[end]!
      const partner = this.#partners.get(end)
      if (closingOf[character] !== undefined && (partner ?? last) >= last) break
      if (closings.has(character) && (partner ?? -1) < from) break
      if (this.#tooDeep.has(end)) {
        this.#endless = end + 1
        return undefined
      }
    }
    while (end > from && this.#isTrailing(end - 1, from)) end -= 1
    return end
  }

  #isTrailing(position: number, from: number): boolean {
    const isPaired = (this.#partners.get(position) ?? -1) >= from
    return closingPunctuation.includes(this.#text[position]!) && !isPaired
  }

  #moveTo(position: number): void {
    if (position >= this.#start && position <= this.#end) return
    boundary.lastIndex = position
    this.#start = position
    this.#end = boundary.exec(this.#text)?.index ?? this.#text.length
    this.#tail = position + lengthWithout(closingAfterName, this.#text.slice(position, this.#end))
    this.#pairBrackets()
  }

  #pairBrackets(): void {
    this.#partners = new Map()
    this.#tooDeep = new Set()
    const open: Record<string, { at: number; levels: number }[]> = { ')': [], ']': [], '}': [] }
    for (let at = this.#start; at < this.#end; at += 1) {
      const character = this.#text[at]!
      const closing = closingOf[character]
      if (closing !== undefined) open[closing]!.push({ at, levels: 1 })
      if (!closings.has(character)) continue
      const opening = open[character]!.pop()
      if (opening === undefined) continue
      this.#partners.set(opening.at, at).set(at, opening.at)
      if (character === ')' && opening.levels > maxUrlParentheses) this.#tooDeep.add(opening.at)
      const around = open[character]!.at(-1)
      if (around !== undefined) around.levels = Math.max(around.levels, opening.levels + 1)
    }
  }
}

/** Returns the length of `text` without trailing characters of `closing`. */
export function lengthWithout(closing: string, text: string): number {
  let length = text.length
  while (length > 0 && closing.includes(text[length - 1]!)) length -= 1
  return length
}
