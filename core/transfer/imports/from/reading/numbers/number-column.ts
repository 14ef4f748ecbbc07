const BITS = 13
const LENGTH = 1 << BITS
const MASK = LENGTH - 1

/**
 * A list of numbers, 8 bytes each, or 4 for whole numbers below 2^32. It grows by blocks, so that it never
 * has room for many more numbers, nor two copies of them.
 */
export class NumberColumn {
  readonly #blocks: (Float64Array | Uint32Array)[] = []
  readonly #newBlock: () => Float64Array | Uint32Array
  #length = 0

  constructor(kind: 'any' | 'whole') {
    this.#newBlock = kind === 'any' ? () => new Float64Array(LENGTH) : () => new Uint32Array(LENGTH)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    const place = this.#length & MASK
    if (place === 0) this.#blocks.push(this.#newBlock())
    this.#blocks[this.#length >>> BITS]![place] = value
    this.#length += 1
  }

  /** The number at an index, which is below the length. */
  at(index: number): number {
    return this.#blocks[index >>> BITS]![index & MASK]!
  }

  /**
   * The index of the first number that is at least `limit`, or the length. The numbers are in ascending
   * order.
   */
  firstFrom(limit: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(middle) < limit) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The same numbers in the order of these indexes. */
  inOrder(order: Uint32Array, kind: 'any' | 'whole'): NumberColumn {
    const ordered = new NumberColumn(kind)
    for (const index of order) ordered.push(this.at(index))
    return ordered
  }
}
