import { useEffect, useRef } from 'preact/hooks'
import { draftOf } from '../compose/drafts.ts'
import { conversationKey } from '../model/conversation.ts'
import { hashOf } from '../model/route.ts'
import { channelName } from '../store/derived/names.ts'
import type { MessageList } from '../store/state/messages.ts'
import type { Store } from '../store/state/store.ts'
import { otherNameOf } from '../store/verbs/change-message.ts'
import { loadTopics } from '../store/verbs/load-topics.ts'

/**
 * Leads from the address of a topic without messages to the topic that it became when it was resolved, or
 * taken up again. Who has begun a text there, or has deleted its messages, stays. `isWhole`: the address
 * names no message.
 */
export function useResolvedTopic(store: Store, list: MessageList, isWhole: boolean): void {
  const { narrow } = list
  const { status, ids, hasOldest, hasNewest } = list.stretch.value
  const hadMessages = useRef(false)
  hadMessages.current ||= ids.length > 0
  const isEmpty = status === 'ready' && !hadMessages.current && hasOldest && hasNewest
  const isSought = isWhole && isEmpty && !store.isSpectator && !store.isCopy
  const channel = narrow.kind === 'topic' && isSought ? narrow.channel : -1
  const topics = channel === -1 ? undefined : store.topics.of(channel).value
  useEffect(() => {
    if (channel !== -1) void loadTopics(store, channel)
  }, [store, channel])
  useEffect(() => {
    if (topics === undefined || narrow.kind !== 'topic') return
    const known = (topic: string) => {
      const key = conversationKey({ ...narrow, topic })
      return topics.find(({ name }) => conversationKey({ ...narrow, topic: name }) === key)?.name
    }
    const topic = known(narrow.topic) === undefined ? known(otherNameOf(narrow.topic)) : undefined
    if (topic === undefined || draftOf(store, narrow).peek().content !== '') return
    location.replace(hashOf({ ...narrow, topic }, channelName(store, narrow.channel)))
  }, [store, topics, narrow])
}
