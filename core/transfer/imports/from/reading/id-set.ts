/** Whole numbers in ascending order, 8 bytes each. */
export class IdSet {
  #ids = new Float64Array(1024)
  #length = 0

  get size(): number {
    return this.#length
  }

  /** The highest number; 0 when there is none. */
  get last(): number {
    return this.#length === 0 ? 0 : this.#ids[this.#length - 1]!
  }

  /** Adds a number that is higher than all others. */
  add(id: number): void {
    if (this.#length === this.#ids.length) {
      const larger = new Float64Array(this.#length * 2)
      larger.set(this.#ids)
      this.#ids = larger
    }
    this.#ids[this.#length] = id
    this.#length += 1
  }

  has(id: number): boolean {
    return this.indexOf(id) >= 0
  }

  /** The place of a number; -1 when it is not here. */
  indexOf(id: number): number {
    const index = this.#firstFrom(id)
    return index < this.#length && this.#ids[index] === id ? index : -1
  }

  /** The first number at or after this one; undefined when there is none. */
  from(id: number): number | undefined {
    const index = this.#firstFrom(id)
    return index < this.#length ? this.#ids[index] : undefined
  }

  #firstFrom(id: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#ids[middle]! < id) low = middle + 1
      else high = middle
    }
    return low
  }
}
