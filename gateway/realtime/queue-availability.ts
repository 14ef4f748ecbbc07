import type { Core } from '../../core/state/core.ts'
import { eventQueuesUnavailable } from '../wire/queue-errors.ts'

/** Throws 503 while Redis is unavailable. Callers check this before they read the data for a new queue. */
export function checkQueuesAvailable(core: Core): void {
  if (!core.isRedisAvailable)
    throwQueuesUnavailable(core, new Error('Redis is not connected or does not answer'))
}

/**
 * Logs why queue records cannot be used and throws 503, so that the client tries again and keeps its queue.
 */
export function throwQueuesUnavailable(core: Core, error: unknown): never {
  core.log.warn(
    { err: error },
    'event queue records cannot be read or written; the client gets 503 and tries again',
  )
  throw eventQueuesUnavailable()
}
