import { CoalescingBatch } from '../../platform/db/coalescing-batch.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Seq } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { storeDeduplicated } from './deduplicate.ts'
import type { Outgoing, Stored } from './store.ts'

const MAX_BATCH = 256

/** A message that its sender may send, and when that was so. */
export interface Judged {
  readonly outgoing: Outgoing
  /** Position of the realm that it was judged by: later changes are not taken into account. */
  readonly at: Seq
  /** Judges it by the realm of now, with queries of `tx`. Throws the error that the client is to see. */
  readonly again: (tx: Tx) => Promise<Judged>
}

/** Stores a realm's messages from this process, as many together as arrive while others are stored. */
export class SendBatches {
  readonly #batch: CoalescingBatch<Judged, Stored>

  constructor(core: Core, realm: RealmState) {
    this.#batch = new CoalescingBatch<Judged, Stored>({
      together: (waiting) => Math.min(waiting.length, MAX_BATCH),
      store: (messages) =>
        core.transactLocked(realm.id, (tx) => store(tx, realm, messages), { plansOnce: true }),
      onRefusal: (error, messages) =>
        core.log.warn({ err: error, messages }, 'a batch of messages failed; storing them one by one'),
    })
  }

  /** Resolves after COMMIT. Rejects when this message could not be stored, or may not be sent any more. */
  send(message: Judged): Promise<Stored> {
    return this.#batch.submit(message)
  }
}

/**
 * Stores what may be sent at this position of the log. What was judged before the last change of the realm is judged
 * again: nobody knows what has changed for whom.
 */
async function store(
  tx: Tx,
  realm: RealmState,
  messages: readonly Judged[],
): Promise<readonly (Stored | ApiError)[]> {
  await realm.lockAndSync(tx)
  const { stateSeq } = await tx.lockLog()
  const judged: (Outgoing | ApiError)[] = []
  for (const message of messages) {
    judged.push(message.at >= stateSeq ? message.outgoing : await judgeAgain(tx, message))
  }
  const allowed = judged.filter((one): one is Outgoing => !(one instanceof ApiError))
  const stored = allowed.length === 0 ? [] : await storeDeduplicated(tx, realm, allowed)
  const inOrder = stored.values()
  return judged.map((one) => (one instanceof ApiError ? one : inOrder.next().value!))
}

async function judgeAgain(tx: Tx, message: Judged): Promise<Outgoing | ApiError> {
  try {
    return (await message.again(tx)).outgoing
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
