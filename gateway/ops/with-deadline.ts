import { redisDoesNotAnswer } from './errors.ts'

const DEADLINE_MS = 5_000

/**
 * Rejects with 503 after five seconds, for commands of the queues, which otherwise wait for Redis forever.
 */
export async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(redisDoesNotAnswer())
    }, DEADLINE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
