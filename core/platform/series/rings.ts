import { MAX_SERIES_MARKS, MAX_SERIES_MOMENT_BYTES } from '../../../config/limits.ts'
import type { Severity } from '../incidents/kinds/severity.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { joined, type Values } from './names.ts'

/** A ring keeps the last `size` moments, each of `stepMs`. `from`: the ring whose moments it joins. */
export interface Ring {
  readonly name: 'hour' | 'day' | 'week'
  readonly stepMs: number
  readonly size: number
  readonly from?: Ring
}

const HOUR: Ring = { name: 'hour', stepMs: 10_000, size: 360 }
const DAY: Ring = { name: 'day', stepMs: 300_000, size: 288, from: HOUR }
const WEEK: Ring = { name: 'week', stepMs: 1_800_000, size: 336, from: DAY }
export const RINGS = { hour: HOUR, day: DAY, week: WEEK } as const
export const STEP_MS = HOUR.stepMs

/** The hash tag keeps all keys in one slot of a Redis Cluster. */
export const SERIES_PREFIX = '{processes}:series'
const keyOf = (ring: Ring): string => `${SERIES_PREFIX}:${ring.name}`
const DONE = `${SERIES_PREFIX}:done`
const MARKS = `${SERIES_PREFIX}:marks`
/** When each incident with a mark was seen last, by the id of the mark. */
const SEEN = `${SERIES_PREFIX}:seen`
/** An incident that no gateway has seen for this time is over. They look every few seconds. */
const OVER_MS = 30_000
const WEEK_MS = WEEK.stepMs * WEEK.size
/** A ring that nobody writes to is gone when all of its moments are old. */
const lifetimeMs = (ring: Ring): number => 2 * ring.stepMs * ring.size

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

/** A mark as it is read. */
export interface ReadMark extends Omit<Mark, 'id'> {
  /** Of an incident that is over: Unix milliseconds at which it was seen last. */
  readonly until?: number
  /** The incident goes on. */
  readonly lasts?: true
}

/** The moments of a ring that have values, the oldest first. Moments without values are missing. */
export interface Moments {
  readonly stepMs: number
  /** Unix milliseconds at which each moment began, with its values. */
  readonly moments: readonly (readonly [at: number, values: Values])[]
  readonly marks: readonly ReadMark[]
}

interface Stored {
  /** Number of the moment since 1970, which tells it from the former one in the same place. */
  readonly n: number
  readonly v: Values
}

/** Stores the values of the ten seconds that began at `at`, and the values of each longer time that ended. */
export async function store(redis: RedisClient, at: number, values: Values): Promise<void> {
  const number = Math.floor(at / HOUR.stepMs)
  await put(redis, HOUR, number, values)
  for (const ring of [DAY, WEEK]) await joinEnded(redis, ring, Math.floor(at / ring.stepMs))
}

async function put(redis: RedisClient, ring: Ring, n: number, values: Values): Promise<void> {
  const key = keyOf(ring)
  await redis
    .multi()
    .hset(key, String(n % ring.size), asText({ n, v: values }))
    .pexpire(key, lifetimeMs(ring))
    .exec()
}

function asText(stored: Stored): string {
  const text = JSON.stringify(stored)
  if (text.length <= MAX_SERIES_MOMENT_BYTES) return text
  const kept = Object.entries(stored.v).filter(([name]) => !name.startsWith('route.'))
  return JSON.stringify({ n: stored.n, v: Object.fromEntries(kept) })
}

/** Fills the moments before `current` that the shorter ring still has. */
async function joinEnded(redis: RedisClient, ring: Ring, current: number): Promise<void> {
  const finer = ring.from!
  const done = Number((await redis.hget(DONE, ring.name)) ?? 0)
  if (done >= current - 1) return
  const each = ring.stepMs / finer.stepMs
  const oldest = current - Math.floor(finer.size / each)
  for (let n = Math.max(done + 1, oldest); n < current; n++) {
    const numbers = Array.from({ length: each }, (_, index) => n * each + index)
    const found = await redis.hmget(keyOf(finer), ...numbers.map((number) => String(number % finer.size)))
    const moments = parsed(found).filter((stored) => Math.floor(stored.n / each) === n)
    if (moments.length > 0) await put(redis, ring, n, joined(moments.map(({ v }) => v)))
  }
  await redis
    .multi()
    .hset(DONE, ring.name, current - 1)
    .pexpire(DONE, WEEK_MS)
    .exec()
}

/** Reads the moments of a ring that began after `after`, in Unix milliseconds. */
export async function read(redis: RedisClient, ring: Ring, after = 0): Promise<Moments> {
  const [texts, marks, seen] = await Promise.all([
    redis.hvals(keyOf(ring)),
    redis.zrange(MARKS, 0, -1),
    marksSeen(redis),
  ])
  const now = Date.now()
  const oldest = Math.max(after, now - ring.stepMs * ring.size)
  const moments = parsed(texts)
    .map(({ n, v }) => [n * ring.stepMs, v] as const)
    .filter(([at]) => at > oldest && at <= now)
    .sort(([a], [b]) => a - b)
  return {
    stepMs: ring.stepMs,
    moments,
    marks: marks.map((text) => asRead(JSON.parse(text) as Mark, seen, now)),
  }
}

const parsed = (texts: readonly (string | null)[]): Stored[] =>
  texts.filter((text) => text !== null).map((text) => JSON.parse(text) as Stored)

function asRead({ id, ...mark }: Mark, seen: ReadonlyMap<string, number>, now: number): ReadMark {
  const lastAt = id === undefined ? undefined : seen.get(id)
  if (lastAt === undefined) return mark
  return now - lastAt <= OVER_MS ? { ...mark, lasts: true } : { ...mark, until: Math.max(lastAt, mark.at) }
}

/** When each incident with a mark was seen last, in Unix milliseconds, by the id of the mark. */
export async function marksSeen(redis: RedisClient): Promise<Map<string, number>> {
  const all = await redis.hgetall(SEEN)
  return new Map(Object.entries(all).map(([id, at]) => [id, Number(at)]))
}

/** Notes that the incidents of these marks go on. Those whose marks are gone are forgotten. */
export async function seeMarks(redis: RedisClient, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return
  await redis
    .multi()
    .hset(SEEN, ...ids.flatMap((id) => [id, String(now)]))
    .pexpire(SEEN, WEEK_MS)
    .exec()
  if ((await redis.hlen(SEEN)) <= MAX_SERIES_MARKS) return
  const marks = (await redis.zrange(MARKS, 0, -1)).map((text) => (JSON.parse(text) as Mark).id)
  const gone = [...(await marksSeen(redis)).keys()].filter((id) => !marks.includes(id))
  if (gone.length > 0) await redis.hdel(SEEN, ...gone)
}

/** Adds a mark to all plots. The newest MAX_SERIES_MARKS of a week are kept. */
export async function addMark(redis: RedisClient, mark: Mark): Promise<void> {
  await redis
    .multi()
    .zadd(MARKS, mark.at, JSON.stringify({ ...mark, text: mark.text.slice(0, 200) }))
    .zremrangebyscore(MARKS, '-inf', mark.at - WEEK_MS)
    .zremrangebyrank(MARKS, 0, -MAX_SERIES_MARKS - 1)
    .pexpire(MARKS, WEEK_MS)
    .exec()
}
