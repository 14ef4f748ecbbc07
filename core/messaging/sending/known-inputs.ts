import { LRUCache } from 'lru-cache'
import { type Deciding, decidingAmong, type TopicState } from '../../channels/user-topics/auto-follow.ts'
import type { MessageId, Seq } from '../../platform/ids.ts'
import type { KnownHead } from '../../platform/transactions/statement-at-head.ts'
import { newMessageId } from '../../state/realm/message-entries.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { type Conversation, type KnownConversations, keyOf } from '../conversations/resolve.ts'
import { type GivenIds, type ReadInputs, type StoreInputs, sendingTo, type ToStore } from './store-inputs.ts'

/** Most bytes of known conversations, about 3,000 topics, and of known topics of senders, about 7,500. */
const MAX_CONVERSATION_BYTES = 400_000
const MAX_TOPIC_STATE_BYTES = 1_000_000
/** An entry without its key, which may name a thousand participants. */
const ENTRY_BYTES = 100

/** Inputs as Postgres returned them when the log ended at `at`. */
interface Known<T> {
  readonly value: T
  readonly at: Seq
}

/** Ids that no message has yet. */
interface SpareIds {
  readonly ids: readonly MessageId[]
  /** The position of the log under whose lock they were given. */
  readonly at: Seq
  /** Start of the server that gave them. */
  readonly server: string
  /** Milliseconds from the clock of this process to the server's clock. */
  readonly clockOffset: number
}

/** Inputs of messages that are valid while the log ends at `head`. */
export interface InputsAtHead {
  readonly inputs: StoreInputs
  readonly head: KnownHead
  /** The spare ids that these messages leave. */
  readonly unusedIds: readonly MessageId[]
}

/** Caches the inputs of `SendAtHead`, until an entry of the log may change them (`SendingChanges`). */
export class KnownInputs {
  readonly #realm: RealmState
  readonly #conversations = cacheOf<Conversation>(MAX_CONVERSATION_BYTES)
  readonly #topicStates = cacheOf<TopicState>(MAX_TOPIC_STATE_BYTES)
  #spare: SpareIds | undefined
  #generation: number

  constructor(realm: RealmState) {
    this.#realm = realm
    this.#generation = realm.generation
  }

  /**
   * Remembers the inputs that were read for messages at position `at` of the locked log. `askedAt`: the time
   * of the question in milliseconds.
   */
  learn(messages: readonly ToStore[], read: ReadInputs, at: Seq, askedAt: number): void {
    this.#followGeneration()
    for (const [key, value] of read.conversations) this.#conversations.set(key, { value, at })
    for (const deciding of decidingAmong(messages.map(sendingTo))) {
      const value = read.topicStates[deciding.at]
      // After this message the topic is no longer empty.
      if (value !== undefined && !value.starts) this.#topicStates.set(stateKey(deciding), { value, at })
    }
    this.keepIds(read.spare, at, askedAt)
  }

  /** Remembers ids for later messages, which were given at position `at` of the locked log. */
  keepIds({ ids, time, server }: GivenIds, at: Seq, askedAt: number): void {
    this.#spare = { ids, at, server, clockOffset: time * 1000 - askedAt }
  }

  forgetIds(): void {
    this.#spare = undefined
  }

  /**
   * Returns the inputs of messages at the present end of memory's log, if all are known. `now`: the time in
   * milliseconds.
   */
  inputsOf(messages: readonly ToStore[], now: number): InputsAtHead | undefined {
    this.#followGeneration()
    const spare = this.#spare
    if (spare === undefined || spare.ids.length < messages.length) return undefined
    const seq = this.#endOfLog(spare)
    if (seq === undefined) return undefined
    const conversations = this.#conversationsOf(messages)
    const topicStates = this.#topicStatesOf(messages)
    if (conversations === undefined || topicStates === undefined) return undefined
    const seconds = Math.floor((now + spare.clockOffset) / 1000)
    const ids = spare.ids.slice(0, messages.length)
    return {
      inputs: { conversations, topicStates, ids, sentAt: { text: null, seconds } },
      head: { seq, server: spare.server },
      unusedIds: spare.ids.slice(messages.length),
    }
  }

  /** The end of the log, if the spare ids are higher than all before it. */
  #endOfLog({ ids: [next], at }: SpareIds): Seq | undefined {
    const { sendingChanges, position, committed } = this.#realm
    if (at < sendingChanges.changedAt || sendingChanges.newestMessage >= next!) return undefined
    let end = position
    for (const { seq, payload } of committed) {
      if (seq <= position) continue
      const id = newMessageId(payload)
      if (id === undefined || id >= next!) return undefined
      end = seq
    }
    return end
  }

  #conversationsOf(messages: readonly ToStore[]): KnownConversations | undefined {
    const { changedAt } = this.#realm.sendingChanges
    const found = new Map<string, Conversation>()
    for (const { destination } of messages) {
      const key = keyOf(destination)
      const known = this.#conversations.get(key)
      if (known === undefined || known.at < changedAt) return undefined
      found.set(key, known.value)
    }
    return found
  }

  #topicStatesOf(messages: readonly ToStore[]): (TopicState | undefined)[] | undefined {
    const { changedAt } = this.#realm.sendingChanges
    const states = new Array<TopicState | undefined>(messages.length).fill(undefined)
    for (const deciding of decidingAmong(messages.map(sendingTo))) {
      const known = this.#topicStates.get(stateKey(deciding))
      if (known === undefined || known.at < changedAt) return undefined
      states[deciding.at] = known.value
    }
    return states
  }

  /** Forgets inputs from a history that the log has left. */
  #followGeneration(): void {
    if (this.#generation === this.#realm.generation) return
    this.#generation = this.#realm.generation
    this.#conversations.clear()
    this.#topicStates.clear()
    this.#spare = undefined
  }
}

// With a bound for the number of entries, the library would take memory for all of them at once.
const cacheOf = <T>(maxBytes: number): LRUCache<string, Known<T>> =>
  new LRUCache<string, Known<T>>({ maxSize: maxBytes, sizeCalculation: (_, key) => ENTRY_BYTES + key.length })

const stateKey = ({ sender, channel, topic }: Deciding): string => `${sender.id} ${channel} ${topic}`
