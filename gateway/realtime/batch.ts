import type { Seq } from '../../core/platform/ids.ts'
import { type EventId, idOfPart, nextFreeId } from './event-id.ts'

/** Most events handed over at once, to a poll or in a frame; the next ones follow. */
const MAX_EVENTS_AT_ONCE = 500
/** The same in characters of JSON text; an event that is longer travels alone. */
const MAX_LENGTH_AT_ONCE = 128 * 1024

/** Events being put together for one hand-over, at most 500 and at most 128 KiB unless one alone is longer. */
export class Batch {
  readonly events: string[] = []
  #last: EventId
  #length = 0

  /** `after`: the client has what has this id and all before. */
  constructor(after: EventId) {
    this.#last = after
  }

  /** Id of the last event in it; where it began while there is none. */
  get last(): EventId {
    return this.#last
  }

  get isEmpty(): boolean {
    return this.events.length === 0
  }

  get isFull(): boolean {
    return this.events.length >= MAX_EVENTS_AT_ONCE || this.#length >= MAX_LENGTH_AT_ONCE
  }

  /** Adds those events of an entry that the client does not have. False when some did not fit in. */
  addEntry(position: Seq, texts: readonly string[]): boolean {
    for (const [index, text] of texts.entries()) {
      const id = idOfPart(position, index, texts.length)
      if (id <= this.#last) continue
      if (this.isFull) return false
      this.#add(text, id)
    }
    return true
  }

  /**
   * Adds an event that is in no log; the client has, or is given before it, all it should have up to `position`.
   * False when there is no id for it (`nextFreeId`).
   */
  addUnlogged(position: Seq, textFor: (id: EventId) => string): boolean {
    const id = nextFreeId(this.#last, position)
    if (id === undefined) return false
    this.#add(textFor(id), id)
    return true
  }

  #add(text: string, id: EventId): void {
    this.events.push(text)
    this.#last = id
    this.#length += text.length
  }
}
