import { type FileHandle, open, rm } from 'node:fs/promises'

/** Rows in memory before they are written. */
const ROWS_AT_ONCE = 16_384

/** Rows of some numbers each, kept on disk in the order in which they were added. */
export class NumberRows {
  readonly #path: string
  readonly #width: number
  #block: Float64Array
  #length = 0
  #file: FileHandle | undefined

  /** `width`: the numbers of a row. Writes one file, at `path`. */
  constructor(path: string, width: number) {
    this.#path = path
    this.#width = width
    this.#block = new Float64Array(ROWS_AT_ONCE * width)
  }

  /** Adds a row. Call `settle` after some thousand of them, so that memory stays bounded. */
  add(...row: readonly number[]): void {
    if (this.#length === this.#block.length) {
      const larger = new Float64Array(this.#length * 2)
      larger.set(this.#block)
      this.#block = larger
    }
    for (let column = 0; column < this.#width; column += 1) this.#block[this.#length + column] = row[column]!
    this.#length += this.#width
  }

  /** Writes the rows in memory when they are many. */
  async settle(): Promise<void> {
    if (this.#length < ROWS_AT_ONCE * this.#width) return
    this.#file ??= await open(this.#path, 'w+')
    await this.#file.writeFile(
      new Uint8Array(this.#block.buffer, 0, this.#length * Float64Array.BYTES_PER_ELEMENT),
    )
    this.#length = 0
  }

  /** Yields blocks of whole rows, once. A block is valid until the next one is asked for. */
  async *read(): AsyncGenerator<Float64Array> {
    const rest = this.#block.subarray(0, this.#length)
    if (this.#file !== undefined) {
      try {
        const block = new Float64Array(ROWS_AT_ONCE * this.#width)
        const bytes = new Uint8Array(block.buffer)
        for (let at = 0; ; ) {
          const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, at)
          if (bytesRead === 0) break
          at += bytesRead
          yield block.subarray(0, bytesRead / Float64Array.BYTES_PER_ELEMENT)
        }
      } finally {
        await this.#file.close()
        this.#file = undefined
        await rm(this.#path, { force: true })
      }
    }
    if (rest.length > 0) yield rest
  }
}
