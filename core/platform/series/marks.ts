import { MAX_SERIES_MARKS } from '../../../config/limits.ts'
import type { IncidentName } from '../incidents/catalogue.ts'
import { SEVERITIES, type Severity } from '../incidents/kinds/severity.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { SERIES_PREFIX } from './prefix.ts'

const MARKS = `${SERIES_PREFIX}:marks`
/** When each incident with a mark was seen last, by the id of the mark. */
const SEEN = `${SERIES_PREFIX}:seen`
/** How many times each incident with a mark has come back. */
const RETURNS = `${SERIES_PREFIX}:returns`
/** What is known of each incident with a mark, as JSON. */
const FACTS = `${SERIES_PREFIX}:facts`
/** An incident that no gateway has seen for this time is over. They look every few seconds. */
const OVER_MS = 30_000
/** Marks are kept for this time. */
const KEPT_MS = 7 * 86_400_000

/** A deployment or an incident, which plots show as a line. */
export interface Mark {
  /** Unix milliseconds. */
  readonly at: number
  readonly kind: 'deployment' | 'incident'
  readonly text: string
  /** Of an incident; absent from marks of former versions. */
  readonly severity?: Severity
  /** Of an incident: the name by which it is seen again. */
  readonly id?: string
}

/** What is known of an incident, so that it can be said in each language. */
export interface MarkFacts {
  readonly name: IncidentName
  readonly subject: string
  /** The newest reason. */
  readonly reason: string
  /** The highest severity that it had. */
  readonly severity: Severity
}

/** A mark as it is read. */
export interface ReadMark extends Mark {
  /** Of an incident: Unix milliseconds at which it was seen last. */
  readonly lastAt?: number
  /** Of an incident that is over: as `lastAt`. */
  readonly until?: number
  /** The incident goes on. */
  readonly lasts?: true
  /** Number of times that it came; absent when it came once. */
  readonly times?: number
  /** Absent from marks of former versions. */
  readonly facts?: MarkFacts
}

/** An incident that was seen, with its mark. */
export interface SeenMark extends MarkFacts {
  readonly id: string
  /** Unix milliseconds. */
  readonly lastAt: number
  /** It was away, and has come back. */
  readonly isBack: boolean
}

/** Adds a mark to all plots. The newest MAX_SERIES_MARKS of a week are kept. */
export async function addMark(redis: RedisClient, mark: Mark): Promise<void> {
  await redis
    .multi()
    .zadd(MARKS, mark.at, JSON.stringify({ ...mark, text: mark.text.slice(0, 200) }))
    .zremrangebyscore(MARKS, '-inf', mark.at - KEPT_MS)
    .zremrangebyrank(MARKS, 0, -MAX_SERIES_MARKS - 1)
    .pexpire(MARKS, KEPT_MS)
    .exec()
}

/** The marks of the last week, the oldest first. */
export async function readMarks(redis: RedisClient): Promise<ReadMark[]> {
  const [marks, seen, returns, facts] = await Promise.all([
    redis.zrange(MARKS, 0, -1),
    marksSeen(redis),
    redis.hgetall(RETURNS),
    redis.hgetall(FACTS),
  ])
  const now = Date.now()
  return marks.map((text) => {
    const mark = JSON.parse(text) as Mark
    const lastAt = mark.id === undefined ? undefined : seen.get(mark.id)
    if (mark.id === undefined || lastAt === undefined) return mark
    const known = facts[mark.id]
    const ofIncident = known === undefined ? undefined : (JSON.parse(known) as MarkFacts)
    const times = 1 + Number(returns[mark.id] ?? 0)
    return {
      ...mark,
      lastAt: Math.max(lastAt, mark.at),
      ...(now - lastAt <= OVER_MS ? { lasts: true } : { until: Math.max(lastAt, mark.at) }),
      ...(times > 1 && { times }),
      ...(ofIncident && { facts: ofIncident, severity: ofIncident.severity }),
    }
  })
}

/** When each incident with a mark was seen last, in Unix milliseconds, by the id of the mark. */
export async function marksSeen(redis: RedisClient): Promise<Map<string, number>> {
  const all = await redis.hgetall(SEEN)
  return new Map(Object.entries(all).map(([id, at]) => [id, Number(at)]))
}

/** Notes when the incidents of these marks were seen. Those whose marks are gone are forgotten. */
export async function seeMarks(redis: RedisClient, marks: readonly SeenMark[]): Promise<void> {
  if (marks.length === 0) return
  const known = await redis.hmget(FACTS, ...marks.map(({ id }) => id))
  const change = redis.multi()
  for (const [index, { id, lastAt, isBack, name, subject, reason, severity }] of marks.entries()) {
    change.hset(SEEN, id, String(lastAt))
    if (isBack) change.hincrby(RETURNS, id, 1)
    const former = known[index]
    const highest = former ? mostSevere((JSON.parse(former) as MarkFacts).severity, severity) : severity
    const facts: MarkFacts = { name, subject, reason, severity: highest }
    change.hset(FACTS, id, JSON.stringify(facts))
  }
  for (const key of [SEEN, RETURNS, FACTS]) change.pexpire(key, KEPT_MS)
  await change.exec()
  if ((await redis.hlen(SEEN)) <= MAX_SERIES_MARKS) return
  const kept = new Set((await redis.zrange(MARKS, 0, -1)).map((text) => (JSON.parse(text) as Mark).id))
  const gone = [...(await marksSeen(redis)).keys()].filter((id) => !kept.has(id))
  if (gone.length > 0) for (const key of [SEEN, RETURNS, FACTS]) await redis.hdel(key, ...gone)
}

const mostSevere = (...all: readonly Severity[]): Severity =>
  SEVERITIES.find((severity) => all.includes(severity))!
