import { maxUrlParentheses } from '../limits.ts'

const word = /\S*/y
const closingPunctuation = '!:;?),.\'">'

/**
 * Finds where the bare URLs of a text may end. They are asked for from left to right; what one
 * search learned about a word is kept for the next, so that all searches together take linear time.
 */
export class UrlEnds {
  readonly #text: string
  /** The word looked at last, from where it was looked at to its end. */
  #start = 0
  #end = -1
  /** Where its closing punctuation begins. */
  #tail = -1
  /** The last quotation mark before that. */
  #quote = -1
  /** No path that begins before this position has an end. */
  #endless = 0

  constructor(text: string) {
    this.#text = text
  }

  /** `position` if nothing but punctuation follows it in its word. */
  name(position: number): number | undefined {
    this.#look(position)
    return position >= this.#tail ? position : undefined
  }

  /**
   * The end of the path that begins at `from`: the first position with only punctuation after it
   * and parentheses in balance before it.
   */
  path(from: number): number | undefined {
    this.#look(from)
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

  #look(position: number): void {
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

  /** A parenthesis that stands alone ends the search of every path that begins before it. */
  #noEndUntil(parenthesis: number): undefined {
    this.#endless = parenthesis + 1
    return undefined
  }
}

/** The length of `text` without the characters of `closing` at its end. */
export function lengthWithout(closing: string, text: string): number {
  let length = text.length
  while (length > 0 && closing.includes(text[length - 1]!)) length -= 1
  return length
}
