import { maxUrlParentheses } from '../limits.ts'

const word = /\S*/y
const closingPunctuation = '!:;?),.\'">'

/**
 * Finds the ends of bare URLs in a text. Call it from left to right: it remembers its findings about the
 * current word, so that all searches together take linear time.
 */
export class UrlEnds {
  readonly #text: string
  /** The current word, from the position of the first search in it to its end. */
  #start = 0
  #end = -1
  /** Start of its trailing punctuation. */
  #tail = -1
  /** Its last quotation mark before `#tail`; -1 when there is none. */
  #quote = -1
  /** Paths that begin before this position have no end. */
  #endless = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Returns `position` when only punctuation follows it in its word, otherwise undefined. */
  name(position: number): number | undefined {
    this.#moveTo(position)
    return position >= this.#tail ? position : undefined
  }

  /**
   * Returns the end of the path that begins at `from`: the first position with only punctuation after it and
   * balanced parentheses before it.
   */
  path(from: number): number | undefined {
    this.#moveTo(from)
    if (from < this.#endless || from <= this.#quote) return undefined
    let depth = 0
    let outermost = from
    for (let position = from; position < this.#end; position += 1) {
      if (depth === 0 && position >= this.#tail) return position
      const character = this.#text[position]
      if (character === '(') {
        if (depth === 0) outermost = position
        depth += 1
      } else if (character === ')') {
        depth -= 1
      }
      if (depth < 0) return this.#noEndUntil(position)
      if (depth > maxUrlParentheses) return this.#noEndUntil(outermost)
    }
    return depth === 0 ? this.#end : this.#noEndUntil(outermost)
  }

  #moveTo(position: number): void {
    if (position >= this.#start && position <= this.#end) return
    word.lastIndex = position
    const rest = word.exec(this.#text)![0]
    this.#start = position
    this.#end = position + rest.length
    const length = lengthWithout(closingPunctuation, rest)
    this.#tail = position + length
    const quote = rest.lastIndexOf('"', length - 1)
    this.#quote = quote === -1 || length === 0 ? -1 : position + quote
  }

  /** Records that no path before an unbalanced parenthesis has an end. */
  #noEndUntil(parenthesis: number): undefined {
    this.#endless = parenthesis + 1
    return undefined
  }
}

/** Returns the length of `text` without trailing characters of `closing`. */
export function lengthWithout(closing: string, text: string): number {
  let length = text.length
  while (length > 0 && closing.includes(text[length - 1]!)) length -= 1
  return length
}
