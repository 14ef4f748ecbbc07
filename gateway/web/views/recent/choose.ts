import type { Conversation } from '../../model/conversation.ts'
import { plain } from '../../model/rank.ts'
import { countOf, isFollowed, isListed, type PlaceCount } from '../../store/derived/counts.ts'
import { channelName, namesOf } from '../../store/derived/names.ts'
import { unreadOf } from '../../store/slices/unread.ts'
import type { RecentConversation } from '../../store/state/recent.ts'
import type { Store } from '../../store/state/store.ts'
import { collator } from '../../texts/collator.ts'

export interface RecentRow extends RecentConversation {
  readonly unread: PlaceCount
}

const NO_IDS: ReadonlySet<number> = new Set()

/** The recent conversations that the reader has chosen to see, in the chosen order. */
export function chosenConversations(store: Store, words: string): readonly RecentRow[] {
  const choice = store.recent.choice.value
  const sought = plain(words).split(/\s+/)
  const rows: RecentRow[] = []
  for (const one of store.recent.conversations.value) {
    const { conversation } = one
    if (choice.kind === 'topics' && conversation.kind !== 'topic') continue
    if (choice.kind === 'direct' && conversation.kind !== 'direct') continue
    if (choice.isMine && !one.participants.includes(store.me)) continue
    if (choice.isFollowed && !isFollowed(store, conversation)) continue
    const ids = unreadOf(store.unread.value, one.key)?.ids ?? NO_IDS
    if (choice.isUnread && ids.size === 0) continue
    const unread = countOf(store, conversation, ids)
    if (!choice.hasMuted && isHidden(store, conversation, unread)) continue
    const name = plain(nameWithPlace(store, conversation))
    if (!sought.every((word) => name.includes(word))) continue
    rows.push({ ...one, unread })
  }
  return ordered(store, rows)
}

/** Whether the conversation is muted and nothing in it concerns the reader, or its channel is archived. */
function isHidden(store: Store, conversation: Conversation, unread: PlaceCount): boolean {
  if (conversation.kind === 'direct') {
    const { people } = conversation
    return people.every((one) => store.mutedUsers.value.has(one))
  }
  if (store.channels.value.has(conversation.channel) && !isListed(store, conversation.channel)) return true
  return (
    store.isTopicMuted(conversation.channel, conversation.topic) && !(unread.isForYou && unread.count > 0)
  )
}

const nameWithPlace = (store: Store, conversation: Conversation): string =>
  conversation.kind === 'topic'
    ? `${channelName(store, conversation.channel) ?? ''} ${namesOf(store, conversation)}`
    : namesOf(store, conversation)

function ordered(store: Store, rows: RecentRow[]): readonly RecentRow[] {
  const unread = ({ unread: { count, uncounted = 0 } }: RecentRow) => count + uncounted
  switch (store.recent.choice.value.order) {
    case 'unread':
      return rows.sort((a, b) => unread(b) - unread(a) || b.newest - a.newest)
    case 'name': {
      const names = new Map(rows.map((row) => [row.key, nameWithPlace(store, row.conversation)]))
      return rows.sort((a, b) => collator.compare(names.get(a.key)!, names.get(b.key)!))
    }
    default:
      return rows
  }
}
