import { EMPTY_TOPIC_DISPLAY_NAME } from '../../../../core/content/messages/check-text.ts'
import type { UnreadSummary } from '../../../../core/messaging/reads/unread.ts'

/** A message of the model. `topic` has the spelling of the conversation's first message. */
export interface ModelMessage {
  readonly id: number
  readonly sender: number
  readonly to:
    | { readonly channel: number; readonly topic: string }
    | { readonly participants: readonly number[] }
  readonly readBySender: boolean
  readonly mentions: readonly number[]
  readonly channelWildcard: boolean
  readonly topicWildcard: boolean
}

/** One user's row for one message. */
interface Copy {
  readonly message: ModelMessage
  /** Whether the user received the message when it was sent. */
  readonly received: boolean
  read: boolean
  starred: boolean
  collapsed: boolean
  readonly mentioned: boolean
  readonly topicMentioned: boolean
}

/**
 * The naive model of read state: a row for each user and message, written when the message is sent and when a
 * flag changes. It is slow and large, and obviously correct.
 */
export class RecipientsModel {
  readonly #users: readonly number[]
  readonly #canRead: (user: number, channel: number) => boolean
  readonly #copies = new Map<number, Map<number, Copy>>()
  readonly #subscribed = new Set<string>()
  readonly #muted = new Set<string>()

  /** `canRead`: whether a user can read a channel now. */
  constructor(users: readonly number[], canRead: (user: number, channel: number) => boolean) {
    this.#users = users
    this.#canRead = canRead
    for (const user of users) this.#copies.set(user, new Map())
  }

  isSubscribed(user: number, channel: number): boolean {
    return this.#subscribed.has(`${user}:${channel}`)
  }

  subscribe(user: number, channel: number): void {
    this.#subscribed.add(`${user}:${channel}`)
  }

  /** A user who unsubscribes from a channel has no unread messages there. */
  unsubscribe(user: number, channel: number): void {
    if (!this.#subscribed.delete(`${user}:${channel}`)) return
    for (const copy of this.#copies.get(user)!.values()) {
      const { to } = copy.message
      if ('channel' in to && to.channel === channel) copy.read = true
    }
  }

  /** Nobody has unread messages in a channel that is archived, whether or not it returns. */
  archive(channel: number): void {
    for (const copies of this.#copies.values()) {
      for (const copy of copies.values()) {
        const { to } = copy.message
        if ('channel' in to && to.channel === channel) copy.read = true
      }
    }
  }

  mute(user: number, channel: number, muted: boolean): void {
    if (muted) this.#muted.add(`${user}:${channel}`)
    else this.#muted.delete(`${user}:${channel}`)
  }

  send(message: ModelMessage): void {
    const { to, sender, mentions, readBySender } = message
    for (const user of this.#users) {
      const received = 'channel' in to ? this.isSubscribed(user, to.channel) : to.participants.includes(user)
      if (!received && !('channel' in to)) continue
      this.#copies.get(user)!.set(message.id, {
        message,
        received,
        read: !received || (sender === user && readBySender),
        starred: false,
        collapsed: false,
        mentioned: received && mentions.includes(user),
        topicMentioned:
          received && message.topicWildcard && 'channel' in to && this.#takesPart(user, message),
      })
    }
  }

  /** Whether the user sent the message or an earlier one of its conversation. */
  #takesPart(user: number, message: ModelMessage): boolean {
    const conversation = conversationOf(message)
    return [message, ...[...this.#copies.get(user)!.values()].map((copy) => copy.message)].some(
      (message) => message.sender === user && conversationOf(message) === conversation,
    )
  }

  /**
   * Rows of a user in ascending order: of a channel including messages that the user did not receive, or all
   * received ones.
   */
  copies(user: number, channel?: number): Copy[] {
    const isWanted = ({ message: { to }, received }: Copy) =>
      channel === undefined ? received : 'channel' in to && to.channel === channel
    return this.#sorted(user).filter(isWanted)
  }

  /** Whether the user may mark the message as unread: only in channels with a subscription. */
  mayBeUnread(user: number, { message: { to } }: Copy): boolean {
    return !('channel' in to) || this.isSubscribed(user, to.channel)
  }

  /** Messages of each conversation with the user's state, in ascending order. */
  conversations(user: number): Copy[][] {
    const groups = new Map<string, Copy[]>()
    for (const copy of this.#sorted(user)) {
      const key = conversationOf(copy.message)
      groups.set(key, [...(groups.get(key) ?? []), copy])
    }
    return [...groups.values()]
  }

  flags({ read, starred, collapsed, mentioned, topicMentioned, received, message }: Copy): string[] {
    const channelWildcard = received && message.channelWildcard
    const names: [string, boolean][] = [
      ['read', read],
      ['starred', starred],
      ['collapsed', collapsed],
      ['mentioned', mentioned],
      ['stream_wildcard_mentioned', channelWildcard],
      ['topic_wildcard_mentioned', topicMentioned],
      ['wildcard_mentioned', channelWildcard || topicMentioned],
      ['historical', !received],
    ]
    return names.filter(([, isSet]) => isSet).map(([name]) => name)
  }

  /** spec.md "Unread messages summary". */
  summary(user: number, emptyTopicName: boolean): UnreadSummary {
    const summary: UnreadSummary = {
      count: 0,
      pms: [],
      streams: [],
      huddles: [],
      mentions: [],
      old_unreads_missing: false,
    }
    const lists = new Map<string, number[]>()
    for (const copy of this.#sorted(user).filter((copy) => !copy.read)) {
      const { message, received, mentioned, topicMentioned } = copy
      const { to, channelWildcard, id } = message
      const isMuted = 'channel' in to && this.#muted.has(`${user}:${to.channel}`)
      if (!isMuted) summary.count++
      if (mentioned || (!isMuted && ((received && channelWildcard) || topicMentioned)))
        summary.mentions.push(id)
      const key = conversationOf(message)
      const known = lists.get(key)
      if (known !== undefined) {
        known.push(id)
        continue
      }
      const unread_message_ids = [id]
      lists.set(key, unread_message_ids)
      if ('channel' in to) {
        const topic = to.topic === '' && !emptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : to.topic
        summary.streams.push({ topic, stream_id: to.channel, unread_message_ids })
      } else if (to.participants.length > 2) {
        summary.huddles.push({ user_ids_string: to.participants.join(','), unread_message_ids })
      } else {
        const other = to.participants.find((participant) => participant !== user) ?? user
        summary.pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
      }
    }
    return summary
  }

  #sorted(user: number): Copy[] {
    return [...this.#copies.get(user)!.values()]
      .filter(({ message: { to } }) => !('channel' in to) || this.#canRead(user, to.channel))
      .sort((a, b) => a.message.id - b.message.id)
  }
}

function conversationOf({ to }: ModelMessage): string {
  return 'channel' in to ? `${to.channel}/${to.topic.toLowerCase()}` : to.participants.join()
}
