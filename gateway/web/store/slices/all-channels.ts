import type { Registration, ServerEvent } from '../../model/wire.ts'
import { slice } from './slice.ts'

/** The permissions in a channel, by the names of the wire. */
export const CHANNEL_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
  'can_send_message_group',
  'can_subscribe_group',
] as const
export type ChannelPermission = (typeof CHANNEL_PERMISSIONS)[number]

/** A channel as everybody sees it, without the reader's own settings. */
export type KnownChannel = Pick<Registration['never_subscribed'][number], (typeof PROPERTIES)[number]>

const PROPERTIES = [
  'stream_id',
  'name',
  'description',
  'rendered_description',
  'invite_only',
  'is_web_public',
  'is_archived',
  'history_public_to_subscribers',
  'creator_id',
  'date_created',
  'stream_weekly_traffic',
  'folder_id',
  'message_retention_days',
  'topics_policy',
  ...CHANNEL_PERMISSIONS,
] as const

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
        return next.set(event.stream_id, { ...known, ...changeOf(event) })
      }
      default:
        return state
    }
  },
})

type ChannelChange = Extract<ServerEvent, { type: 'stream'; op: 'update' }>

/** The properties that an event changes: some descend from others. */
export function changeOf(event: ChannelChange): Partial<KnownChannel> {
  const { property, value, rendered_description, is_web_public, history_public_to_subscribers } = event
  const beside = Object.entries({ rendered_description, is_web_public, history_public_to_subscribers })
  const given = beside.filter(([, beside]) => beside !== undefined)
  return { ...Object.fromEntries(given), [property]: value }
}

const knownOf = (channel: KnownChannel): KnownChannel =>
  Object.fromEntries(PROPERTIES.map((name) => [name, channel[name]])) as unknown as KnownChannel

/** The ids of the channels to which new people are subscribed. */
export const defaultChannels = slice<ReadonlySet<number>>({
  from: ({ realm_default_streams }) => new Set(realm_default_streams.map(({ stream_id }) => stream_id)),
  apply: (state, event) => (event.type === 'default_streams' ? new Set(event.default_streams) : state),
})
