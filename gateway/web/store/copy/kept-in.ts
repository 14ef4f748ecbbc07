import { conversationOf } from '../../model/conversation.ts'
import { type Narrow, narrowKey } from '../../model/narrow.ts'
import type { Message } from '../../model/wire.ts'
import type { KeptConversation } from './choose-kept.ts'

/**
 * The kept messages of a conversation, of a channel, or all, in the order of their ids. Searches need the
 * server.
 */
export function keptIn(conversations: readonly KeptConversation[], narrow: Narrow, me: number): Message[] {
  if (narrow.kind === 'search' || narrow.kind === 'mentions' || narrow.kind === 'starred') return []
  const key = narrowKey(narrow)
  const isShown = (kept: KeptConversation) => {
    if (narrow.kind === 'feed') return true
    if (narrow.kind !== 'channel') return kept.key === key
    const place = conversationOf(kept.messages.at(-1)!, me)
    return place.kind === 'topic' && place.channel === narrow.channel
  }
  return conversations
    .filter(isShown)
    .flatMap(({ messages }) => messages)
    .sort((a, b) => a.id - b.id)
}
