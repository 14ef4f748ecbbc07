import type { Conversation } from '../model/conversation.ts'
import { deactivatedIn } from '../store/derived/deactivated.ts'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'

type Op = 'start' | 'stop'

/** Sends typing notifications of the reader. */
export class TypingReport {
  readonly #store: Store
  readonly #announce: (op: Op) => void
  #announcedAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(store: Store, announce: (op: Op) => void) {
    this.#store = store
    this.#announce = announce
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

  /** The reader has stopped typing, sent the message or left it. */
  stop(): void {
    clearTimeout(this.#timer)
    if (this.#announcedAt === 0) return
    this.#announcedAt = 0
    this.#announce('stop')
  }
}

/** Reports that the reader writes in a conversation, if the reader's settings allow it. */
export const reportTyping = (store: Store, conversation: Conversation): TypingReport =>
  new TypingReport(store, (op) => {
    if (!mayReport(store, conversation)) return
    const to =
      conversation.kind === 'topic'
        ? ({ type: 'channel', stream_id: conversation.channel, topic: conversation.topic } as const)
        : ({ type: 'direct', to: conversation.people } as const)
    // A lost notification is harmless.
    void server.call('POST /typing', { op, ...to }, { attempts: 1 }).catch(() => undefined)
  })

/** Reports that the reader edits an own message, if the reader's settings allow it. */
export const reportEditing = (store: Store, message_id: number, conversation: Conversation): TypingReport =>
  new TypingReport(store, (op) => {
    if (!mayReport(store, conversation)) return
    // A lost notification is harmless.
    void server
      .call('POST /messages/{message_id}/typing', { message_id, op }, { attempts: 1 })
      .catch(() => undefined)
  })

/**
 * Whether the reader's settings allow typing notifications and the server accepts them: the reader may have
 * been removed from the channel meanwhile, or the others deactivated.
 */
function mayReport(store: Store, conversation: Conversation): boolean {
  const settings = store.settings.peek()
  if (conversation.kind === 'topic')
    return settings.send_stream_typing_notifications && store.channels.peek().has(conversation.channel)
  return settings.send_private_typing_notifications && deactivatedIn(store, conversation).length === 0
}
