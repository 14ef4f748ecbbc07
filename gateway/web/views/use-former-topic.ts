import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { draftOf } from '../compose/drafts.ts'
import { type Conversation, conversationKey } from '../model/conversation.ts'
import { withoutTail } from '../model/link-tail.ts'
import { hashOf } from '../model/route.ts'
import { channelName } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import type { MessageList } from '../store/state/messages.ts'
import type { Store } from '../store/state/store.ts'
import { otherNameOf } from '../store/verbs/change-message.ts'
import { loadTopics } from '../store/verbs/load-topics.ts'

type Topic = Conversation & { kind: 'topic' }

/** Where the messages of an empty topic are now: not known yet, or in these topics. */
export type Successors = 'sought' | readonly Topic[]

/**
 * Leads from the address of a topic without messages to the one topic that has its messages now, after it was
 * renamed, resolved or moved. Who has begun a text there, or has seen its last message go, stays. Returns
 * where the messages are, to show it to who stays, also when they are in several topics. `isWhole`: the
 * address names no message.
 */
export function useFormerTopic(store: Store, list: MessageList, isWhole: boolean): Successors {
  const { narrow } = list
  const { status, ids, hasOldest, hasNewest } = list.stretch.value
  const hadMessages = useRef(false)
  hadMessages.current ||= ids.length > 0
  const isEmpty = status === 'ready' && !hadMessages.current && hasOldest && hasNewest
  const isSought = isWhole && isEmpty && !store.isSpectator && !store.isCopy && narrow.kind === 'topic'
  const found = useSignal<Successors>('sought')
  useEffect(() => {
    if (!isSought) return
    let isCurrent = true
    void successorsOf(store, narrow).then((topics) => {
      if (!isCurrent) return
      found.value = topics
      const [topic, another] = topics
      if (topic === undefined || another !== undefined || draftOf(store, narrow).peek().content !== '') return
      location.replace(hashOf(topic, channelName(store, topic.channel)))
    })
    return () => {
      isCurrent = false
    }
  }, [store, list, isSought])
  return isSought ? found.value : []
}

/**
 * Asks the server; without an answer, looks among the topics of the channel for the resolved or open one. A
 * link may end with signs that were written behind it: the longest topic without some of them counts.
 */
async function successorsOf(store: Store, { channel, topic }: Topic): Promise<readonly Topic[]> {
  const former = await formerTopics(channel, topic)
  if (former.length > 0) return former
  await loadTopics(store, channel)
  const others = knownTopics(store, channel, otherNameOf(topic))
  if (others.length > 0) return others
  for (const name of withoutTail(topic)) {
    const known = [...knownTopics(store, channel, name), ...knownTopics(store, channel, otherNameOf(name))]
    if (known.length > 0) return known.slice(0, 1)
    const former = await formerTopics(channel, name)
    if (former.length > 0) return former
  }
  return []
}

/** The topics that have the messages of a former topic now. */
async function formerTopics(channel: number, topic: string): Promise<readonly Topic[]> {
  try {
    const { topics } = await server.call('GET /streams/{stream_id}/former_topic', {
      stream_id: channel,
      topic,
      allow_empty_topic_name: true,
    })
    return topics.map(({ stream_id, name }) => ({ kind: 'topic', channel: stream_id, topic: name }))
  } catch {
    // The topics of the channel may be known.
    return []
  }
}

/** The topic of this name, as far as the topics of the channel are known. */
function knownTopics(store: Store, channel: number, topic: string): readonly Topic[] {
  const key = conversationKey({ kind: 'topic', channel, topic })
  const known = store.topics.of(channel).peek() ?? []
  return known
    .map(({ name }): Topic => ({ kind: 'topic', channel, topic: name }))
    .filter((each) => conversationKey(each) === key)
}
