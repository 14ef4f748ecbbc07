import { mayRunAgain } from './failures.ts'
import { MAX_RUNS } from './time-limits.ts'

/**
 * Runs a transaction, which may be one statement. Runs it again when Postgres has aborted it for a temporary
 * reason, such as a deadlock, so that it has no effect.
 */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === MAX_RUNS || !mayRunAgain(error)) throw error
    }
  }
}
