/** Lines of a message, or those that belong to a list item, without the item's indentation. */
export class Lines {
  readonly #lines: readonly string[]
  /** Columns of indentation. 0 outside of items. */
  readonly #column: number
  /** The fence of the item, which may be closed without indentation. */
  readonly #fence: string | undefined

  constructor(lines: readonly string[], column = 0, fence?: string) {
    this.#lines = lines
    this.#column = column
    this.#fence = fence
  }

  /** The same lines inside a list item whose text begins in this column, with an open fence. */
  inItem(column: number, fence: string): Lines {
    return new Lines(this.#lines, this.#column + column, fence)
  }

  /** Returns a line; undefined after the last one. An item ends before a line that is not indented. */
  at(index: number): string | undefined {
    const line = this.#lines[index]
    if (line === undefined || this.#column === 0) return line
    const text = line.trim()
    const indent = line.length - line.trimStart().length
    if (indent < 2 && text !== '' && text !== this.#fence) return undefined
    return line.slice(Math.min(this.#column, indent))
  }

  isClosing(line: string, fence: string): boolean {
    return (this.#column === 0 ? line.trimEnd() : line.trim()) === fence
  }

  /** Returns lines with their indentation. */
  slice(from: number, to: number): readonly string[] {
    return this.#lines.slice(from, to)
  }
}
