import { slice } from './slice.ts'
import type { Registration } from './wire.ts'

/** A channel as everybody sees it, without the reader's own settings. */
export type KnownChannel = Pick<
  Registration['never_subscribed'][number],
  | 'stream_id'
  | 'name'
  | 'description'
  | 'rendered_description'
  | 'invite_only'
  | 'is_web_public'
  | 'is_archived'
>

/** Every channel that the reader has access to, subscribed or not, by id. */
export const allChannels = slice<ReadonlyMap<number, KnownChannel>>({
  from: ({ subscriptions, unsubscribed, never_subscribed }) =>
    new Map(
      [...subscriptions, ...unsubscribed, ...never_subscribed].map((channel) => [
        channel.stream_id,
        knownOf(channel),
      ]),
    ),
  apply: (state, event) => {
    if (event.type === 'subscription' && event.op === 'add') {
      return new Map([...state, ...event.subscriptions.map((one) => [one.stream_id, knownOf(one)] as const)])
    }
    if (event.type !== 'stream') return state
    const next = new Map(state)
    switch (event.op) {
      case 'create':
        for (const channel of event.streams) next.set(channel.stream_id, knownOf(channel))
        return next
      case 'delete':
        for (const { stream_id } of event.streams) next.delete(stream_id)
        return next
      case 'update': {
        const known = state.get(event.stream_id)
        if (known === undefined || !(event.property in known)) return state
        const { rendered_description = known.rendered_description, is_web_public = known.is_web_public } =
          event
        const beside = { rendered_description, is_web_public }
        return next.set(event.stream_id, { ...known, ...beside, [event.property]: event.value })
      }
      default:
        return state
    }
  },
})

const knownOf = (channel: KnownChannel): KnownChannel => ({
  stream_id: channel.stream_id,
  name: channel.name,
  description: channel.description,
  rendered_description: channel.rendered_description,
  invite_only: channel.invite_only,
  is_web_public: channel.is_web_public,
  is_archived: channel.is_archived,
})
