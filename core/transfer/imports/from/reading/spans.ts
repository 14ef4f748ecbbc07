import type { Row } from '../../../exports/archive/column.ts'
import { PairMap } from './numbers/number-map.ts'

/** Somebody subscribed or unsubscribed. */
export interface SubscriptionEvent {
  readonly user: number
  readonly channel: number
  readonly isSubscribed: boolean
  /** The place in the order of message ids of the first message after it. */
  readonly at: number
}

/** The ranges of messages during which people were subscribed. */
export class Spans {
  readonly #spans: Row[] = []
  readonly #open = new PairMap()

  /** Where the present subscription of somebody began; undefined without one. */
  openFrom(user: number, channel: number): number | undefined {
    const from = this.#open.get(user, channel)
    return from === undefined ? undefined : from - 1
  }

  rows(): readonly Row[] {
    return this.#spans
  }

  /**
   * Adds the spans of one person in one channel. `events` are in their order. `isSubscribed` is the present
   * state, which is right where the events contradict it. Without events, a subscription begins at `since`.
   * `end`: the place after the last message.
   */
  add(
    user: number,
    channel: number,
    events: readonly Pick<SubscriptionEvent, 'isSubscribed' | 'at'>[],
    isSubscribed: boolean,
    since: number,
    end: number,
  ): void {
    let from: number | undefined
    let last = -1
    const close = (to: number) => {
      if (from !== undefined && to > from && from > last) {
        this.#spans.push({ user_id: user, channel_id: channel, from_id: from, to_id: to })
        last = from
      }
      from = undefined
    }
    if (events.length === 0 || events[0]!.isSubscribed === false) from = since
    for (const event of events) {
      if (event.isSubscribed) from ??= event.at
      else close(event.at)
    }
    if (!isSubscribed) {
      close(end)
      return
    }
    from ??= events.at(-1)?.at ?? since
    // A span that begins where another one began takes its place.
    if (from <= last) from = last + 1
    this.#spans.push({ user_id: user, channel_id: channel, from_id: from, to_id: null })
    this.#open.set(user, channel, from + 1)
  }
}
