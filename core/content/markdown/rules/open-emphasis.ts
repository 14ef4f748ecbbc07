const marks = /\n|\*\*|~~/g
/** Marks that end a link which follows them directly. */
const enclosing = ['*', "'"]

/**
 * Knows which marks of emphasis are open before a bare link, so that `**https://a.com/b**` ends before its
 * mark. Call it from left to right; all searches together take linear time.
 */
export class OpenEmphasis {
  readonly #text: string
  readonly #open = new Set<string>()
  /** Up to here marks are counted. */
  #counted = 0
  /** For each mark, its first position after the last search. */
  readonly #next = new Map<string, number>()

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Returns the position of the mark that ends a link beginning at `start`: at most the length of the text.
   */
  endFor(start: number): number {
    this.#countTo(start)
    const ending = [...this.#open, ...enclosing.filter((mark) => this.#text[start - 1] === mark)]
    return Math.min(this.#text.length, ...ending.map((mark) => this.#nextOf(mark, start)))
  }

  /** Leaves out the marks before `position`, which are part of a link. */
  skipTo(position: number): void {
    this.#counted = position
  }

  #countTo(position: number): void {
    for (const [mark] of this.#text.slice(this.#counted, position).matchAll(marks)) {
      if (mark === '\n') this.#open.clear()
      else if (!this.#open.delete(mark)) this.#open.add(mark)
    }
    this.#counted = Math.max(this.#counted, position)
  }

  #nextOf(mark: string, from: number): number {
    const known = this.#next.get(mark) ?? -1
    if (known >= from) return known
    const found = this.#text.indexOf(mark, from)
    const next = found === -1 ? this.#text.length : found
    this.#next.set(mark, next)
    return next
  }
}
