import type { Seq } from '../../core/platform/ids.ts'
import { type EventId, idOfPart, nextFreeId } from './event-id.ts'

/** Most events of one delivery, to a poll or in a frame. */
const MAX_EVENTS_AT_ONCE = 500
/** A batch is full from this length on, in characters of JSON text. */
const MAX_LENGTH_AT_ONCE = 128 * 1024

const noEvents: readonly string[] = []

/** Collects the events of one delivery: at most 500. It is full as soon as they reach 128 KiB. */
export class Batch {
  #events: readonly string[] = noEvents
  /** `#events`, unless they are the texts of the only entry, which all clients share. */
  #own: string[] | undefined
  #last: EventId
  #length = 0

  /** `after`: the client already has all events up to this id. */
  constructor(after: EventId) {
    this.#last = after
  }

  /** In order, as JSON text. */
  get events(): readonly string[] {
    return this.#events
  }

  /** Id of the last event in the batch; `after` while it is empty. */
  get last(): EventId {
    return this.#last
  }

  get isEmpty(): boolean {
    return this.#events.length === 0
  }

  get isFull(): boolean {
    return this.#events.length >= MAX_EVENTS_AT_ONCE || this.#length >= MAX_LENGTH_AT_ONCE
  }

  /** Adds the events of an entry that the client does not have. False when some did not fit. */
  addEntry(position: Seq, texts: readonly string[]): boolean {
    if (texts.length === 1 && this.isEmpty) return this.#addOnly(texts, idOfPart(position, 0, 1))
    for (let index = 0; index < texts.length; index++) {
      const id = idOfPart(position, index, texts.length)
      if (id <= this.#last) continue
      if (this.isFull) return false
      this.#add(texts[index]!, id)
    }
    return true
  }

  /**
   * Adds an event that is not in the log. The client has all its events up to `position`, or receives them earlier in
   * this batch. False when no id is free (`nextFreeId`).
   */
  addUnlogged(position: Seq, textFor: (id: EventId) => string): boolean {
    const id = nextFreeId(this.#last, position)
    if (id === undefined) return false
    this.#add(textFor(id), id)
    return true
  }

  #addOnly(texts: readonly string[], id: EventId): true {
    if (id <= this.#last) return true
    this.#events = texts
    this.#last = id
    this.#length = texts[0]!.length
    return true
  }

  #add(text: string, id: EventId): void {
    if (this.#own === undefined) {
      this.#own = [...this.#events]
      this.#events = this.#own
    }
    this.#own.push(text)
    this.#last = id
    this.#length += text.length
  }
}
