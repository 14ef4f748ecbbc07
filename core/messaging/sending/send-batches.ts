import { CoalescingBatch } from '../../platform/db/coalescing-batch.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Seq } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { type ReadSendInputs, readSendInputs, type SendInputs, storeDeduplicated } from './deduplicate.ts'
import { SendAtHead } from './send-at-head.ts'
import type { Outgoing, Stored } from './store.ts'

const MAX_BATCH = 256

/** A message that its sender may send, and the state by which that was checked. */
export interface CheckedMessage {
  readonly outgoing: Outgoing
  /** The log position of the state that it was checked by. */
  readonly checkedAt: Seq
  /** Checks it again by the current state, with queries of `tx`. Throws the client's error. */
  readonly recheck: (tx: Tx) => Promise<CheckedMessage>
}

/**
 * Stores the messages of an organization from this process. Messages that arrive during a transaction share
 * the next.
 */
export class SendBatches {
  readonly #core: Core
  readonly #realm: RealmState
  readonly #atHead: SendAtHead
  readonly #batch: CoalescingBatch<CheckedMessage, Stored>

  constructor(core: Core, realm: RealmState) {
    this.#core = core
    this.#realm = realm
    this.#atHead = new SendAtHead(core, realm)
    this.#batch = new CoalescingBatch<CheckedMessage, Stored>({
      together: (waiting) => Math.min(waiting.length, MAX_BATCH),
      store: async (messages) => (await this.#storeAtHead(messages)) ?? this.#storeLocked(messages),
      onRefusal: (error, messages) =>
        core.log.warn({ err: error, messages }, 'a batch of messages failed; storing them one by one'),
    })
  }

  /** Resolves after COMMIT. Rejects when the message could not be stored or may no longer be sent. */
  async send(message: CheckedMessage): Promise<Stored> {
    const stored = await this.#batch.submit(message)
    this.#core.usage.count(this.#realm.id, 'sends')
    return stored
  }

  async #storeAtHead(messages: readonly CheckedMessage[]): Promise<readonly Stored[] | undefined> {
    const { changedAt } = this.#realm
    if (messages.some(({ checkedAt }) => checkedAt < changedAt)) return undefined
    return this.#atHead.store(messages.map(({ outgoing }) => outgoing))
  }

  #storeLocked(messages: readonly CheckedMessage[]): Promise<readonly (Stored | ApiError)[]> {
    const outgoing = messages.map((message) => message.outgoing)
    const { id } = this.#realm
    let askedAt: number
    return this.#core.changeAsSystem(
      this.#realm,
      async (tx, inputs: ReadSendInputs) => {
        const { seq } = await tx.lockLog()
        this.#atHead.learn(outgoing, inputs, seq, askedAt)
        return store(tx, this.#realm, messages, inputs)
      },
      (sql) => {
        askedAt = Date.now()
        return readSendInputs(sql, id, outgoing, this.#atHead.idsToSpare(outgoing))
      },
    )
  }
}

/**
 * Stores the messages that the current state allows. Memory is current until COMMIT. A message that was
 * checked before the last state change is checked again.
 */
async function store(
  tx: Tx,
  realm: RealmState,
  messages: readonly CheckedMessage[],
  inputs: SendInputs,
): Promise<readonly (Stored | ApiError)[]> {
  const { stateSeq } = await tx.lockLog()
  const checked: (Outgoing | ApiError)[] = []
  for (const message of messages) {
    checked.push(message.checkedAt >= stateSeq ? message.outgoing : await recheck(tx, message))
  }
  const allowed = checked.filter((result): result is Outgoing => !(result instanceof ApiError))
  const areUnchanged = messages.every(({ outgoing }, index) => outgoing === checked[index])
  const stored =
    allowed.length === 0 ? [] : await storeDeduplicated(tx, realm, allowed, areUnchanged ? inputs : undefined)
  const inOrder = stored.values()
  return checked.map((result) => (result instanceof ApiError ? result : inOrder.next().value!))
}

async function recheck(tx: Tx, message: CheckedMessage): Promise<Outgoing | ApiError> {
  try {
    return (await message.recheck(tx)).outgoing
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
