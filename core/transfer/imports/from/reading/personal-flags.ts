import type { ArchiveRecord } from './reader.ts'
import { SortedLines } from './sorted-lines.ts'

/** The flags that messages have for single people, on disk. */
export class PersonalFlags {
  readonly #flags: SortedLines

  constructor(work: string) {
    this.#flags = new SortedLines(work, 'personal-flags')
  }

  /** Adds flags of a message for somebody. `bits`: bits of `FlagBit`. */
  add(message: number, user: number, bits: number): Promise<void> {
    return this.#flags.add(message, `[${user},${bits}]`)
  }

  /** Yields the records by message, once. */
  async *records(): AsyncGenerator<ArchiveRecord> {
    let message = 0
    let bitsOf = new Map<number, number>()
    for await (const { key, text } of this.#flags.read()) {
      if (key !== message) yield* rows(message, bitsOf)
      if (key !== message) bitsOf = new Map()
      message = key
      const [user, bits] = JSON.parse(text) as [number, number]
      bitsOf.set(user, (bitsOf.get(user) ?? 0) | bits)
    }
    yield* rows(message, bitsOf)
  }
}

function* rows(message: number, bitsOf: ReadonlyMap<number, number>): Generator<ArchiveRecord> {
  for (const [user, bits] of bitsOf) {
    yield { table: 'message_flag', row: { user_id: user, message_id: message, bits } }
  }
}
