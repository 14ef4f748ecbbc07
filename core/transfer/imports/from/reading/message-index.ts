/**
 * The ids of all messages in ascending order, with the conversation and the time of each: 20 bytes a message.
 */
export class MessageIndex {
  #ids = new Float64Array(4096)
  #conversations = new Uint32Array(4096)
  #times = new Float64Array(4096)
  #length = 0
  #isAscending = true
  /** Where the last message was found: the next one is looked for near it. */
  #near = 0

  get size(): number {
    return this.#length
  }

  /** Whether the messages were added by ascending id. If not, call `sort` before any look-up. */
  get isAscending(): boolean {
    return this.#isAscending
  }

  /** The highest id; 0 when there is none. */
  get last(): number {
    return this.#length === 0 ? 0 : this.#ids[this.#length - 1]!
  }

  add(id: number, conversation: number, seconds: number): void {
    if (this.#length === this.#ids.length) this.#grow()
    if (this.#length > 0 && id <= this.#ids[this.#length - 1]!) this.#isAscending = false
    this.#ids[this.#length] = id
    this.#conversations[this.#length] = conversation
    this.#times[this.#length] = seconds
    this.#length += 1
  }

  /** Sorts the messages by id. Of several with one id, the first added stays the first. */
  sort(): void {
    const order = new Uint32Array(this.#length)
    for (let index = 0; index < order.length; index += 1) order[index] = index
    order.sort((a, b) => this.#ids[a]! - this.#ids[b]! || a - b)
    const [ids, conversations, times] = [this.#ids, this.#conversations, this.#times]
    this.#ids = new Float64Array(order.length).map((_, index) => ids[order[index]!]!)
    this.#conversations = new Uint32Array(order.length).map((_, index) => conversations[order[index]!]!)
    this.#times = new Float64Array(order.length).map((_, index) => times[order[index]!]!)
    this.#isAscending = true
  }

  has(id: number): boolean {
    return this.#find(id) >= 0
  }

  /** The conversation of a message; undefined when the archive does not have it. */
  conversationOf(id: number): number | undefined {
    const index = this.#find(id)
    return index < 0 ? undefined : this.#conversations[index]
  }

  /**
   * The id of the first message that was sent at this time or later; one after the last when there is none.
   */
  firstSince(seconds: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#times[middle]! < seconds) low = middle + 1
      else high = middle
    }
    return low < this.#length ? this.#ids[low]! : this.last + 1
  }

  /** Yields all messages in their order. */
  *entries(): Generator<readonly [id: number, conversation: number]> {
    for (let index = 0; index < this.#length; index += 1) {
      yield [this.#ids[index]!, this.#conversations[index]!]
    }
  }

  #find(id: number): number {
    const near = this.#near
    for (const index of [near, near + 1]) {
      if (index < this.#length && this.#ids[index] === id) {
        this.#near = index
        return index
      }
    }
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#ids[middle]! < id) low = middle + 1
      else high = middle
    }
    if (low >= this.#length || this.#ids[low] !== id) return -1
    this.#near = low
    return low
  }

  #grow(): void {
    const size = this.#ids.length * 2
    const [ids, conversations, times] = [this.#ids, this.#conversations, this.#times]
    this.#ids = new Float64Array(size)
    this.#conversations = new Uint32Array(size)
    this.#times = new Float64Array(size)
    this.#ids.set(ids)
    this.#conversations.set(conversations)
    this.#times.set(times)
  }
}
