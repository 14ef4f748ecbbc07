import type { Core } from '../core.ts'
import { SelfClockingBatch } from '../db/self-clocking.ts'
import type { RealmState } from '../realm/state.ts'
import type { Outgoing, Stored } from './store.ts'
import { storeOnce } from './store-once.ts'

const MAX_BATCH = 256

/** Stores a realm's messages from this process, as many together as arrive while others are stored. */
export class SendBatches {
  readonly #batch: SelfClockingBatch<Outgoing, Stored>

  constructor(core: Core, realm: RealmState) {
    this.#batch = new SelfClockingBatch({
      together: (waiting) => Math.min(waiting.length, MAX_BATCH),
      store: (messages) =>
        core.transactHolding(realm.realm, (tx) => storeOnce(tx, realm, messages), { plansOnce: true }),
      onRefusal: (error, messages) =>
        core.log.warn({ err: error, messages }, 'a batch of messages failed; storing them one by one'),
    })
  }

  /** Resolves after COMMIT. Rejects when this message could not be stored. */
  send(message: Outgoing): Promise<Stored> {
    return this.#batch.submit(message)
  }
}
