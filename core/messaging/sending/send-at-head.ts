import { type Statement, statement } from '../../platform/db/statements/statement.ts'
import type { Seq } from '../../platform/ids.ts'
import { CollectedWrites, NeedsTransaction } from '../../platform/transactions/collected-writes.ts'
import { StatementAtHead } from '../../platform/transactions/statement-at-head.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import {
  FIND_SENT,
  REMEMBER_SENT,
  type ReadSendInputs,
  type SendInputs,
  sentKeysOf,
  storeDeduplicated,
} from './deduplicate.ts'
import { INSERT_FLAGS } from './flag-recipients.ts'
import { KnownInputs } from './known-inputs.ts'
import { INSERT_MESSAGES, type Outgoing, type Stored } from './store.ts'
import { GIVE_IDS, type GivenIds } from './store-inputs.ts'

/**
 * The least and the most ids that a batch takes for later batches. Ids that become too low are never used.
 */
const MIN_SPARE_IDS = 2
const MAX_SPARE_IDS = 256

/** Most batches to skip after repeated misses: other processes write, or the clock differs. */
const MAX_PAUSE = 64

/**
 * Returns a row if the second has changed, so that the event and the row of a message never name different
 * seconds.
 */
const IN_ANOTHER_SECOND = statement(
  'message.in-another-second',
  'SELECT WHERE floor(extract(epoch FROM statement_timestamp())) <> $1::int8',
)

const SEND = new StatementAtHead<GivenIds>('message.send', {
  writes: [INSERT_MESSAGES, INSERT_FLAGS, REMEMBER_SENT],
  unless: [IN_ANOTHER_SECOND, FIND_SENT],
  returns: GIVE_IDS,
})

/**
 * Stores usual messages of an organization with their events in one statement: those to known conversations,
 * without files, link previews, widgets, bots, and changes of topic policies. A transaction would read their
 * inputs in a round trip of its own while it keeps the log locked. Here earlier messages have made them
 * known, and the statement does nothing when the log has moved on.
 * It gives 24 to 35 % of the rate at 1 to 64 connections.
 */
export class SendAtHead {
  readonly #core: Core
  readonly #realm: RealmState
  readonly #known: KnownInputs
  /** Number of batches to skip now, and after the next miss. */
  #pause = 0
  #nextPause = 1

  constructor(core: Core, realm: RealmState) {
    this.#core = core
    this.#realm = realm
    this.#known = new KnownInputs(realm)
  }

  /**
   * Stores messages that memory's present state allows. Resolves after COMMIT, or to undefined with nothing
   * stored when they need a transaction. Rejects as `Core.transact` does.
   */
  async store(messages: readonly Outgoing[]): Promise<readonly Stored[] | undefined> {
    if (this.#pause > 0) {
      this.#pause--
      return undefined
    }
    const askedAt = Date.now()
    const known = this.#known.inputsOf(messages, askedAt)
    if (known === undefined) return undefined
    const { inputs, head, unusedIds } = known
    const collected = new CollectedWrites(
      this.#realm.id,
      { seq: head.seq, stateSeq: this.#realm.changedAt },
      (write) => SEND.canWrite(write),
    )
    const stored = await this.#collect(collected, messages, { duplicates: [], toStore: inputs })
    if (stored === undefined) return undefined
    const given = new Map<Statement, readonly unknown[]>(collected.writes)
    given.set(IN_ANOTHER_SECOND, [inputs.sentAt.seconds])
    given.set(FIND_SENT, sentKeysOf(messages))
    given.set(GIVE_IDS, [Math.max(0, idsToSpare(messages) - unusedIds.length)])
    this.#known.forgetIds()
    const { id } = this.#realm
    const rows = await this.#core.writeAtHead(id, SEND, { head, events: collected.events, given })
    if (rows === undefined) {
      this.#pause = this.#nextPause
      this.#nextPause = Math.min(2 * this.#nextPause, MAX_PAUSE)
      return undefined
    }
    this.#nextPause = 1
    const [next] = rows as readonly [GivenIds]
    this.#known.keepIds({ ...next, ids: [...unusedIds, ...next.ids] }, head.seq, askedAt)
    return stored
  }

  /** The number of ids that a transaction with these messages takes for later ones. */
  idsToSpare(messages: readonly Outgoing[]): number {
    return this.#pause > 0 ? 0 : idsToSpare(messages)
  }

  /**
   * Remembers the inputs that a transaction has read for messages while it had locked the log at position
   * `at`. `askedAt`: the time of its question in milliseconds.
   */
  learn(messages: readonly Outgoing[], { toStore }: ReadSendInputs, at: Seq, askedAt: number): void {
    this.#known.learn(messages, toStore, at, askedAt)
  }

  async #collect(
    collected: CollectedWrites,
    messages: readonly Outgoing[],
    inputs: SendInputs,
  ): Promise<readonly Stored[] | undefined> {
    try {
      return await storeDeduplicated(collected, this.#realm, messages, inputs)
    } catch (error) {
      if (error instanceof NeedsTransaction) return undefined
      throw error
    }
  }
}

const idsToSpare = (messages: readonly Outgoing[]): number =>
  Math.min(MAX_SPARE_IDS, Math.max(MIN_SPARE_IDS, 2 * messages.length))
