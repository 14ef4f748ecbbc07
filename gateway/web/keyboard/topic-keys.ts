import { openConversation } from '../message/actions.ts'
import { chosenMessage } from '../message/focus.ts'
import { type Conversation, conversationKey, conversationOf } from '../model/conversation.ts'
import { route } from '../model/current-route.ts'
import { isConversation, narrowKey } from '../model/narrow.ts'
import { hashOf, parseRoute } from '../model/route.ts'
import type { Message } from '../model/wire.ts'
import { channelName } from '../store/derived/names.ts'
import { shownRoute } from '../store/home.ts'
import type { Store } from '../store/state/store.ts'
import { markUnreadFrom } from '../store/verbs/flag-messages.ts'
import { openNextQuietly, pauseReading } from '../store/verbs/mark-read.ts'
import { attempt, showNotice } from '../store/verbs/notice.ts'
import { INHERITED, MUTED, setTopicPolicy, UNMUTED } from '../store/verbs/set-topic-policy.ts'
import { t } from '../texts/texts.ts'

/** The conversation of the chosen message, of the focused line, or of the view. */
function chosenConversation(store: Store): Conversation | undefined {
  const message = store.messages.get(chosenMessage() ?? Number.NaN)?.peek()
  if (message !== undefined) return conversationOf(message, store.me)
  const link = document.activeElement?.closest<HTMLAnchorElement>('a[href^="#narrow"]')
  const place = link ? parseRoute(link.hash) : shownRoute(store, route.value)
  return place.view === 'messages' && isConversation(place.narrow) ? place.narrow : undefined
}

/** Mutes the topic that is chosen or open, or unmutes it. */
export async function toggleMute(store: Store): Promise<void> {
  const place = chosenConversation(store)
  if (place?.kind !== 'topic') return
  const isMuted = store.isTopicMuted(place.channel, place.topic)
  const isChannelMuted = store.channels.peek().get(place.channel)?.is_muted ?? false
  const policy = isMuted ? (isChannelMuted ? UNMUTED : INHERITED) : MUTED
  if (await attempt(setTopicPolicy(place.channel, place.topic, policy)))
    showNotice(isMuted ? t.topicUnmuted : t.topicMuted)
}

/** Opens the conversation of the chosen message; in a topic, its channel. */
export function zoom(store: Store): void {
  const message = store.messages.get(chosenMessage() ?? Number.NaN)?.peek()
  const value = shownRoute(store, route.value)
  const here = value.view === 'messages' ? value.narrow : undefined
  const place = message === undefined ? chosenConversation(store) : conversationOf(message, store.me)
  if (place === undefined) return
  const isHere = here !== undefined && narrowKey(here) === conversationKey(place)
  if (!isHere) openConversation(store, place, message?.id)
  else if (place.kind === 'topic') {
    const channel = { kind: 'channel', channel: place.channel } as const
    location.hash = hashOf(channel, channelName(store, place.channel), message?.id)
  }
}

/** Opens the conversation of a message at the message, without marking anything as read. */
export function lookAt(store: Store, message: Message): void {
  const value = shownRoute(store, route.value)
  const place = conversationOf(message, store.me)
  const isHere = value.view === 'messages' && narrowKey(value.narrow) === conversationKey(place)
  if (isHere) pauseReading()
  else openNextQuietly()
  openConversation(store, place, message.id)
}

/** Frames until the topics of a channel are fetched and drawn. */
const MOST_FRAMES = 300

/** Opens the channel of the chosen conversation or of the view, and moves the focus to its topics. */
export function goToTopics(store: Store): void {
  const value = shownRoute(store, route.value)
  const place = chosenConversation(store) ?? (value.view === 'messages' ? value.narrow : undefined)
  if (place === undefined || !('channel' in place)) return
  const isInside =
    value.view === 'messages' && 'channel' in value.narrow && value.narrow.channel === place.channel
  if (!isInside) {
    location.hash = hashOf({ kind: 'channel', channel: place.channel }, channelName(store, place.channel))
  }
  focusTopic(`#narrow/channel/${place.channel}-`, MOST_FRAMES)
}

function focusTopic(start: string, frames: number): void {
  const topic = document.querySelector<HTMLElement>(`.sidebar .sidebar-link.topic[href^="${start}"]`)
  if (topic !== null) topic.focus()
  else if (frames > 0) requestAnimationFrame(() => focusTopic(start, frames - 1))
}

/** Marks the message and all later ones of the view as unread. */
export function markUnreadFromMessage(store: Store, message: Message): void {
  const value = shownRoute(store, route.value)
  const narrow = value.view === 'messages' ? value.narrow : conversationOf(message, store.me)
  void markUnreadFrom(narrow, message.id)
}

/** Opens the next or previous channel of the sidebar. */
export function cycleChannels(store: Store, step: 1 | -1): void {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>(
      '.sidebar .sidebar-link[href^="#narrow/channel/"]:not(.topic)',
    ),
  ]
  const value = shownRoute(store, route.value)
  const here = value.view === 'messages' && 'channel' in value.narrow ? value.narrow.channel : undefined
  const at = links.findIndex((link) => {
    const place = parseRoute(link.hash)
    return place.view === 'messages' && 'channel' in place.narrow && place.narrow.channel === here
  })
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : (at + step + links.length) % links.length
  const link = links[next]
  if (link !== undefined) location.hash = link.hash
}
