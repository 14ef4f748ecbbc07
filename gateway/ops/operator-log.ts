import type { Logger } from '../../core/platform/log/log.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'

const KEY = '{processes}:operator-log'
const MOST = 100
const LIFETIME_SECONDS = 30 * 86_400

/** Something that an operator did on the pages. */
export interface OperatorAction {
  /** Unix milliseconds. */
  readonly at: number
  readonly text: string
}

/**
 * Notes an operator's action: a line of the log, and an entry of the list that the pages show. Never rejects:
 * it is done already.
 */
export async function noteAction(
  { log, redis }: { readonly log: Logger; readonly redis: RedisClient },
  text: string,
  about: object,
): Promise<void> {
  log.warn({ ...about, operator: true }, `the operator: ${text}`)
  const action: OperatorAction = { at: Date.now(), text }
  await redis
    .multi()
    .lpush(KEY, JSON.stringify(action))
    .ltrim(KEY, 0, MOST - 1)
    .expire(KEY, LIFETIME_SECONDS)
    .exec()
    .catch(() => undefined)
}

/** The newest actions, the newest first. */
export async function readActions(redis: RedisClient, most: number): Promise<OperatorAction[]> {
  const texts = await redis.lrange(KEY, 0, most - 1)
  return texts.map((text) => JSON.parse(text) as OperatorAction)
}
