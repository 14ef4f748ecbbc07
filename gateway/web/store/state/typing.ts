import { signal } from '@preact/signals'
import { type Conversation, conversationKey, directWith } from '../../model/conversation.ts'
import type { ServerEvent } from '../../model/wire.ts'

/** Removes a writer after this time without an end notification. */
const EXPIRES_MS = 15_000

/** The users who type now, by conversation. Typing is not part of the state: it expires. */
export class Typing {
  readonly #writers = signal<ReadonlyMap<string, ReadonlySet<number>>>(new Map())
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #me: number

  constructor(me: number) {
    this.#me = me
  }

  writersIn(conversation: Conversation): readonly number[] {
    return [...(this.#writers.value.get(conversationKey(conversation)) ?? [])]
  }

  apply(event: ServerEvent): void {
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

  #set(key: string, person: number, isWriting: boolean): void {
    const timer = `${key} ${person}`
    clearTimeout(this.#timers.get(timer))
    this.#timers.delete(timer)
    const known = this.#writers.value.get(key)
    if (isWriting)
      this.#timers.set(
        timer,
        setTimeout(() => this.#set(key, person, false), EXPIRES_MS),
      )
    if ((known?.has(person) ?? false) === isWriting) return
    const next = new Set(known)
    if (isWriting) next.add(person)
    else next.delete(person)
    this.#writers.value = new Map(this.#writers.value).set(key, next)
  }
}
