import { type Conversation, conversationKey } from '../model/conversation.ts'
import { route } from '../model/current-route.ts'
import { isConversation } from '../model/narrow.ts'
import { hashOf, type Route } from '../model/route.ts'
import { isFollowed } from '../store/derived/counts.ts'
import { channelName } from '../store/derived/names.ts'
import { sidebarOrder } from '../store/derived/sidebar-order.ts'
import { unreadConversations } from '../store/slices/unread.ts'
import type { Store } from '../store/state/store.ts'
import { showNotice } from '../store/verbs/notice.ts'
import { collator } from '../texts/collator.ts'
import { t } from '../texts/texts.ts'

/**
 * Opens the next conversation with unread messages after the open one, and the first one after the last: of
 * topics in the order of the sidebar's channels, of direct conversations from the newest. The muted ones are
 * left out.
 */
export function goToNextUnread(store: Store, kind: 'topic' | 'followed' | 'direct'): void {
  const { value } = route
  const compare = orderOf(store, value)
  const here = value.view === 'messages' && isConversation(value.narrow) ? value.narrow : undefined
  const others = unreadConversations(store.unread.peek())
    .map(({ conversation }) => conversation)
    .filter((one) => (kind === 'followed' ? isFollowed(store, one) : one.kind === kind))
    .filter(
      (one) =>
        one.kind === 'direct' ||
        (store.channels.value.has(one.channel) && !store.isTopicMuted(one.channel, one.topic)),
    )
    .filter((one) => here === undefined || conversationKey(one) !== conversationKey(here))
    .sort(compare)
  const next = others.find((one) => here?.kind === one.kind && compare(here, one) < 0) ?? others[0]
  if (next === undefined) showNotice(store, kind === 'direct' ? t.noUnreadDirect : t.noUnreadTopic)
  else location.hash = hashOf(next, next.kind === 'topic' ? channelName(store, next.channel) : undefined)
}

/** The order of conversations of one kind. */
function orderOf(store: Store, shown: Route): (a: Conversation, b: Conversation) => number {
  const channels = sidebarOrder(store, shown).flatMap((group) => group.channels)
  const places = new Map(channels.map(({ stream_id }, place) => [stream_id, place]))
  const placeOf = (channel: number) => places.get(channel) ?? places.size
  const newestOf = (one: Conversation) =>
    store.direct.value.conversations.get(conversationKey(one))?.newest ?? Number.POSITIVE_INFINITY
  return (a, b) =>
    a.kind === 'topic' && b.kind === 'topic'
      ? placeOf(a.channel) - placeOf(b.channel) || collator.compare(a.topic, b.topic)
      : newestOf(b) - newestOf(a)
}
