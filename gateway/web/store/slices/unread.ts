import { type Conversation, conversationKey, conversationOf, directWith } from '../../model/conversation.ts'
import type { Registration, ServerEvent } from '../../model/wire.ts'
import { type ChunkedMap, getFrom, keysOf, withEntries, withoutIds } from './chunked-map.ts'
import { slice } from './slice.ts'

export interface UnreadConversation {
  readonly conversation: Conversation
  readonly ids: ReadonlySet<number>
}

/** The unread conversations of one channel, or all direct ones, by `conversationKey`. */
export type UnreadGroup = ReadonlyMap<string, UnreadConversation>

/**
 * The reader's unread messages by conversation, and which of them mention the reader. An event copies only
 * the parts that it changes: there may be 50,000 messages, and a hundred more each second.
 */
export interface Unread {
  readonly me: number
  /** By channel id. The direct conversations have the key DIRECT. */
  readonly groups: ReadonlyMap<number, UnreadGroup>
  /** The key of the conversation of each message. */
  readonly placeOf: ChunkedMap<string>
  readonly mentions: ReadonlySet<number>
  /** The channels that the reader is subscribed to: nothing is unread in others. */
  readonly subscribed: ReadonlySet<number>
}

export const DIRECT = 0
const NONE: UnreadGroup = new Map()

export const unreadGroup = ({ groups }: Unread, group: number): UnreadGroup => groups.get(group) ?? NONE

/** The unread messages of a conversation, by its key. */
export const unreadOf = (state: Unread, key: string): UnreadConversation | undefined =>
  state.groups.get(groupOf(key))?.get(key)

export const isUnread = ({ placeOf }: Unread, id: number): boolean => getFrom(placeOf, id) !== undefined

/** All conversations with unread messages. */
export const unreadConversations = ({ groups }: Unread): UnreadConversation[] =>
  [...groups.values()].flatMap((group) => [...group.values()])

/** The id of the newest unread message. */
export function newestOf({ ids }: UnreadConversation): number {
  let newest = 0
  for (const id of ids) if (id > newest) newest = id
  return newest
}

/** The group of a conversation with this key. */
const groupOf = (key: string): number => (key.startsWith('@') ? DIRECT : Number.parseInt(key, 10))

export const unread = slice<Unread>({
  from: (registration) => {
    const { user_id: me, unread_msgs } = registration
    const conversations = new Map<string, { conversation: Conversation; ids: Set<number> }>()
    const places: [number, string][] = []
    for (const { conversation, ids } of listed(registration)) {
      const key = conversationKey(conversation)
      const known = conversations.get(key) ?? { conversation, ids: new Set() }
      conversations.set(key, known)
      for (const id of ids) {
        known.ids.add(id)
        places.push([id, key])
      }
    }
    const groups = new Map<number, Map<string, UnreadConversation>>()
    for (const [key, one] of conversations) {
      const group = groups.get(groupOf(key)) ?? new Map()
      groups.set(groupOf(key), group.set(key, one))
    }
    const placeOf = withEntries({ chunks: new Map() }, places)
    const subscribed = new Set(registration.subscriptions.map((channel) => channel.stream_id))
    return { me, groups, placeOf, mentions: new Set(unread_msgs.mentions), subscribed }
  },
  apply: (state, event) => {
    switch (event.type) {
      case 'message': {
        if (event.flags.includes('read')) return state
        const conversation = conversationOf({ ...event.message, flags: event.flags }, state.me)
        return added(state, [{ id: event.message.id, conversation, isMention: isMentioned(event.flags) }])
      }
      case 'update_message_flags': {
        if (event.flag !== 'read') return state
        if (event.op === 'add') {
          return event.all ? removed(state, [...keysOf(state.placeOf)]) : removed(state, event.messages)
        }
        const details = Object.entries(event.message_details ?? {}).map(([id, detail]) => ({
          id: Number(id),
          isMention: detail.mentioned === true,
          conversation:
            detail.type === 'stream'
              ? ({ kind: 'topic', channel: detail.stream_id!, topic: detail.topic! } as const)
              : directWith(detail.user_ids ?? [], state.me),
        }))
        return added(state, details)
      }
      case 'delete_message':
        return removed(state, event.message_ids ?? [event.message_id!])
      case 'update_message': {
        // An edit may add or remove a mention of the reader.
        const edited =
          event.rendered_content === undefined
            ? state
            : withMention(state, event.message_id, isMentioned(event.flags))
        const { stream_id, new_stream_id, subject, orig_subject } = event
        if (stream_id === undefined || (new_stream_id === undefined && subject === undefined)) return edited
        const moved = event.message_ids.filter((id) => isUnread(edited, id))
        const channel = new_stream_id ?? stream_id
        if (!edited.subscribed.has(channel)) return removed(edited, moved)
        const conversation = {
          kind: 'topic',
          channel,
          topic: subject ?? orig_subject ?? '',
        } as const
        const { mentions } = edited
        return added(
          removed(edited, moved),
          moved.map((id) => ({ id, conversation, isMention: mentions.has(id) })),
        )
      }
      case 'subscription':
        return withSubscriptions(state, event)
      default:
        return state
    }
  },
})

/** A reader who leaves a channel has nothing unread there, also after coming back. */
function withSubscriptions(state: Unread, event: ServerEvent & { type: 'subscription' }): Unread {
  if (event.op !== 'add' && event.op !== 'remove') return state
  const subscribed = new Set(state.subscribed)
  let next = state
  for (const { stream_id } of event.subscriptions) {
    if (event.op === 'add') subscribed.add(stream_id)
    else {
      subscribed.delete(stream_id)
      const unread = [...unreadGroup(state, stream_id).values()]
      next = removed(
        next,
        unread.flatMap(({ ids }) => [...ids]),
      )
    }
  }
  return { ...next, subscribed }
}

const isMentioned = (flags: readonly string[]) => flags.some((flag) => flag.endsWith('mentioned'))

/** The list of mentions contains only unread messages. */
function withMention(state: Unread, id: number, isMention: boolean): Unread {
  if (!isUnread(state, id) || state.mentions.has(id) === isMention) return state
  const mentions = new Set(state.mentions)
  if (isMention) mentions.add(id)
  else mentions.delete(id)
  return { ...state, mentions }
}

function listed({
  user_id: me,
  unread_msgs,
}: Registration): { conversation: Conversation; ids: readonly number[] }[] {
  return [
    ...unread_msgs.streams.map(({ stream_id, topic, unread_message_ids: ids }) => ({
      conversation: { kind: 'topic', channel: stream_id, topic } as const,
      ids,
    })),
    ...unread_msgs.pms.map(({ other_user_id, unread_message_ids: ids }) => ({
      conversation: directWith([other_user_id], me),
      ids,
    })),
    ...unread_msgs.huddles.map(({ user_ids_string, unread_message_ids: ids }) => ({
      conversation: directWith(user_ids_string.split(',').map(Number), me),
      ids,
    })),
  ]
}

interface Addition {
  readonly id: number
  readonly conversation: Conversation
  readonly isMention: boolean
}

function added(state: Unread, additions: readonly Addition[]): Unread {
  if (additions.length === 0) return state
  const changed = new Map<string, { conversation: Conversation; ids: Set<number> }>()
  for (const { id, conversation } of additions) {
    const key = conversationKey(conversation)
    const known = changed.get(key) ?? { conversation, ids: new Set(unreadOf(state, key)?.ids) }
    changed.set(key, { conversation, ids: known.ids.add(id) })
  }
  const places = additions.map(({ id, conversation }) => [id, conversationKey(conversation)] as const)
  const mentioned = additions.filter(({ isMention }) => isMention).map(({ id }) => id)
  return {
    ...state,
    groups: withConversations(state.groups, changed),
    placeOf: withEntries(state.placeOf, places),
    mentions: mentioned.length === 0 ? state.mentions : new Set([...state.mentions, ...mentioned]),
  }
}

function removed(state: Unread, ids: readonly number[]): Unread {
  const gone = ids.filter((id) => isUnread(state, id))
  if (gone.length === 0) return state
  const changed = new Map<string, { conversation: Conversation; ids: Set<number> }>()
  for (const id of gone) {
    const key = getFrom(state.placeOf, id)!
    const { conversation, ids: known } = unreadOf(state, key)!
    const rest = changed.get(key) ?? { conversation, ids: new Set(known) }
    rest.ids.delete(id)
    changed.set(key, rest)
  }
  const mentions = new Set(state.mentions)
  for (const id of gone) mentions.delete(id)
  return {
    ...state,
    groups: withConversations(state.groups, changed),
    placeOf: withoutIds(state.placeOf, gone),
    mentions: mentions.size === state.mentions.size ? state.mentions : mentions,
  }
}

/** Replaces conversations. Those without unread messages, and groups without conversations, are removed. */
function withConversations(
  groups: Unread['groups'],
  changed: ReadonlyMap<string, UnreadConversation>,
): Unread['groups'] {
  const next = new Map(groups)
  const copied = new Map<number, Map<string, UnreadConversation>>()
  for (const [key, conversation] of changed) {
    const number = groupOf(key)
    const group = copied.get(number) ?? new Map(next.get(number))
    if (conversation.ids.size === 0) group.delete(key)
    else group.set(key, conversation)
    copied.set(number, group)
  }
  for (const [number, group] of copied) {
    if (group.size === 0) next.delete(number)
    else next.set(number, group)
  }
  return next
}
