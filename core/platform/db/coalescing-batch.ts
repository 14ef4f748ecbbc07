import { databaseFailureOf, isRefusal } from './failures.ts'

export interface BatchOptions<Item, Result> {
  /** How many of the waiting items, from the first, are the next batch; at least 1. */
  readonly together: (waiting: readonly Item[]) => number
  /**
   * Stores a batch in one transaction; resolves after COMMIT with a result per item, in order. An `Error` in the
   * place of a result rejects that item alone.
   */
  readonly store: (batch: readonly Item[]) => Promise<readonly (Result | Error)[]>
  /** Told of a batch that Postgres refused and whose items are stored one by one now. */
  readonly onRefusal: (error: unknown, items: number) => void
}

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * A self-clocking batch: one transaction is in flight; whatever arrives meanwhile is the next one, so the
 * load sets the size of the batch and an idle server does not wait. A batch that Postgres refuses is
 * retried item by item: a bad one harms no other. One whose outcome is unknown is not: nothing is twice.
 */
export class CoalescingBatch<Item, Result> {
  readonly #options: BatchOptions<Item, Result>
  readonly #waiting: Waiting<Item, Result>[] = []
  #running = false

  constructor(options: BatchOptions<Item, Result>) {
    this.#options = options
  }

  /** Resolves after COMMIT. Rejects when this item could not be stored. */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#running) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      const size = this.#options.together(this.#waiting.map((one) => one.item))
      const batch = this.#waiting.splice(0, size)
      await this.#store(batch).catch(async (error) => {
        // What fails because of the moment is none of its items' fault, and each would wait for it again.
        const isOfItem = isRefusal(error) && databaseFailureOf(error) === undefined
        if (batch.length === 1 || !isOfItem) {
          for (const one of batch) one.reject(error)
          return
        }
        this.#options.onRefusal(error, batch.length)
        for (const one of batch) await this.#store([one]).catch(one.reject)
      })
    }
    this.#running = false
  }

  async #store(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await this.#options.store(batch.map((one) => one.item))
    for (const [index, one] of batch.entries()) {
      const result = results[index]!
      if (result instanceof Error) one.reject(result)
      else one.resolve(result)
    }
  }
}
