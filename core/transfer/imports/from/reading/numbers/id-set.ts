import { NumberColumn } from './number-column.ts'

/** Whole numbers in ascending order, 8 bytes each. */
export class IdSet {
  readonly #ids = new NumberColumn('any')

  get size(): number {
    return this.#ids.length
  }

  /** The highest number; 0 when there is none. */
  get last(): number {
    return this.size === 0 ? 0 : this.#ids.at(this.size - 1)
  }

  /** Adds a number that is higher than all others. */
  add(id: number): void {
    this.#ids.push(id)
  }

  has(id: number): boolean {
    return this.indexOf(id) >= 0
  }

  /** The place of a number; -1 when it is not here. */
  indexOf(id: number): number {
    const index = this.#ids.firstFrom(id)
    return index < this.size && this.#ids.at(index) === id ? index : -1
  }

  /** The first number at or after this one; undefined when there is none. */
  from(id: number): number | undefined {
    const index = this.#ids.firstFrom(id)
    return index < this.size ? this.#ids.at(index) : undefined
  }
}
