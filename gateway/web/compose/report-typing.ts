import type { Conversation } from '../model/conversation.ts'
import { deactivatedIn } from '../store/derived/deactivated.ts'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'

/** Sends typing notifications of the reader, if the reader's settings allow them. */
export class TypingReport {
  readonly #store: Store
  readonly #conversation: Conversation
  #announcedAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(store: Store, conversation: Conversation) {
    this.#store = store
    this.#conversation = conversation
  }

  /** A key was typed. */
  typed(): void {
    const { typingInterval, typingEndsAfter } = this.#store.realm.peek()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.stop(), typingEndsAfter)
    if (Date.now() - this.#announcedAt < typingInterval) return
    this.#announcedAt = Date.now()
    this.#announce('start')
  }

  /** The reader has stopped typing, sent the message or left the conversation. */
  stop(): void {
    clearTimeout(this.#timer)
    if (this.#announcedAt === 0) return
    this.#announcedAt = 0
    this.#announce('stop')
  }

  #announce(op: 'start' | 'stop'): void {
    const conversation = this.#conversation
    const settings = this.#store.settings.peek()
    const isAllowed =
      conversation.kind === 'topic'
        ? settings.send_stream_typing_notifications
        : settings.send_private_typing_notifications
    if (!isAllowed || !isReachable(this.#store, conversation)) return
    const to =
      conversation.kind === 'topic'
        ? ({ type: 'channel', stream_id: conversation.channel, topic: conversation.topic } as const)
        : ({ type: 'direct', to: conversation.people } as const)
    // A lost notification is harmless.
    void server.call('POST /typing', { op, ...to }, { attempts: 1 }).catch(() => undefined)
  }
}

/**
 * Whether the server accepts typing notifications: the reader may have been removed from the channel
 * meanwhile, or the others deactivated.
 */
const isReachable = (store: Store, conversation: Conversation): boolean =>
  conversation.kind === 'topic'
    ? store.channels.peek().has(conversation.channel)
    : deactivatedIn(store, conversation).length === 0
