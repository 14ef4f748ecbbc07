import type { Registration, Subscription } from '../../model/wire.ts'
import { changeOf } from './all-channels.ts'
import { slice } from './slice.ts'

export type Channels = ReadonlyMap<number, Subscription>

/** The channels that the reader is subscribed to, by id; for a spectator, those that are web-public. */
export const channels = slice<Channels>({
  from: ({ queue_id, subscriptions, never_subscribed }) => {
    const shown = queue_id === null ? never_subscribed.map(spectated) : subscriptions
    return new Map(shown.map((channel) => [channel.stream_id, channel]))
  },
  apply: (state, event) => {
    if (event.type === 'subscription') {
      if (event.op === 'add') {
        return new Map([...state, ...event.subscriptions.map((one) => [one.stream_id, one] as const)])
      }
      if (event.op === 'remove') return without(state, event.subscriptions)
      if (event.op === 'update') return changed(state, event.stream_id, { [event.property]: event.value })
    }
    if (event.type === 'stream') {
      if (event.op === 'update') return changed(state, event.stream_id, changeOf(event))
      if (event.op === 'delete') return without(state, event.streams)
    }
    return state
  },
})

/** A channel without the settings of a subscriber. */
const spectated = (channel: Registration['never_subscribed'][number]) =>
  ({ ...channel, pin_to_top: false, is_muted: false }) as Subscription

function without(state: Channels, gone: readonly { readonly stream_id: number }[]): Channels {
  const next = new Map(state)
  for (const { stream_id } of gone) next.delete(stream_id)
  return next
}

function changed(state: Channels, id: number, change: Partial<Subscription>): Channels {
  const known = state.get(id)
  return known === undefined ? state : new Map(state).set(id, { ...known, ...change })
}
