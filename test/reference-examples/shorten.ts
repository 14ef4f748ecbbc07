type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

const MOST_ITEMS = 2
const MOST_CHARACTERS = 300
/** Objects with more keys than this are maps: their keys are data. */
const MOST_KEYS = 100
const KEPT_KEYS = 3

/** Shortens lists, maps and strings. The fields of the body itself are all kept. */
export function shorten(value: Json, depth = 0): Json {
  if (typeof value === 'string') {
    return value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value
  }
  if (Array.isArray(value)) {
    const items: readonly Json[] = value
    return items.slice(0, MOST_ITEMS).map((item) => shorten(item, depth + 1))
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isMap =
    depth > 0 &&
    entries.length > KEPT_KEYS &&
    (entries.length > MOST_KEYS || entries.every(([key]) => /^\d+$|@/.test(key)))
  return Object.fromEntries(
    (isMap ? entries.slice(0, KEPT_KEYS) : entries).map(([key, each]) => [key, shorten(each, depth + 1)]),
  )
}

/** Values that every run makes anew, by the names of their fields. */
const MADE_UP: readonly (readonly [RegExp, string])[] = [
  [/^queue_id$/, 'fb67bf8a-c031-47cc-84cf-ed80accacda8'],
  [/api_key|secret/, 'ypC4yqnOExxdzsNA2sPzZPVaSbo8pKvB'],
  [/token|^ticket$/, 'Q1dFUlRZVUlPUEFTREZHSEpLTFpYQ1ZC'],
]

const FIRST_TIME = 1_767_225_600
/** Unix seconds of these years are times. */
const isTime = (value: number): boolean => value > 1_600_000_000 && value < 2_100_000_000

/**
 * Replaces values that differ from run to run: keys, ids of queues, times, addresses and random parts of
 * paths.
 */
export function withoutRandomParts(body: Json): Json {
  const times = [...new Set(timesIn(body))].sort((one, other) => one - other)
  const timeOf = (value: number) => FIRST_TIME + times.indexOf(Math.floor(value)) * 60
  const replace = (value: Json, name: string): Json => {
    if (typeof value === 'number') return isTime(value) ? timeOf(value) : value
    if (typeof value === 'string') {
      const madeUp = value === '' ? undefined : MADE_UP.find(([names]) => names.test(name))?.[1]
      return madeUp ?? neutral(value)
    }
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => replace(item, name))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [neutral(key), replace(each, key)]))
  }
  return replace(body, '')
}

function timesIn(value: Json): number[] {
  if (typeof value === 'number') return isTime(value) ? [Math.floor(value)] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(timesIn)
}

const neutral = (text: string): string =>
  text
    .replace(/https?:\/\/(?:[\w-]+\.)?(?:localhost|127\.0\.0\.1)(?::\d+)?/g, 'https://chat.example.com')
    .replace(/(?:localhost|127\.0\.0\.1):\d+/g, 'chat.example.com')
    .replace(/\b127\.0\.0\.1\b/g, '203.0.113.7')
    .replace(/(?<![a-z])(?:demo\.test|localhost)\b/g, 'example.com')
    .replace(/\d{4}-\d\d-\d\d([ T])\d\d:\d\d:\d\d(?:\.\d+)?/g, '2026-01-01$100:00:00')
    .replace(/\/[\w-]{20,}(?=\/|$)/g, '/Zk4mUqv2J1w8RrYtX0aBcDeF')
    .replace(/^\/?(\d+)\/\w\w\/[\w-]{16,}\//, '$1/4e/m2A3MSqFnWRLUf9SaPzQ0Up_/')
