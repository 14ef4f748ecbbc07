import { computed, type ReadonlySignal } from '@preact/signals'
import type { Conversation } from '../../model/conversation.ts'
import { getFrom } from '../slices/chunked-map.ts'
import { DIRECT, unreadGroup, unreadOf } from '../slices/unread.ts'
import type { Store } from '../state/store.ts'

export interface ConversationCount {
  readonly count: number
  /** Direct messages, mentions and followed topics. */
  readonly isForYou: boolean
  /** Whether some, but not all, of the messages concern the reader. */
  readonly hasMention?: boolean
}

const FOLLOWED = 3

/** Unread messages that concern the reader: direct ones, mentions and followed topics. */
export const unreadForYou = (store: Store): number => countForYou(store, true)

/** The number in the title and the icon, as the reader chose it (`desktop_icon_count_display`). */
export function unreadInTitle(store: Store): number {
  switch (store.settings.value.desktop_icon_count_display) {
    case 1:
      return countUnmuted(store)
    case 2:
      return countForYou(store, true)
    case 3:
      return countForYou(store, false)
    default:
      return 0
  }
}

/** Visits only messages that concern the reader: there may be 50,000 other unread messages. */
function countForYou(store: Store, withFollowed: boolean): number {
  const unread = store.unread.value
  const policies = store.topicPolicies.value
  const isWhole = (key: string) =>
    key.startsWith('@') || (withFollowed && policies.get(key)?.policy === FOLLOWED)
  let count = countDirect(store)
  for (const key of policies.keys()) if (isWhole(key)) count += unreadOf(unread, key)?.ids.size ?? 0
  for (const id of unread.mentions) {
    const key = getFrom(unread.placeOf, id)
    if (key !== undefined && !isWhole(key)) count++
  }
  return count
}

/** Direct messages, messages of topics that are not muted, and mentions in the others. */
function countUnmuted(store: Store): number {
  let count = countDirect(store)
  for (const group of store.unread.value.groups.keys()) {
    if (group !== DIRECT) count += numbersOf(store, group).unmuted
  }
  return count
}

function countDirect(store: Store): number {
  let count = 0
  for (const { ids } of unreadGroup(store.unread.value, DIRECT).values()) count += ids.size
  return count
}

export const isFollowed = (store: Store, conversation: Conversation): boolean =>
  conversation.kind === 'topic' && store.policyOf(conversation.channel, conversation.topic) === FOLLOWED

/** Unread messages of one conversation. */
export function countOf(
  store: Store,
  conversation: Conversation,
  ids: ReadonlySet<number>,
): ConversationCount {
  const { mentions } = store.unread.value
  const isForYou =
    conversation.kind === 'direct' || isFollowed(store, conversation) || hasCommon(ids, mentions)
  return { count: ids.size, isForYou }
}

function hasCommon(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  const [few, many] = some.size < others.size ? [some, others] : [others, some]
  for (const id of few) if (many.has(id)) return true
  return false
}

interface ChannelNumbers {
  readonly shown: ConversationCount
  /** Messages of topics that are not muted, and mentions in the others. */
  readonly unmuted: number
}

/** One signal for each channel, so that an event draws only the channels whose numbers it changes. */
const numbers = new WeakMap<Store, Map<number, ReadonlySignal<ChannelNumbers>>>()

/** Unread messages of a channel in topics that are not muted. */
export const countOfChannel = (store: Store, channel: number): ConversationCount =>
  numbersOf(store, channel).shown

function numbersOf(store: Store, channel: number): ChannelNumbers {
  const known = numbers.get(store) ?? new Map<number, ReadonlySignal<ChannelNumbers>>()
  numbers.set(store, known)
  const held = known.get(channel) ?? channelNumbers(store, channel)
  known.set(channel, held)
  return held.value
}

function channelNumbers(store: Store, channel: number): ReadonlySignal<ChannelNumbers> {
  let former: readonly unknown[] = []
  let last: ChannelNumbers = { shown: { count: 0, isForYou: false, hasMention: false }, unmuted: 0 }
  return computed(() => {
    const unread = store.unread.value
    const { mentions } = unread
    const group = unreadGroup(unread, channel)
    const isMuted = store.channels.value.get(channel)?.is_muted
    const causes = [group, mentions, store.topicPolicies.value, isMuted]
    if (causes.every((cause, i) => cause === former[i])) return last
    former = causes
    let count = 0
    let unmuted = 0
    let hasMention = false
    for (const { conversation, ids } of group.values()) {
      if (conversation.kind !== 'topic') continue
      const { isForYou } = countOf(store, conversation, ids)
      const isQuiet = store.isTopicMuted(channel, conversation.topic)
      if (!isQuiet || isForYou) count += ids.size
      if (!isQuiet || isFollowed(store, conversation)) unmuted += ids.size
      else for (const id of ids) if (mentions.has(id)) unmuted++
      hasMention ||= isForYou
    }
    const { shown } = last
    if (count !== shown.count || hasMention !== shown.hasMention || unmuted !== last.unmuted)
      last = { shown: { count, isForYou: false, hasMention }, unmuted }
    return last
  })
}
