import MessagesSquare from 'lucide/dist/esm/icons/messages-square.mjs'
import { hashOf } from '../app/route.ts'
import { useStore } from '../app/use-store.ts'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { Icon } from '../parts/icon.tsx'
import type { Conversation } from '../store/conversation.ts'
import { channelName, namesOf } from '../store/names.ts'
import { dayOf } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'
import { MessageView } from './message.tsx'
import type { Row } from './rows.ts'

export function RowView({ row, isTarget }: { row: Row; isTarget: boolean }) {
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
      return <ConversationHeading conversation={row.conversation} id={row.id} />
    case 'message':
      return <MessageView id={row.id} isFirst={row.isFirst} isTarget={isTarget} />
  }
}

function ConversationHeading({ conversation, id }: { conversation: Conversation; id: number }) {
  const store = useStore()
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  return (
    <h2 class="conversation-heading">
      {conversation.kind === 'topic' && (
        <>
          <ChannelMark channel={store.channels.value.get(conversation.channel)} />
          <a href={hashOf({ kind: 'channel', channel: conversation.channel }, channel)}>{channel}</a>
          <span class="separator" aria-hidden="true">
            ›
          </span>
        </>
      )}
      {conversation.kind === 'direct' && <Icon node={MessagesSquare} size={14} />}
      <a class="ellipsis" dir="auto" href={hashOf(conversation, channel, id)}>
        {conversation.kind === 'direct' && <span class="only-heard">{t.directMessages}: </span>}
        {namesOf(store, conversation)}
      </a>
    </h2>
  )
}
