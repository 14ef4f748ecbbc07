import { ApiError } from '../../core/platform/errors.ts'

const PATIENCE_MS = 5_000

/** The queues wait for Redis without an end; an operator does not. Rejects with 503 after five seconds. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiError('Redis does not answer.', { code: 'OPERATOR', status: 503 }))
    }, PATIENCE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
