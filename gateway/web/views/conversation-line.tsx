import type { Conversation } from '../model/conversation.ts'
import { hashOf } from '../model/route.ts'
import { Avatar } from '../parts/avatar.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { Count } from '../parts/count.tsx'
import { PlaceMenuButton, placeMenuOnRow } from '../parts/floating/place-menu-button.tsx'
import { channelOf } from '../store/derived/channel-access.ts'
import type { PlaceCount } from '../store/derived/counts.ts'
import { channelName, nameOf, namesOf } from '../store/derived/names.ts'
import { useStore } from '../store/use-store.ts'
import { briefly } from '../texts/dates.ts'

interface ConversationLineProps {
  readonly conversation: Conversation
  readonly unread: PlaceCount
  /** Id of its newest message; the line shows it when it is loaded. */
  readonly newest: number
  /** Whether the line names the channel, where no heading does. */
  readonly hasChannel?: boolean
}

/** A conversation in a list: its name, the last sender and time, its unread messages. */
export function ConversationLine({
  conversation,
  unread,
  newest,
  hasChannel = false,
}: ConversationLineProps) {
  const store = useStore()
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  const message = store.messages.get(newest)?.value
  return (
    <li class="with-menu">
      <a
        onContextMenu={placeMenuOnRow(store, conversation)}
        href={hashOf(conversation, channel)}
        class={unread.count + (unread.uncounted ?? 0) > 0 ? 'line has-unread' : 'line'}
      >
        {conversation.kind === 'direct' ? (
          <Avatar person={store.people.value.get(conversation.people[0]!)} size="small" />
        ) : (
          hasChannel && (
            <span class="of-channel">
              <ChannelMark channel={channelOf(store, conversation.channel)} />
              <span class="ellipsis" dir="auto">
                {channel}
              </span>
            </span>
          )
        )}
        <span class="name ellipsis" dir="auto">
          {namesOf(store, conversation)}
        </span>
        {message && (
          <span class="last">
            <span class="ellipsis" dir="auto">
              {nameOf(store, message.sender_id)}
            </span>
            <time>{briefly(message.timestamp, store.settings.value.twenty_four_hour_time)}</time>
          </span>
        )}
        <Count {...unread} />
      </a>
      <PlaceMenuButton place={conversation} name={namesOf(store, conversation)} />
    </li>
  )
}
