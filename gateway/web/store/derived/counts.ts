import { computed, type ReadonlySignal } from '@preact/signals'
import type { Conversation } from '../../model/conversation.ts'
import { DIRECT, unreadGroup } from '../slices/unread.ts'
import type { Store } from '../state/store.ts'

/** The unread messages of a place. */
export interface PlaceCount {
  /** Those that the number of unread messages counts (`unreadNumber`). */
  readonly count: number
  /** The others, where they are shown. */
  readonly uncounted?: number
  /** Whether the counted messages concern the reader: direct ones, mentions and followed topics. */
  readonly isForYou: boolean
  /** Whether some, but not all, of the messages concern the reader. */
  readonly hasMention?: boolean
}

const FOLLOWED = 3

/** What the number counts (`desktop_icon_count_display`): everything, or less. */
const EVERYTHING = 1
const WITH_FOLLOWED = 2
const NOTHING = 4
/** Without a number in the title, the numbers of places count everything. */
const modeOf = (store: Store): number => {
  const { desktop_icon_count_display: mode } = store.settings.value
  return mode === NOTHING ? EVERYTHING : mode
}

/**
 * The number of unread messages: the inbox, the title and the icon show it, and the numbers of direct
 * conversations and channels add up to it.
 */
export function unreadNumber(store: Store): PlaceCount {
  let count = countDirect(store)
  let hasMention = count > 0
  for (const group of store.unread.value.groups.keys()) {
    if (group === DIRECT || !isListed(store, group)) continue
    const shown = numbersOf(store, group)
    count += shown.count
    hasMention ||= shown.hasMention === true
  }
  const isForYou = modeOf(store) !== EVERYTHING
  return { count, isForYou, hasMention: hasMention && !isForYou }
}

/** The number in the title and on the icon; none if the reader wants none. */
export const unreadInTitle = (store: Store): number =>
  store.settings.value.desktop_icon_count_display === NOTHING ? 0 : unreadNumber(store).count

/** Whether the lists of conversations have a channel. */
export function isListed(store: Store, channel: number): boolean {
  const known = store.channels.value.get(channel)
  return known !== undefined && !known.is_archived
}

function countDirect(store: Store): number {
  let count = 0
  for (const { ids } of unreadGroup(store.unread.value, DIRECT).values()) count += ids.size
  return count
}

export const isFollowed = (store: Store, conversation: Conversation): boolean =>
  conversation.kind === 'topic' && store.policyOf(conversation.channel, conversation.topic) === FOLLOWED

/** Unread messages of one conversation. */
export function countOf(store: Store, conversation: Conversation, ids: ReadonlySet<number>): PlaceCount {
  const { mentions } = store.unread.value
  const isForYou =
    conversation.kind === 'direct' || isFollowed(store, conversation) || hasCommon(ids, mentions)
  const count = counted(store, conversation, ids)
  return { count, uncounted: ids.size - count, isForYou }
}

/** How many of a conversation's unread messages the number of unread messages counts. */
function counted(store: Store, conversation: Conversation, ids: ReadonlySet<number>): number {
  if (conversation.kind === 'direct') return ids.size
  const mode = modeOf(store)
  if (mode <= WITH_FOLLOWED && isFollowed(store, conversation)) return ids.size
  if (mode === EVERYTHING && !store.isTopicMuted(conversation.channel, conversation.topic)) return ids.size
  const { mentions } = store.unread.value
  let count = 0
  const [few, many] = ids.size < mentions.size ? [ids, mentions] : [mentions, ids]
  for (const id of few) if (many.has(id)) count++
  return count
}

function hasCommon(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  const [few, many] = some.size < others.size ? [some, others] : [others, some]
  for (const id of few) if (many.has(id)) return true
  return false
}

/** One signal for each channel, so that an event draws only the channels whose numbers it changes. */
const numbers = new WeakMap<Store, Map<number, ReadonlySignal<PlaceCount>>>()

/** Unread messages of a channel. Those of muted topics are left out, unless they concern the reader. */
export const countOfChannel = (store: Store, channel: number): PlaceCount => numbersOf(store, channel)

function numbersOf(store: Store, channel: number): PlaceCount {
  const known = numbers.get(store) ?? new Map<number, ReadonlySignal<PlaceCount>>()
  numbers.set(store, known)
  const held = known.get(channel) ?? channelNumbers(store, channel)
  known.set(channel, held)
  return held.value
}

function channelNumbers(store: Store, channel: number): ReadonlySignal<PlaceCount> {
  let former: readonly unknown[] = []
  let last: PlaceCount = { count: 0, uncounted: 0, isForYou: false, hasMention: false }
  return computed(() => {
    const unread = store.unread.value
    const { mentions } = unread
    const group = unreadGroup(unread, channel)
    const isMuted = store.channels.value.get(channel)?.is_muted
    const causes = [group, mentions, store.topicPolicies.value, isMuted, modeOf(store)]
    if (causes.every((cause, i) => cause === former[i])) return last
    former = causes
    let count = 0
    let uncounted = 0
    let hasMention = false
    for (const { conversation, ids } of group.values()) {
      if (conversation.kind !== 'topic') continue
      const { count: here, isForYou } = countOf(store, conversation, ids)
      count += here
      if (!store.isTopicMuted(channel, conversation.topic)) uncounted += ids.size - here
      hasMention ||= isForYou
    }
    if (count !== last.count || uncounted !== last.uncounted || hasMention !== last.hasMention)
      last = { count, uncounted, isForYou: false, hasMention }
    return last
  })
}
