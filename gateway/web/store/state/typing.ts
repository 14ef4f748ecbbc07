import { signal } from '@preact/signals'
import { type Conversation, conversationKey, directWith } from '../../model/conversation.ts'
import type { ServerEvent } from '../../model/wire.ts'

/** Removes a writer after this time without an end notification. */
const EXPIRES_MS = 15_000

/**
 * The users who type now, by conversation, and the messages that are being edited. Typing is not part of the
 * state: it expires.
 */
export class Typing {
  readonly #writers = signal<ReadonlyMap<string, ReadonlySet<number>>>(new Map())
  readonly #edited = signal<ReadonlySet<number>>(new Set())
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #me: number

  constructor(me: number) {
    this.#me = me
  }

  writersIn(conversation: Conversation): readonly number[] {
    return [...(this.#writers.value.get(conversationKey(conversation)) ?? [])]
  }

  /** Whether somebody else, the sender, edits a message now. */
  isEdited(message: number): boolean {
    return this.#edited.value.has(message)
  }

  apply(event: ServerEvent): void {
    if (event.type === 'typing_edit_message' && event.sender_id !== this.#me)
      this.#setEdited(event.message_id, event.op === 'start')
    if (event.type === 'update_message' && !event.rendering_only) this.#setEdited(event.message_id, false)
    if (event.type === 'message') {
      for (const key of this.#writers.value.keys()) this.#set(key, event.message.sender_id, false)
    }
    if (event.type !== 'typing' || event.sender.user_id === this.#me) return
    const conversation: Conversation =
      event.message_type === 'stream'
        ? { kind: 'topic', channel: event.stream_id!, topic: event.topic! }
        : directWith(
            event.recipients!.map(({ user_id }) => user_id),
            this.#me,
          )
    this.#set(conversationKey(conversation), event.sender.user_id, event.op === 'start')
  }

  /** Calls `expire` later, if something goes on that is not reported again. */
  #await(timer: string, goesOn: boolean, expire: () => void): void {
    clearTimeout(this.#timers.get(timer))
    this.#timers.delete(timer)
    if (goesOn) this.#timers.set(timer, setTimeout(expire, EXPIRES_MS))
  }

  #setEdited(message: number, isEdited: boolean): void {
    this.#await(`edit ${message}`, isEdited, () => this.#setEdited(message, false))
    if (this.#edited.value.has(message) === isEdited) return
    const next = new Set(this.#edited.value)
    if (isEdited) next.add(message)
    else next.delete(message)
    this.#edited.value = next
  }

  #set(key: string, person: number, isWriting: boolean): void {
    this.#await(`${key} ${person}`, isWriting, () => this.#set(key, person, false))
    const known = this.#writers.value.get(key)
    if ((known?.has(person) ?? false) === isWriting) return
    const next = new Set(known)
    if (isWriting) next.add(person)
    else next.delete(person)
    this.#writers.value = new Map(this.#writers.value).set(key, next)
  }
}
