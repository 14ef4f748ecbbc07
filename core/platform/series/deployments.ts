import type { RedisClient } from '../redis/redis-connection.ts'
import { readMarks } from './marks.ts'

/** A deployment is marked some seconds after its first process has started. */
const MARKED_AFTER_MS = 60_000

/**
 * Which other version may have written something at the moment `at`, in Unix milliseconds, that the version
 * `own` does not understand: the newest other one that was started before, within the last week.
 */
export async function otherVersion(redis: RedisClient, own: string, at: number): Promise<string> {
  const marks = await readMarks(redis)
  const other = marks.findLast(
    (mark) => mark.kind === 'deployment' && mark.text !== own && mark.at <= at + MARKED_AFTER_MS,
  )
  return other === undefined
    ? 'no other version was started in the last week'
    : `version ${other.text} was started at ${minuteOf(other.at)}`
}

/** `2026-11-30 09:41 UTC`. */
const minuteOf = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`
