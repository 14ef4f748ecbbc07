import { atEndOfTurn } from '../concurrency/end-of-turn.ts'
import { databaseFailureOf, isRefusal } from './servers/failures.ts'

export interface BatchOptions<Item, Result> {
  /** Returns the number of waiting items, from the first, that form the next batch; at least 1. */
  readonly together: (waiting: readonly Item[]) => number
  /**
   * Stores a batch in one transaction, or in one request to another store. Resolves when it is stored, with
   * one result per item, in order. An `Error` instead of a result rejects only that item.
   */
  readonly store: (batch: readonly Item[]) => Promise<readonly (Result | Error)[]>
  /** Called when Postgres refused a batch, before its items are stored one by one. */
  readonly onRefusal?: (error: unknown, items: number) => void
  /**
   * Whether an error means that the store is away. Then the items that wait fail with the batch. Default:
   * false.
   */
  readonly isAway?: (error: unknown) => boolean
  /**
   * Whether the first batch begins at the end of the turn of the event loop, with all items of the turn. Then
   * fewer batches are stored. Without it the first item is stored while the others are still being prepared.
   * Default: false.
   */
  readonly sharesTurn?: boolean
}

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Groups items into transactions or other requests. One is in flight at a time, and items that arrive
 * meanwhile form the next one, so that the batch size follows the load and an idle server does not wait. When
 * Postgres refuses a batch, its items are stored one by one, so that a bad item does not affect others. A
 * batch with unknown outcome is not retried, so that no item is stored twice.
 */
export class CoalescingBatch<Item, Result> {
  readonly #options: BatchOptions<Item, Result>
  readonly #waiting: Waiting<Item, Result>[] = []
  #running = false

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options
  }

  /** Resolves when the item is stored. Rejects when this item could not be stored. */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#running) return
      this.#running = true
      if (this.#options.sharesTurn) atEndOfTurn(() => void this.#run())
      else void this.#run()
    })
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const size = this.#options.together(this.#waiting.map((entry) => entry.item))
      const batch = this.#waiting.splice(0, size)
      await this.#store(batch).catch(async (error) => {
        if (this.#options.isAway?.(error)) for (const entry of this.#waiting.splice(0)) batch.push(entry)
        // A temporary failure is not caused by an item, and each single item would fail the same way.
        const isOfItem = isRefusal(error) && databaseFailureOf(error) === undefined
        if (batch.length === 1 || !isOfItem) {
          for (const entry of batch) entry.reject(error)
          return
        }
        this.#options.onRefusal?.(error, batch.length)
        for (const entry of batch) await this.#store([entry]).catch(entry.reject)
      })
    }
    this.#running = false
  }

  async #store(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await this.#options.store(batch.map((entry) => entry.item))
    for (const [index, entry] of batch.entries()) {
      const result = results[index]!
      if (result instanceof Error) entry.reject(result)
      else entry.resolve(result)
    }
  }
}
