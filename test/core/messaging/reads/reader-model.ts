/** A conversation of one reader: topics of two channels, and direct conversations. */
export type Place = 0 | 1 | 2 | 3 | 4
export type ChannelName = 'open' | 'closed'
/** Two topics of a public channel, one of a private channel without shared history, one person, a group. */
export const CHANNEL_OF: readonly (ChannelName | undefined)[] = [
  'open',
  'open',
  'closed',
  undefined,
  undefined,
]

/** The reader's row for one message. */
export interface Copy {
  readonly id: number
  place: Place
  readonly received: boolean
  readonly mentioned: boolean
  readonly wildcard: boolean
  read: boolean
  starred: boolean
  collapsed: boolean
}

export type Flag = 'read' | 'starred' | 'collapsed'
export type Op = 'add' | 'remove'

/**
 * The event that the reader receives: the flag, the ids, and for messages that are unread again whether they
 * mention the reader.
 */
export interface SentEvent {
  readonly op: Op
  readonly flag: Flag
  /** Empty when `all`, because everything is read. */
  readonly messages: number[]
  readonly mentions: number[]
  readonly all: boolean
}

/** The naive model of one reader's read state: a row for each message. */
export class ReaderModel {
  readonly copies: Copy[] = []
  readonly subscribed = new Set<ChannelName>()
  sentEvents: SentEvent[] = []

  isSubscribed(place: Place): boolean {
    const channel = CHANNEL_OF[place]
    return channel === undefined || this.subscribed.has(channel)
  }

  /** A user who unsubscribes from a channel has no unread messages there. */
  unsubscribe(channel: ChannelName): void {
    if (!this.subscribed.delete(channel)) return
    for (const copy of this.copies) if (CHANNEL_OF[copy.place] === channel) copy.read = true
  }

  send(given: { id: number; place: Place; isOwn: boolean; mentions: boolean; wildcard: boolean }): void {
    const received = this.isSubscribed(given.place)
    this.copies.push({
      id: given.id,
      place: given.place,
      received,
      mentioned: received && given.mentions,
      wildcard: given.wildcard,
      read: !received || given.isOwn,
      starred: false,
      collapsed: false,
    })
  }

  /**
   * Whether the reader may read the message: all of the public channel, and received messages of channels
   * that the reader still subscribes to.
   */
  isReadable(copy: Copy): boolean {
    return CHANNEL_OF[copy.place] === 'open' || (copy.received && this.isSubscribed(copy.place))
  }

  /** Returns the ids that changed; a message does not become unread where the reader is not subscribed. */
  change(op: Op, flag: Flag, copies: readonly Copy[]): number[] {
    const changed = copies
      .filter((copy) => flag !== 'read' || op === 'add' || this.isSubscribed(copy.place))
      .filter((copy) => copy[flag] !== (op === 'add'))
      .sort((a, b) => a.id - b.id)
    for (const copy of changed) copy[flag] = op === 'add'
    const isMention = ({ mentioned, wildcard, received }: Copy) => mentioned || (received && wildcard)
    const messages = changed.map((copy) => copy.id)
    const mentions = flag === 'read' && op === 'remove' ? changed.filter(isMention).map(({ id }) => id) : []
    if (messages.length > 0) this.sentEvents.push({ op, flag, messages, mentions, all: false })
    return messages
  }

  /** Marks everything that the reader may read as read; one event without ids reports it. */
  readAll(): void {
    const unread = this.copies.filter((copy) => !copy.read && this.isReadable(copy))
    for (const copy of unread) copy.read = true
    if (unread.length > 0)
      this.sentEvents.push({ op: 'add', flag: 'read', messages: [], mentions: [], all: true })
  }

  /** The reader's flags of every message, by id. */
  flags(): [number, string][] {
    return this.copies.map((copy) => {
      const names = (['read', 'starred', 'collapsed', 'mentioned'] as const).filter((name) => copy[name])
      return [copy.id, [...names, ...(copy.received ? [] : ['historical'])].join()]
    })
  }

  /** Unread ids by conversation, and the ids that mention the reader. */
  unread(): { places: number[][]; mentions: number[] } {
    const unread = this.copies.filter((copy) => !copy.read && this.isReadable(copy))
    const places = CHANNEL_OF.map((_, place) =>
      unread.filter((copy) => copy.place === place).map((copy) => copy.id),
    )
    const isMention = ({ mentioned, wildcard, received }: Copy) => mentioned || (received && wildcard)
    return { places, mentions: unread.filter(isMention).map((copy) => copy.id) }
  }

  /** The messages of a narrow: a conversation, a channel, or all messages with a row of the reader. */
  shown(narrow: Place | ChannelName | 'all'): Copy[] {
    return this.copies.filter((copy) => {
      if (narrow === 'all') return this.isReadable(copy) && (copy.received || isKept(copy))
      const isThere = narrow === copy.place || narrow === CHANNEL_OF[copy.place]
      return isThere && this.isReadable(copy)
    })
  }
}

/** Starring a message or marking it as unread creates the reader's row. */
const isKept = (copy: Copy): boolean => copy.starred || copy.collapsed || !copy.read
