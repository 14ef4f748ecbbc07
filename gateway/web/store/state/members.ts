import { type Signal, signal } from '@preact/signals'
import type { ServerEvent } from '../../model/wire.ts'

/** The number of channels whose members are kept. The least recently shown ones are forgotten. */
const KEPT_CHANNELS = 8

export type MemberIds = ReadonlySet<number> | 'new' | 'loading' | 'failed'

/** The members of the channels that the reader looked at last; `loadMembers` fetches them. */
export class Members {
  readonly #byChannel = new Map<number, Signal<MemberIds>>()
  /** Number of changes so far. A list that was fetched during one may be older than it. */
  changes = 0

  of(channel: number): Signal<MemberIds> {
    const held = this.#byChannel.get(channel) ?? signal<MemberIds>('new')
    this.#byChannel.delete(channel)
    this.#byChannel.set(channel, held)
    for (const oldest of this.#byChannel.keys()) {
      if (this.#byChannel.size <= KEPT_CHANNELS) break
      this.#byChannel.delete(oldest)
    }
    return held
  }

  apply(event: ServerEvent): void {
    if (event.type !== 'subscription') return
    if (event.op === 'peer_add' || event.op === 'peer_remove') {
      this.changes++
      for (const channel of event.stream_ids) this.#change(channel, event.op, event.user_ids)
    } else if (event.op === 'add' || event.op === 'remove') {
      this.changes++
      // The reader's own subscription is in no event about peers.
      for (const { stream_id } of event.subscriptions) {
        const held = this.#byChannel.get(stream_id)
        if (held !== undefined) held.value = 'new'
      }
    }
  }

  #change(channel: number, op: 'peer_add' | 'peer_remove', people: readonly number[]): void {
    const held = this.#byChannel.get(channel)
    const known = held?.peek()
    if (held === undefined || typeof known !== 'object') return
    const ids = new Set(known)
    for (const id of people) {
      if (op === 'peer_add') ids.add(id)
      else ids.delete(id)
    }
    held.value = ids
  }
}
