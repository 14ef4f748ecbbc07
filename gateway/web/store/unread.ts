import { type Conversation, conversationKey, conversationOf, directWith } from './conversation.ts'
import { slice } from './slice.ts'
import type { Registration } from './wire.ts'

export interface UnreadConversation {
  readonly conversation: Conversation
  readonly ids: ReadonlySet<number>
}

/** The reader's unread messages by conversation, and which of them mention the reader. */
export interface Unread {
  readonly me: number
  readonly conversations: ReadonlyMap<string, UnreadConversation>
  readonly placeOf: ReadonlyMap<number, string>
  readonly mentions: ReadonlySet<number>
}

export const unread = slice<Unread>({
  from: (registration) => {
    const { user_id: me, unread_msgs } = registration
    const conversations = new Map<string, UnreadConversation>()
    const placeOf = new Map<number, string>()
    for (const { conversation, ids } of listed(registration)) {
      const key = conversationKey(conversation)
      const known = conversations.get(key)
      conversations.set(key, { conversation, ids: new Set([...(known?.ids ?? []), ...ids]) })
      for (const id of ids) placeOf.set(id, key)
    }
    return { me, conversations, placeOf, mentions: new Set(unread_msgs.mentions) }
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
          return event.all ? removed(state, [...state.placeOf.keys()]) : removed(state, event.messages)
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
        const moved = event.message_ids.filter((id) => edited.placeOf.has(id))
        const conversation = {
          kind: 'topic',
          channel: new_stream_id ?? stream_id,
          topic: subject ?? orig_subject ?? '',
        } as const
        const { mentions } = edited
        return added(
          removed(edited, moved),
          moved.map((id) => ({ id, conversation, isMention: mentions.has(id) })),
        )
      }
      default:
        return state
    }
  },
})

const isMentioned = (flags: readonly string[]) => flags.some((flag) => flag.endsWith('mentioned'))

/** The list of mentions contains only unread messages. */
function withMention(state: Unread, id: number, isMention: boolean): Unread {
  if (!state.placeOf.has(id) || state.mentions.has(id) === isMention) return state
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
  const conversations = new Map(state.conversations)
  const placeOf = new Map(state.placeOf)
  const mentions = new Set(state.mentions)
  for (const { id, conversation, isMention } of additions) {
    const key = conversationKey(conversation)
    conversations.set(key, { conversation, ids: new Set(conversations.get(key)?.ids).add(id) })
    placeOf.set(id, key)
    if (isMention) mentions.add(id)
  }
  return { ...state, conversations, placeOf, mentions }
}

function removed(state: Unread, ids: readonly number[]): Unread {
  const gone = ids.filter((id) => state.placeOf.has(id))
  if (gone.length === 0) return state
  const conversations = new Map(state.conversations)
  const placeOf = new Map(state.placeOf)
  const mentions = new Set(state.mentions)
  const touched = new Map<string, Set<number>>()
  for (const id of gone) {
    const key = state.placeOf.get(id)!
    if (!touched.has(key)) touched.set(key, new Set(conversations.get(key)!.ids))
    touched.get(key)!.delete(id)
  }
  for (const [key, rest] of touched) {
    if (rest.size === 0) conversations.delete(key)
    else conversations.set(key, { ...conversations.get(key)!, ids: rest })
  }
  for (const id of gone) {
    placeOf.delete(id)
    mentions.delete(id)
  }
  return { ...state, conversations, placeOf, mentions }
}
