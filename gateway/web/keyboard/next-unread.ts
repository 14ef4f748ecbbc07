import { conversationKey } from '../model/conversation.ts'
import { route } from '../model/current-route.ts'
import { narrowKey } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { isFollowed } from '../store/derived/counts.ts'
import { channelName } from '../store/derived/names.ts'
import { unreadConversations } from '../store/slices/unread.ts'
import type { Store } from '../store/state/store.ts'
import { showNotice } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'

/**
 * Opens the next conversation with unread messages, in the order of the sidebar; the muted ones are left out.
 */
export function goToNextUnread(store: Store, kind: 'topic' | 'followed' | 'direct'): void {
  const all = unreadConversations(store.unread.peek())
    .map(({ conversation }) => conversation)
    .filter((one) => (kind === 'followed' ? isFollowed(store, one) : one.kind === kind))
    .filter(
      (one) =>
        one.kind === 'direct' ||
        (store.channels.value.has(one.channel) && !store.isTopicMuted(one.channel, one.topic)),
    )
    .sort((a, b) => placeOf(store, a).localeCompare(placeOf(store, b)))
  const { value } = route
  const here = value.view === 'messages' ? narrowKey(value.narrow) : ''
  const others = all.filter((one) => conversationKey(one) !== here)
  const at = all.findIndex((one) => conversationKey(one) === here)
  const next = at === -1 ? others[0] : (all[at + 1] ?? others[0])
  if (next === undefined) showNotice(kind === 'direct' ? t.noUnreadDirect : t.noUnreadTopic)
  else location.hash = hashOf(next, next.kind === 'topic' ? channelName(store, next.channel) : undefined)
}

const placeOf = (store: Store, one: Parameters<typeof conversationKey>[0]): string =>
  one.kind === 'topic' ? `${channelName(store, one.channel)} ${one.topic}` : conversationKey(one)
