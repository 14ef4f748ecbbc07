import type { Seq } from '../../core/platform/ids.ts'
import { type EventId, eventIdAt, idOfPart, nextFreeId } from './event-id.ts'

/** Most events of one delivery, to a poll or in a frame. */
const MAX_EVENTS_AT_ONCE = 500
/** A batch is full from this length on, in characters of JSON text. */
const MAX_LENGTH_AT_ONCE = 128 * 1024

const noEvents: readonly string[] = []

/**
 * The events of one delivery: at most 500. It is full as soon as they reach 128 KiB. A batch does not change:
 * with more events it is another one.
 */
export class Batch {
  /** Id of the last event in the batch; without events, of the last one that the client already has. */
  readonly last: EventId
  readonly #count: number
  readonly #length: number
  /** The batch without `#added`; undefined for a batch without events. */
  readonly #former: Batch | undefined
  readonly #added: readonly string[]
  #events: readonly string[] | undefined

  private constructor(last: EventId, added: readonly string[], former?: Batch) {
    this.last = last
    this.#added = added
    this.#former = former
    let length = 0
    for (const text of added) length += text.length
    this.#length = former === undefined ? length : former.#length + length
    this.#count = former === undefined ? added.length : former.#count + added.length
  }

  /** An empty batch for a client that already has all events up to `id`. */
  static after(id: EventId): Batch {
    return new Batch(id, noEvents)
  }

  /** In order, as JSON text. The texts of the only entry are the array that all clients share. */
  get events(): readonly string[] {
    this.#events ??= this.#former === undefined || this.#former.isEmpty ? this.#added : this.#collected()
    return this.#events
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  get isFull(): boolean {
    return this.#count >= MAX_EVENTS_AT_ONCE || this.#length >= MAX_LENGTH_AT_ONCE
  }

  /** Whether the client has all events of an entry with this batch. */
  completes(position: Seq, texts: readonly string[]): boolean {
    return texts.length === 0 || this.last >= eventIdAt(position)
  }

  /** Adds the events of an entry that the client does not have, until the batch is full. */
  withEntry(position: Seq, texts: readonly string[]): Batch {
    return texts.length === 1 ? this.#withOnly(position, texts) : this.#withParts(position, texts)
  }

  /**
   * With an event that is not in the log. The client has all its events up to `position`, or receives them
   * earlier in this batch. The same batch when no id is free (`nextFreeId`).
   */
  withUnlogged(position: Seq, textFor: (id: EventId) => string): Batch {
    const id = nextFreeId(this.last, position)
    return id === undefined ? this : new Batch(id, [textFor(id)], this)
  }

  #withOnly(position: Seq, texts: readonly string[]): Batch {
    const id = eventIdAt(position)
    return id <= this.last || this.isFull ? this : new Batch(id, texts, this)
  }

  #withParts(position: Seq, texts: readonly string[]): Batch {
    const added: string[] = []
    let last = this.last
    let length = this.#length
    for (let index = 0; index < texts.length; index++) {
      const id = idOfPart(position, index, texts.length)
      if (id <= last) continue
      if (this.#count + added.length >= MAX_EVENTS_AT_ONCE || length >= MAX_LENGTH_AT_ONCE) break
      const text = texts[index]!
      added.push(text)
      last = id
      length += text.length
    }
    return added.length === 0 ? this : new Batch(last, added, this)
  }

  #collected(): readonly string[] {
    const events = new Array<string>(this.#count)
    let end = this.#count
    for (let batch: Batch | undefined = this; batch !== undefined; batch = batch.#former) {
      const added = batch.#added
      end -= added.length
      for (let index = 0; index < added.length; index++) events[end + index] = added[index]!
    }
    return events
  }
}
