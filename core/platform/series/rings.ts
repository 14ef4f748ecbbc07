import { MAX_SERIES_MOMENT_BYTES } from '../../../config/limits.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { type ReadMark, readMarks } from './marks.ts'
import { joined, type Values } from './names.ts'
import { SERIES_PREFIX } from './prefix.ts'

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

const keyOf = (ring: Ring): string => `${SERIES_PREFIX}:${ring.name}`
const DONE = `${SERIES_PREFIX}:done`
const WEEK_MS = WEEK.stepMs * WEEK.size
/** A ring that nobody writes to is gone when all of its moments are old. */
const lifetimeMs = (ring: Ring): number => 2 * ring.stepMs * ring.size

/** The moments of a ring that have values, the oldest first. Moments without values are missing. */
export interface Moments {
  readonly stepMs: number
  /** Unix milliseconds at which each moment began, with its values. */
  readonly moments: readonly (readonly [at: number, values: Values])[]
  readonly marks: readonly Pick<ReadMark, 'at' | 'kind' | 'severity'>[]
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
  const [texts, marks] = await Promise.all([redis.hvals(keyOf(ring)), readMarks(redis)])
  const now = Date.now()
  const oldest = Math.max(after, now - ring.stepMs * ring.size)
  const moments = parsed(texts)
    .map(({ n, v }) => [n * ring.stepMs, v] as const)
    .filter(([at]) => at > oldest && at <= now)
    .sort(([a], [b]) => a - b)
  return {
    stepMs: ring.stepMs,
    moments,
    marks: marks.map(({ at, kind, severity }) => ({ at, kind, ...(severity && { severity }) })),
  }
}

const parsed = (texts: readonly (string | null)[]): Stored[] =>
  texts.filter((text) => text !== null).map((text) => JSON.parse(text) as Stored)
