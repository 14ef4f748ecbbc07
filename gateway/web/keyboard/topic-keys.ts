import { openConversation } from '../message/actions.ts'
import { chosenMessage, messageInFocus } from '../message/focus.ts'
import { type Conversation, conversationKey, conversationOf } from '../model/conversation.ts'
import { route } from '../model/current-route.ts'
import { isConversation, narrowKey } from '../model/narrow.ts'
import { channelHash, hashOf, parseRoute } from '../model/route.ts'
import type { Message } from '../model/wire.ts'
import { openPlaceMenu } from '../parts/floating/place-menu-button.tsx'
import { channelName } from '../store/derived/names.ts'
import { channelIn, sidebarOrder } from '../store/derived/sidebar-order.ts'
import { shownRoute } from '../store/home.ts'
import type { Store } from '../store/state/store.ts'
import { markUnreadFrom } from '../store/verbs/flag-messages.ts'
import { openNextQuietly, pauseReading } from '../store/verbs/mark-read.ts'
import { attempt, showNotice } from '../store/verbs/notice.ts'
import { INHERITED, MUTED, setTopicPolicy, UNMUTED } from '../store/verbs/set-topic-policy.ts'
import { t } from '../texts/texts.ts'

/** The conversation of the chosen message, of the focused line, or of the view. */
function chosenConversation(store: Store): Conversation | undefined {
  const message = store.messages.get(chosenMessage(store) ?? Number.NaN)?.peek()
  if (message !== undefined) return conversationOf(message, store.me)
  const link = document.activeElement?.closest<HTMLAnchorElement>('a[href^="#narrow"]')
  const place = link ? parseRoute(link.hash) : shownRoute(store, route.value)
  return place.view === 'messages' && isConversation(place.narrow) ? place.narrow : undefined
}

/** Opens the menu of the conversation or channel of the focused line. Returns whether there is one. */
export function openMenuOfPlace(store: Store): boolean {
  const link = document.activeElement?.closest<HTMLAnchorElement>('a[href^="#narrow"]')
  if (link == null || store.isSpectator || messageInFocus() !== undefined) return false
  const place = parseRoute(link.hash)
  if (place.view !== 'messages') return false
  const { narrow } = place
  if (!isConversation(narrow) && narrow.kind !== 'channel') return false
  openPlaceMenu(store, narrow, link)
  return true
}

/** Mutes the topic that is chosen or open, or unmutes it. */
export async function toggleMute(store: Store): Promise<void> {
  const place = chosenConversation(store)
  if (place?.kind !== 'topic') return
  const isMuted = store.isTopicMuted(place.channel, place.topic)
  const isChannelMuted = store.channels.peek().get(place.channel)?.is_muted ?? false
  const policy = isMuted ? (isChannelMuted ? UNMUTED : INHERITED) : MUTED
  if (await attempt(store, setTopicPolicy(place.channel, place.topic, policy)))
    showNotice(store, isMuted ? t.topicUnmuted : t.topicMuted)
}

/** Opens the conversation of the chosen message; in a topic, its channel. */
export function zoom(store: Store): void {
  const message = store.messages.get(chosenMessage(store) ?? Number.NaN)?.peek()
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
  if (isHere) pauseReading(store)
  else openNextQuietly(store)
  openConversation(store, place, message.id)
}

/** Opens all topics of the channel of the chosen conversation or of the view. */
export function goToTopics(store: Store): void {
  const value = shownRoute(store, route.value)
  const place = chosenConversation(store) ?? (value.view === 'messages' ? value.narrow : undefined)
  if (place === undefined || !('channel' in place)) return
  const name = channelName(store, place.channel) ?? ''
  location.hash = store.isSpectator
    ? hashOf({ kind: 'channel', channel: place.channel }, name)
    : channelHash(place.channel, name, 'topics')
}

/** Marks the message and all later ones of the view as unread. */
export function markUnreadFromMessage(store: Store, message: Message): void {
  const value = shownRoute(store, route.value)
  const narrow = value.view === 'messages' ? value.narrow : conversationOf(message, store.me)
  void markUnreadFrom(store, narrow, message.id)
}

/** Opens the next or previous channel of the sidebar. */
export function cycleChannels(store: Store, step: 1 | -1): void {
  const value = shownRoute(store, route.value)
  const all = sidebarOrder(store, value).flatMap(({ channels }) => channels)
  const here = channelIn(value)
  const at = all.findIndex(({ stream_id }) => stream_id === here)
  const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : (at + step + all.length) % all.length
  const channel = all[next]
  if (channel !== undefined)
    location.hash = hashOf({ kind: 'channel', channel: channel.stream_id }, channel.name)
}
