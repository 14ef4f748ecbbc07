import { useEffect } from 'preact/hooks'
import { conversationKey } from '../model/conversation.ts'
import { route } from '../model/current-route.ts'
import { hashOf } from '../model/route.ts'
import { ChannelMark } from '../parts/channel-mark.tsx'
import type { SeenChannel } from '../store/derived/channel-access.ts'
import { countOf, countOfChannel } from '../store/derived/counts.ts'
import { topicName } from '../store/derived/names.ts'
import { unreadGroup } from '../store/slices/unread.ts'
import { useStore } from '../store/use-store.ts'
import { loadTopics } from '../store/verbs/load-topics.ts'
import { SidebarLink } from './sidebar-link.tsx'

/** The kind of data that a dragged channel carries: its id. */
export const DRAGGED_CHANNEL = 'application/x-loquat-channel'

/** How many topics of the open channel are listed besides those with unread messages. */
const SHOWN = 6

/** A channel; the current one lists its topics. */
export function SidebarChannel({ channel }: { channel: SeenChannel }) {
  const store = useStore()
  const { value } = route
  const narrow = value.view === 'messages' ? value.narrow : undefined
  const id = channel.stream_id
  const isInside = (narrow?.kind === 'topic' || narrow?.kind === 'channel') && narrow.channel === id
  return (
    <SidebarLink
      href={hashOf({ kind: 'channel', channel: id }, channel.name)}
      mark={<ChannelMark channel={channel} />}
      name={channel.name}
      isChosen={isInside && narrow.kind === 'channel'}
      unread={countOfChannel(store, id)}
      isMuted={channel.is_muted ?? false}
      {...(!store.isSpectator && { place: { kind: 'channel', channel: id } })}
      dragged={store.channels.value.has(id) ? [DRAGGED_CHANNEL, String(id)] : undefined}
    >
      {isInside && (
        <SidebarTopics channel={channel} current={narrow.kind === 'topic' ? narrow.topic : undefined} />
      )}
    </SidebarLink>
  )
}

function SidebarTopics({ channel, current }: { channel: SeenChannel; current: string | undefined }) {
  const store = useStore()
  const id = channel.stream_id
  const known = store.topics.of(id).value
  useEffect(() => {
    void loadTopics(store, id)
  }, [store, id, known === undefined])

  const unread = unreadGroup(store.unread.value, id)
  const keyOf = (topic: string) => conversationKey({ kind: 'topic', channel: id, topic })
  const names = new Map((known ?? []).map(({ name }) => [keyOf(name), name]))
  for (const [key, { conversation }] of unread) {
    if (conversation.kind === 'topic' && !names.has(key)) names.set(key, conversation.topic)
  }
  const chosen = current === undefined ? undefined : keyOf(current)
  if (chosen !== undefined && !names.has(chosen)) names.set(chosen, current!)
  const shown = [...names].filter(([key], i) => i < SHOWN || unread.has(key) || key === chosen)
  return (
    <ul>
      {shown.map(([key, topic]) => (
        <SidebarLink
          key={key}
          href={hashOf({ kind: 'topic', channel: id, topic }, channel.name)}
          name={topicName(store, topic)}
          isChosen={key === chosen}
          isTopic
          {...(!store.isSpectator && { place: { kind: 'topic', channel: id, topic } })}
          isMuted={store.isTopicMuted(id, topic)}
          unread={countOf(store, { kind: 'topic', channel: id, topic }, unread.get(key)?.ids ?? new Set())}
        />
      ))}
    </ul>
  )
}
