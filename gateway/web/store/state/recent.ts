import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Conversation, conversationKey, conversationOf } from '../../model/conversation.ts'
import type { Message, ServerEvent } from '../../model/wire.ts'
import { keepChoices, keptChoices } from './kept-choices.ts'

/** Most messages whose places are kept, about 100 bytes each. */
export const MOST_MESSAGES = 20_000

/** Columns by which the reader can order recent conversations. */
export type RecentOrder = 'time' | 'name' | 'unread'

/** What the reader wants to see of recent conversations. It stays over reloads of this browser. */
export interface RecentChoice {
  readonly kind: 'all' | 'topics' | 'direct'
  readonly isUnread: boolean
  /** Only conversations in which the reader has written. */
  readonly isMine: boolean
  readonly isFollowed: boolean
  /** Whether muted topics are shown too. */
  readonly hasMuted: boolean
  readonly order: RecentOrder
}

const FIRST_CHOICE: RecentChoice = {
  kind: 'all',
  isUnread: false,
  isMine: false,
  isFollowed: false,
  hasMuted: false,
  order: 'time',
}

export interface RecentConversation {
  readonly key: string
  readonly conversation: Conversation
  /** Id of its newest message. */
  readonly newest: number
  /** Who has written in the known messages, the last writer first. */
  readonly participants: readonly number[]
}

/** The place of a message, without its text. */
interface Place {
  readonly sender: number
  readonly conversation: Conversation
}

/** A conversation with the newest message of each of its senders. */
interface Known {
  readonly conversation: Conversation
  newest: number
  readonly senders: Map<number, number>
}

/**
 * The conversations of the newest messages, as far back as they were fetched. It keeps the place of each
 * message, so that moves and deletions change exactly the conversations that they concern.
 */
export class Recent {
  readonly status = signal<'new' | 'loading' | 'ready' | 'failed'>('new')
  readonly isLoadingMore = signal(false)
  readonly hasOldest = signal(false)
  readonly choice = signal(FIRST_CHOICE)
  /** The conversation that the reader opened from the list last, by its key. */
  readonly opened = signal<string | undefined>(undefined)
  readonly conversations: ReadonlySignal<readonly RecentConversation[]>
  readonly #me: number
  readonly #places = new Map<number, Place>()
  #known = new Map<string, Known>()
  readonly #version = signal(0)
  #oldest = Number.POSITIVE_INFINITY
  #round = 0

  constructor(me: number) {
    this.#me = me
    const key = `loquat recent ${me}`
    this.choice.value = { ...FIRST_CHOICE, ...keptChoices<RecentChoice>(key) }
    let isFirst = true
    effect(() => {
      const kept = this.choice.value
      if (!isFirst) keepChoices(key, kept)
      isFirst = false
    })
    this.conversations = computed(() => {
      void this.#version.value
      return [...this.#known]
        .map(([key, { conversation, newest, senders }]) => ({
          key,
          conversation,
          newest,
          participants: [...senders].sort(([, a], [, b]) => b - a).map(([sender]) => sender),
        }))
        .sort((a, b) => b.newest - a.newest)
    })
  }

  /** Id of the oldest fetched message. */
  get oldest(): number {
    return this.#oldest
  }

  /** Changes when everything is forgotten: what was asked for before is not added any more. */
  get round(): number {
    return this.#round
  }

  get size(): number {
    return this.#places.size
  }

  get isFull(): boolean {
    return this.#places.size >= MOST_MESSAGES
  }

  /** Adds fetched messages, which reach back to the oldest of them without a gap. */
  add(messages: readonly Message[]): void {
    for (const message of messages) this.#put(message)
    this.#oldest = Math.min(this.#oldest, messages[0]?.id ?? this.#oldest)
    this.#version.value += 1
  }

  /** Forgets everything; the next view fetches it again. */
  clear(): void {
    this.#round += 1
    this.#places.clear()
    this.#known = new Map()
    this.#oldest = Number.POSITIVE_INFINITY
    this.hasOldest.value = false
    this.status.value = 'new'
    this.#version.value += 1
  }

  /** The newest message of a conversation, as far as it is known. */
  newestIn(conversation: Conversation): number | undefined {
    return this.#known.get(conversationKey(conversation))?.newest
  }

  apply(event: ServerEvent): void {
    if (this.status.peek() === 'new') return
    switch (event.type) {
      case 'message':
        this.#put({ ...event.message, flags: event.flags })
        this.#trim()
        break
      case 'delete_message': {
        const gone = event.message_ids ?? [event.message_id!]
        if (!gone.some((id) => this.#places.delete(id))) return
        for (const id of gone) this.#places.delete(id)
        this.#countAgain()
        break
      }
      case 'update_message':
        if (!this.#move(event)) return
        break
      case 'subscription':
        // No event tells of messages in a channel while the reader was not subscribed.
        if (event.op === 'add' || event.op === 'remove') this.clear()
        return
      default:
        return
    }
    this.#version.value += 1
  }

  #put(message: Message): void {
    if (this.#places.has(message.id)) return
    const place = { sender: message.sender_id, conversation: conversationOf(message, this.#me) }
    this.#places.set(message.id, place)
    this.#count(message.id, place)
  }

  #count(id: number, { sender, conversation }: Place): void {
    const key = conversationKey(conversation)
    const known = this.#known.get(key)
    if (known === undefined) {
      this.#known.set(key, { conversation, newest: id, senders: new Map([[sender, id]]) })
      return
    }
    if (id > known.newest) this.#known.set(key, { ...known, conversation, newest: id })
    if (id > (known.senders.get(sender) ?? 0)) known.senders.set(sender, id)
  }

  #countAgain(): void {
    this.#known = new Map()
    for (const [id, place] of this.#places) this.#count(id, place)
  }

  #move(event: ServerEvent & { type: 'update_message' }): boolean {
    const { new_stream_id, subject, message_ids } = event
    if (new_stream_id === undefined && subject === undefined) return false
    let hasMoved = false
    for (const id of message_ids) {
      const place = this.#places.get(id)
      if (place?.conversation.kind !== 'topic') continue
      const { channel, topic } = place.conversation
      const conversation = {
        kind: 'topic',
        channel: new_stream_id ?? channel,
        topic: subject ?? topic,
      } as const
      this.#places.set(id, { ...place, conversation })
      hasMoved = true
    }
    if (hasMoved) this.#countAgain()
    return hasMoved
  }

  /** Drops the oldest tenth when there are too many. */
  #trim(): void {
    if (this.#places.size <= MOST_MESSAGES) return
    const ids = [...this.#places.keys()].sort((a, b) => a - b)
    for (const id of ids.slice(0, MOST_MESSAGES / 10)) this.#places.delete(id)
    this.#oldest = ids[MOST_MESSAGES / 10]!
    this.hasOldest.value = false
    this.#countAgain()
  }
}
