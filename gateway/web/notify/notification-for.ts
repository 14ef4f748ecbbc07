import { conversationOf } from '../model/conversation.ts'
import type { ServerEvent } from '../model/wire.ts'
import { isFollowed } from '../store/derived/counts.ts'
import type { Store } from '../store/state/store.ts'

type MessageEvent = Extract<ServerEvent, { readonly type: 'message' }>

/** How the reader is told of a message. */
export interface Notification {
  readonly isShown: boolean
  readonly isHeard: boolean
}

const NONE: Notification = { isShown: false, isHeard: false }

/** The reader's settings for a new message. */
export function notificationFor(store: Store, { message, flags }: MessageEvent): Notification {
  if (message.sender_id === store.me || flags.includes('read')) return NONE
  const settings = store.settings.peek()
  const conversation = conversationOf({ ...message, flags }, store.me)
  const isMention =
    flags.includes('mentioned') ||
    flags.includes('has_alert_word') ||
    (settings.wildcard_mentions_notify && flags.some((flag) => flag.endsWith('wildcard_mentioned')))
  if (conversation.kind === 'direct' || isMention) {
    return { isShown: settings.enable_desktop_notifications, isHeard: settings.enable_sounds }
  }
  if (isFollowed(store, conversation)) {
    return {
      isShown: settings.enable_followed_topic_desktop_notifications,
      isHeard: settings.enable_followed_topic_audible_notifications,
    }
  }
  if (store.isTopicMuted(conversation.channel, conversation.topic)) return NONE
  const channel = store.channels.peek().get(conversation.channel)
  if (channel === undefined) return NONE
  return {
    isShown: channel.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    isHeard: channel.audible_notifications ?? settings.enable_stream_audible_notifications,
  }
}
