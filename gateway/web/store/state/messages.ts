import { type Signal, signal } from '@preact/signals'
import { RESOLVED_PREFIX } from '../../model/conversation.ts'
import { type Narrow, narrowKey } from '../../model/narrow.ts'
import type { Message, ServerEvent } from '../../model/wire.ts'

/** A message that is being sent, or that failed. */
export interface Outgoing {
  readonly localId: string
  /** Says that it was not sent, and why. */
  readonly failure: string | undefined
}

/** A message as the list shows it. `outgoing` until the server has given it an id. */
export type ShownMessage = Message & { readonly outgoing?: Outgoing }

/** A stretch of the messages of one narrow, in the order of their ids. */
export interface MessageStretch {
  readonly ids: readonly number[]
  readonly hasOldest: boolean
  readonly hasNewest: boolean
  readonly status: 'new' | 'loading' | 'ready' | 'failed'
  /** Why the server refused to load it; empty when the server was not reached. */
  readonly problem: string
  /** The first message that was unread when the list was opened; the marker stays above it. */
  readonly firstUnread: number | undefined
}

/** HTML of a message in which the words that match a search are marked. */
export interface FoundMessage {
  readonly content: string
  /** Undefined without a marked word. */
  readonly topic: string | undefined
}

/** A message as GET /messages returns it. `of` are the texts whose words are marked. */
interface Marks extends FoundMessage {
  readonly of: Pick<Message, 'content' | 'subject'>
}

export class MessageList {
  readonly narrow: Narrow
  readonly stretch = signal<MessageStretch>({
    ids: [],
    hasOldest: false,
    hasNewest: false,
    status: 'new',
    problem: '',
    firstUnread: undefined,
  })

  /** Of a search, by the id of the message. */
  readonly #marks = new Map<number, Marks>()

  constructor(narrow: Narrow) {
    this.narrow = narrow
  }

  /** Keeps the marked words of messages that a search has found. Call it before the list shows them. */
  keepFound(messages: readonly Message[]): void {
    this.#forgetFound()
    for (const { id, content, subject, match_content, match_subject } of messages) {
      if (match_content === undefined) continue
      const topic = match_subject?.includes('<span') ? match_subject : undefined
      this.#marks.set(id, { content: match_content, topic, of: { content, subject } })
    }
  }

  /**
   * The message with its found words marked; undefined outside of searches, and when the message has changed
   * since.
   */
  found({ id, content, subject }: Message): FoundMessage | undefined {
    const marks = this.#marks.get(id)
    return marks?.of.content === content && marks.of.subject === subject ? marks : undefined
  }

  /** Forgets the marked words of messages that the list no longer has. */
  #forgetFound(): void {
    if (this.#marks.size <= LIST_LENGTH) return
    const shown = new Set(this.stretch.peek().ids)
    for (const id of this.#marks.keys()) if (!shown.has(id)) this.#marks.delete(id)
  }

  change(fields: Partial<MessageStretch>): void {
    this.stretch.value = { ...this.stretch.value, ...fields }
  }

  insert(ids: readonly number[]): void {
    const { ids: known } = this.stretch.value
    const [first] = ids
    if (ids.length === 1 && (known.length === 0 || first! > known.at(-1)!)) {
      this.change({ ids: [...known, first!] })
      return
    }
    const all = new Set(known)
    for (const id of ids) all.add(id)
    this.change({ ids: [...all].sort((a, b) => a - b) })
  }

  /** Removes the messages beyond LIST_LENGTH at one end. */
  trim(end: 'oldest' | 'newest'): void {
    const { ids } = this.stretch.value
    if (ids.length <= LIST_LENGTH) return
    if (end === 'oldest') this.change({ ids: ids.slice(-LIST_LENGTH), hasOldest: false })
    else this.change({ ids: ids.slice(0, LIST_LENGTH), hasNewest: false })
  }

  /** Whether a message of the narrow with this id is within the loaded range. */
  covers(id: number): boolean {
    const { ids, hasOldest, hasNewest, status } = this.stretch.value
    if (status !== 'ready') return false
    if (ids.length === 0) return hasOldest && hasNewest
    return (hasOldest || id > ids[0]!) && (hasNewest || id < ids.at(-1)!)
  }

  remove(ids: readonly number[]): void {
    const gone = new Set(ids)
    const { ids: known } = this.stretch.value
    if (known.some((id) => gone.has(id))) this.change({ ids: known.filter((id) => !gone.has(id)) })
  }
}

/** The number of lists that are kept. The least recently opened ones are removed. */
const KEPT_LISTS = 30
/** Above this number, messages that no list shows are removed. */
const KEPT_MESSAGES = 6000
/** A list keeps this many messages; the far end is removed, and loaded again when the reader returns. */
export const LIST_LENGTH = 2000

/** Messages by id, each a signal of its own, and the lists that show them. */
export class Messages {
  readonly #byId = new Map<number, Signal<ShownMessage>>()
  readonly #lists = new Map<string, MessageList>()
  /** Ids of messages that are being sent, by local id. */
  readonly #outgoing = new Map<string, number>()
  #sweepAt = KEPT_MESSAGES
  /** The last deleted messages. */
  readonly deleted = signal<readonly number[]>([])
  /** The highest known id. */
  newest = 0

  get(id: number): Signal<ShownMessage> | undefined {
    return this.#byId.get(id)
  }

  list(narrow: Narrow): MessageList {
    const key = narrowKey(narrow)
    const list = this.#lists.get(key) ?? new MessageList(narrow)
    this.#lists.delete(key)
    this.#lists.set(key, list)
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= KEPT_LISTS) break
      this.#lists.delete(oldest)
    }
    return list
  }

  /** Messages with a higher id, and those that are being sent. */
  after(id: number): ShownMessage[] {
    return [...this.#byId.values()]
      .map((message) => message.peek())
      .filter((message) => message.id > id || message.outgoing !== undefined)
  }

  get lists(): readonly MessageList[] {
    return [...this.#lists.values()]
  }

  keep(message: ShownMessage): void {
    this.newest = Math.max(this.newest, message.id)
    if (message.outgoing !== undefined) this.#outgoing.set(message.outgoing.localId, message.id)
    const known = this.#byId.get(message.id)
    if (known !== undefined) known.value = message
    else {
      this.#byId.set(message.id, signal(message))
      if (this.#byId.size > this.#sweepAt) this.#sweep(message.id)
    }
  }

  /** Removes the messages that no list shows. */
  #sweep(newcomer: number): void {
    const shown = new Set(this.lists.flatMap((list) => list.stretch.peek().ids)).add(newcomer)
    for (const id of this.#outgoing.values()) shown.add(id)
    for (const id of this.#byId.keys()) if (!shown.has(id)) this.#byId.delete(id)
    this.#sweepAt = this.#byId.size + KEPT_MESSAGES
  }

  change(id: number, fields: (message: ShownMessage) => Partial<ShownMessage>): void {
    const known = this.#byId.get(id)
    if (known !== undefined) known.value = { ...known.value, ...fields(known.value) }
  }

  remove(ids: readonly number[]): void {
    for (const list of this.lists) list.remove(ids)
    for (const id of ids) this.#byId.delete(id)
  }

  changeOutgoing(localId: string, outgoing: Outgoing): void {
    const id = this.#outgoing.get(localId)
    if (id !== undefined) this.change(id, () => ({ outgoing }))
  }

  /** Replaces the local message by the server's. */
  confirm(localId: string): void {
    const id = this.#outgoing.get(localId)
    if (id === undefined) return
    this.#outgoing.delete(localId)
    this.remove([id])
  }

  /** Puts a new message into the lists it belongs to, if their newest messages are loaded. */
  arrive(message: ShownMessage, belongs: (narrow: Narrow) => boolean): void {
    this.keep(message)
    for (const list of this.lists) {
      if (list.stretch.value.hasNewest && belongs(list.narrow)) list.insert([message.id])
    }
  }

  /** Applies the events that change existing messages. */
  apply(event: ServerEvent): void {
    switch (event.type) {
      case 'update_message_flags':
        for (const id of event.all ? this.#byId.keys() : event.messages) {
          this.change(id, ({ flags }) => ({
            flags:
              event.op === 'add'
                ? [...new Set([...flags, event.flag])]
                : flags.filter((one) => one !== event.flag),
          }))
        }
        return
      case 'reaction': {
        const { user_id, emoji_name, emoji_code, reaction_type } = event
        const isThis = (one: Message['reactions'][number]) =>
          one.user_id === user_id && one.emoji_code === emoji_code && one.reaction_type === reaction_type
        this.change(event.message_id, ({ reactions }) => {
          const others = reactions.filter((one) => !isThis(one))
          const added = { user_id, emoji_name, emoji_code, reaction_type }
          return { reactions: event.op === 'add' ? [...others, added] : others }
        })
        return
      }
      case 'submessage': {
        const { message_id, submessage_id: id, msg_type, sender_id, content } = event
        this.change(message_id, ({ submessages }) => ({
          submessages: [
            ...submessages.filter((one) => one.id !== id),
            { id, message_id, msg_type, sender_id, content },
          ],
        }))
        return
      }
      case 'delete_message':
        this.remove(event.message_ids ?? [event.message_id!])
        this.deleted.value = event.message_ids ?? [event.message_id!]
        return
      case 'update_message':
        this.#update(event)
    }
  }

  #update(event: ServerEvent & { type: 'update_message' }): void {
    const { message_id, rendered_content, topic_links, is_me_message, edit_timestamp, flags } = event
    if (rendered_content !== undefined) {
      this.change(message_id, () => ({
        content: rendered_content,
        flags,
        ...(topic_links !== undefined && { topic_links: [...topic_links] }),
        ...(is_me_message !== undefined && { is_me_message }),
        ...(!event.rendering_only && { last_edit_timestamp: edit_timestamp }),
      }))
    }
    if (event.new_stream_id === undefined && event.subject === undefined) return
    for (const id of event.message_ids) {
      this.change(id, (known) => ({
        subject: event.subject ?? known.subject,
        stream_id: event.new_stream_id ?? known.stream_id,
        // Resolving a topic is not shown as a move.
        ...(!isResolving(event) && { last_moved_timestamp: edit_timestamp }),
      }))
    }
  }

  /** Moves messages between the lists. Returns the ids that a list needs and the store lacks. */
  regroup(ids: readonly number[], belongs: (narrow: Narrow, message: ShownMessage) => boolean): number[] {
    const missing = new Set<number>()
    for (const list of this.lists) {
      if (!dependsOnPlace(list.narrow)) continue
      const shown = new Set(list.stretch.value.ids)
      const gone: number[] = []
      const come: number[] = []
      for (const id of ids) {
        const message = this.#byId.get(id)?.peek()
        if (message === undefined) {
          if (list.covers(id)) missing.add(id)
        } else if (!belongs(list.narrow, message)) gone.push(id)
        else if (!shown.has(id) && list.covers(id)) come.push(id)
      }
      list.remove(gone)
      // Headings and groups depend on the conversations of messages: lists that keep the messages are drawn
      // again.
      list.insert(come)
    }
    return [...missing]
  }

  /** Inserts messages that were fetched one by one into the lists that cover them. */
  fill(messages: readonly ShownMessage[], belongs: (narrow: Narrow, message: ShownMessage) => boolean): void {
    for (const message of messages) {
      this.keep(message)
      for (const list of this.lists)
        if (list.covers(message.id) && belongs(list.narrow, message)) list.insert([message.id])
    }
  }
}

/** Whether moving a message can change whether it belongs to the narrow. */
const dependsOnPlace = ({ kind }: Narrow): boolean =>
  kind === 'topic' || kind === 'channel' || kind === 'feed' || kind === 'mentions' || kind === 'starred'

/** Whether the event only resolves a topic or opens it again. */
function isResolving({
  subject,
  orig_subject,
  new_stream_id,
}: ServerEvent & { type: 'update_message' }): boolean {
  if (subject === undefined || orig_subject === undefined || new_stream_id !== undefined) return false
  return subject === RESOLVED_PREFIX + orig_subject || orig_subject === RESOLVED_PREFIX + subject
}
