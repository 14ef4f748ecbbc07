import { escapeCode } from '../escape.ts'

/** Writes coloured code: neighbours of one class share a span, and no span reaches over the end of a line. */
export class Spans {
  #html = ''
  #text = ''
  #class = ''

  /** Appends text of a class; of none when it is empty. */
  add(text: string, className: string): void {
    if (className !== this.#class) this.#flush(className)
    this.#text += text
  }

  /** The HTML of all that was added. */
  end(): string {
    this.#flush('')
    return this.#html
  }

  #flush(nextClass: string): void {
    const lines = this.#text.split('\n')
    this.#html += lines.map((line) => this.#line(line)).join('\n')
    this.#text = ''
    this.#class = nextClass
  }

  #line(line: string): string {
    const text = escapeCode(line)
    return this.#class === '' || line.trim() === '' ? text : `<span class="${this.#class}">${text}</span>`
  }
}
