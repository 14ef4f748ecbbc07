import type { Conversation } from './conversation.ts'
import type { Store } from './store.ts'

export interface ConversationCount {
  readonly count: number
  /** Direct messages, mentions and followed topics. */
  readonly isForYou: boolean
  /** Whether some, but not all, of the messages concern the reader. */
  readonly hasMention?: boolean
}

/** Unread messages that concern the reader: direct ones, mentions and followed topics. */
export const unreadForYou = (store: Store): number => countUnread(store, 2)

/** The number in the title and the icon, as the reader chose it (`desktop_icon_count_display`). */
export const unreadInTitle = (store: Store): number =>
  countUnread(store, store.settings.value.desktop_icon_count_display)

/** `what`: 1 everything that is not muted, 2 what concerns the reader, 3 without followed topics, 4 nothing. */
function countUnread(store: Store, what: number): number {
  if (what === 4) return 0
  const { conversations, mentions } = store.unread.value
  let count = 0
  for (const { conversation, ids } of conversations.values()) {
    const isWhole =
      conversation.kind === 'direct' ||
      (what === 1 && !store.isTopicMuted(conversation.channel, conversation.topic)) ||
      (what !== 3 && isFollowed(store, conversation))
    if (isWhole) count += ids.size
    else for (const id of ids) if (mentions.has(id)) count++
  }
  return count
}

export const isFollowed = (store: Store, conversation: Conversation): boolean =>
  conversation.kind === 'topic' && store.policyOf(conversation.channel, conversation.topic) === 3

/** Unread messages of one conversation. */
export function countOf(
  store: Store,
  conversation: Conversation,
  ids: ReadonlySet<number>,
): ConversationCount {
  const { mentions } = store.unread.value
  const isForYou =
    conversation.kind === 'direct' ||
    isFollowed(store, conversation) ||
    [...ids].some((id) => mentions.has(id))
  return { count: ids.size, isForYou }
}

/** Unread messages of a channel in topics that are not muted. */
export function countOfChannel(store: Store, channel: number): ConversationCount {
  let count = 0
  let hasMention = false
  for (const { conversation, ids } of store.unread.value.conversations.values()) {
    if (conversation.kind !== 'topic' || conversation.channel !== channel) continue
    const own = countOf(store, conversation, ids)
    if (store.isTopicMuted(channel, conversation.topic) && !own.isForYou) continue
    count += own.count
    hasMention ||= own.isForYou
  }
  return { count, isForYou: false, hasMention }
}
