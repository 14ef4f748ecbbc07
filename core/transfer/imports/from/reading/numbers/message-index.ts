import { NumberColumn } from './number-column.ts'

/**
 * The ids of all messages in ascending order, with the conversation and the time of each: 20 bytes a message.
 */
export class MessageIndex {
  #ids = new NumberColumn('any')
  #conversations = new NumberColumn('whole')
  #times = new NumberColumn('any')
  #isAscending = true
  /** Where the last message was found: the next one is looked for near it. */
  #near = 0

  get size(): number {
    return this.#ids.length
  }

  /** Whether the messages were added by ascending id. If not, call `sort` before any look-up. */
  get isAscending(): boolean {
    return this.#isAscending
  }

  /** The highest id; 0 when there is none. */
  get last(): number {
    return this.size === 0 ? 0 : this.#ids.at(this.size - 1)
  }

  add(id: number, conversation: number, seconds: number): void {
    if (this.size > 0 && id <= this.last) this.#isAscending = false
    this.#ids.push(id)
    this.#conversations.push(conversation)
    this.#times.push(seconds)
  }

  /** Sorts the messages by id. Of several with one id, the first added stays the first. */
  sort(): void {
    const order = new Uint32Array(this.size)
    for (let index = 0; index < order.length; index += 1) order[index] = index
    order.sort((a, b) => this.#ids.at(a) - this.#ids.at(b) || a - b)
    this.#ids = this.#ids.inOrder(order, 'any')
    this.#conversations = this.#conversations.inOrder(order, 'whole')
    this.#times = this.#times.inOrder(order, 'any')
    this.#isAscending = true
  }

  has(id: number): boolean {
    return this.#find(id) >= 0
  }

  /** The conversation of a message; undefined when the archive does not have it. */
  conversationOf(id: number): number | undefined {
    const index = this.#find(id)
    return index < 0 ? undefined : this.#conversations.at(index)
  }

  /**
   * The id of the first message that was sent at this time or later; one after the last when there is none.
   */
  firstSince(seconds: number): number {
    const index = this.#times.firstFrom(seconds)
    return index < this.size ? this.#ids.at(index) : this.last + 1
  }

  /** Yields all messages in their order. */
  *entries(): Generator<readonly [id: number, conversation: number]> {
    for (let index = 0; index < this.size; index += 1) {
      yield [this.#ids.at(index), this.#conversations.at(index)]
    }
  }

  #find(id: number): number {
    const near = this.#near
    for (const index of [near, near + 1]) {
      if (index < this.size && this.#ids.at(index) === id) {
        this.#near = index
        return index
      }
    }
    const index = this.#ids.firstFrom(id)
    if (index >= this.size || this.#ids.at(index) !== id) return -1
    this.#near = index
    return index
  }
}
