import MessagesSquare from 'lucide/dist/esm/icons/messages-square.mjs'
import type { Conversation } from '../../model/conversation.ts'
import { hashOf } from '../../model/route.ts'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { Icon } from '../../parts/icon.tsx'
import { channelOf } from '../../store/derived/channel-access.ts'
import { channelName, namesOf } from '../../store/derived/names.ts'
import type { MessageList } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { dayOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { FoundText } from '../content/found-words.tsx'
import { MessageView } from '../row/message.tsx'
import type { Row } from './rows.ts'

interface RowViewProps {
  readonly list: MessageList
  readonly row: Row
  readonly isTarget: boolean
}

export function RowView({ list, row, isTarget }: RowViewProps) {
  switch (row.kind) {
    case 'beginning':
      return <p class="beginning">{t.beginning}</p>
    case 'day':
      return (
        <h2 class="day">
          <span>{dayOf(row.timestamp)}</span>
        </h2>
      )
    case 'unread':
      return (
        <p class="unread-marker">
          <span>{row.count > 0 ? t.unreadCount(row.count) : t.unreadMarker}</span>
        </p>
      )
    case 'conversation':
      return <ConversationHeading list={list} conversation={row.conversation} id={row.id} />
    case 'message':
      return <MessageView list={list} id={row.id} isFirst={row.isFirst} isTarget={isTarget} />
  }
}

interface ConversationHeadingProps {
  readonly list: MessageList
  readonly conversation: Conversation
  /** The first message below. */
  readonly id: number
}

function ConversationHeading({ list, conversation, id }: ConversationHeadingProps) {
  const store = useStore()
  const message = store.messages.get(id)?.value
  const topic = message === undefined ? undefined : list.found(message)?.topic
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  return (
    <h2 class="conversation-heading">
      {conversation.kind === 'topic' && (
        <>
          <ChannelMark channel={channelOf(store, conversation.channel)} />
          <a href={hashOf({ kind: 'channel', channel: conversation.channel }, channel)}>{channel}</a>
          <span class="separator" aria-hidden="true">
            ›
          </span>
        </>
      )}
      {conversation.kind === 'direct' && <Icon node={MessagesSquare} size={14} />}
      <a class="ellipsis" dir="auto" href={hashOf(conversation, channel, id)}>
        {conversation.kind === 'direct' && <span class="only-heard">{t.directMessages}: </span>}
        {topic === undefined ? namesOf(store, conversation) : <FoundText html={topic} />}
      </a>
    </h2>
  )
}
