import { createHash } from 'node:crypto'

/**
 * Maps pairs of whole numbers below 2^32 to a number, 16 bytes each and room. A `Map` of texts would take ten
 * times as much.
 */
export class PairMap {
  #keys = new Uint32Array(2 * 1024)
  #values = new Float64Array(1024)
  #size = 0

  get size(): number {
    return this.#size
  }

  get(a: number, b: number): number | undefined {
    const slot = this.#slot(a, b)
    return this.#isFree(slot) ? undefined : this.#values[slot]
  }

  /** Sets the value of a pair. Neither number of a pair is 0. */
  set(a: number, b: number, value: number): void {
    this.#values[this.#slotFor(a, b, value)] = value
  }

  /** Adds to the value of a pair, which is 0 at first. */
  add(a: number, b: number, more: number): void {
    const slot = this.#slotFor(a, b, 0)
    this.#values[slot] = this.#values[slot]! + more
  }

  /** Sets the value of a pair unless its value is higher. Returns the former value, or undefined. */
  raise(a: number, b: number, value: number): number | undefined {
    const known = this.#size
    const slot = this.#slotFor(a, b, value)
    if (this.#size > known) return undefined
    const former = this.#values[slot]!
    if (value > former) this.#values[slot] = value
    return former
  }

  /** Sets the value of a pair unless its value is lower. */
  lower(a: number, b: number, value: number): void {
    const slot = this.#slotFor(a, b, value)
    if (value < this.#values[slot]!) this.#values[slot] = value
  }

  /** The slot of a pair, which gets `initial` when it is new. */
  #slotFor(a: number, b: number, initial: number): number {
    if ((this.#size + 1) * 3 > this.#values.length * 2) this.#grow()
    const slot = this.#slot(a, b)
    if (this.#isFree(slot)) {
      this.#keys[2 * slot] = a
      this.#keys[2 * slot + 1] = b
      this.#values[slot] = initial
      this.#size += 1
    }
    return slot
  }

  *entries(): Generator<readonly [a: number, b: number, value: number]> {
    for (let slot = 0; slot < this.#values.length; slot += 1) {
      if (this.#isFree(slot)) continue
      yield [this.#keys[2 * slot]!, this.#keys[2 * slot + 1]!, this.#values[slot]!]
    }
  }

  clear(): void {
    if (this.#size === 0) return
    if (this.#values.length === 1024) this.#keys.fill(0)
    else {
      this.#keys = new Uint32Array(2 * 1024)
      this.#values = new Float64Array(1024)
    }
    this.#size = 0
  }

  #isFree(slot: number): boolean {
    return this.#keys[2 * slot] === 0 && this.#keys[2 * slot + 1] === 0
  }

  #slot(a: number, b: number): number {
    const mask = this.#values.length - 1
    let slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> 0
    slot = Math.imul(slot ^ (slot >>> 15), 0x2c1b3c6d) >>> 0
    slot = (slot ^ (slot >>> 13)) & mask
    while (
      !this.#isFree(slot) &&
      (this.#keys[2 * slot] !== a >>> 0 || this.#keys[2 * slot + 1] !== b >>> 0)
    ) {
      slot = (slot + 1) & mask
    }
    return slot
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    this.#keys = new Uint32Array(keys.length * 2)
    this.#values = new Float64Array(values.length * 2)
    for (let old = 0; old < values.length; old += 1) {
      const [a, b] = [keys[2 * old]!, keys[2 * old + 1]!]
      if (a === 0 && b === 0) continue
      const slot = this.#slot(a, b)
      this.#keys[2 * slot] = a
      this.#keys[2 * slot + 1] = b
      this.#values[slot] = values[old]!
    }
  }
}

/** Texts that stay in memory beside their hashes, because they come again soon. */
const MAX_RECENT = 20_000

/** Gives each different text a number, from 1. Keeps a hash of 64 bits of each, and lately used texts. */
export class TextNumbers {
  readonly #numbers = new PairMap()
  #recent = new Map<string, number>()

  get size(): number {
    return this.#numbers.size
  }

  /** The number of a text; undefined when it has none. */
  get(text: string): number | undefined {
    const recent = this.#recent.get(text)
    if (recent !== undefined) return recent
    const [high, low] = hashOf(text)
    const found = this.#numbers.get(high, low)
    if (found !== undefined) this.#remember(text, found)
    return found
  }

  /** Gives a text its number, which is new unless it has one. Returns whether it is new. */
  add(text: string): { readonly number: number; readonly isNew: boolean } {
    const known = this.get(text)
    if (known !== undefined) return { number: known, isNew: false }
    const [high, low] = hashOf(text)
    const number = this.#numbers.size + 1
    this.#numbers.set(high, low, number)
    this.#remember(text, number)
    return { number, isNew: true }
  }

  clear(): void {
    this.#numbers.clear()
    this.#recent.clear()
  }

  #remember(text: string, number: number): void {
    if (this.#recent.size >= MAX_RECENT) this.#recent = new Map()
    this.#recent.set(text, number)
  }
}

function hashOf(text: string): [number, number] {
  const hash = createHash('sha1').update(text).digest()
  // No pair of zeros, which marks a free place.
  return [hash.readUInt32LE(0) | 1, hash.readUInt32LE(4)].map((part) => part >>> 0) as [number, number]
}
