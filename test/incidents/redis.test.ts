import { afterAll, beforeAll, expect, test } from 'vitest'
import { attention, OPERATOR, spawnWorker, untilGone, untilShown } from '../harness/incidents.ts'
import { PASSWORD, RedisServer, serverFolder } from '../harness/redis-servers.ts'
import { World } from '../harness/world.ts'

let world: World
let url: string
let folder: Awaited<ReturnType<typeof serverFolder>>
let redis: RedisServer

beforeAll(async () => {
  folder = await serverFolder()
  redis = await RedisServer.start(folder.path)
  world = await World.create({
    REDIS_URL: `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${redis.port}`,
    OPERATOR_PASSWORD: OPERATOR,
  })
  url = (await world.gateway()).url
  await spawnWorker(world)
  await untilGone(url, 'no-worker')
})
afterAll(async () => {
  await world.close()
  await redis.stop()
  await folder.remove()
})

/** Looks at /ops until `until` resolves, and returns the names of all incidents that it has shown. */
async function shownUntil(until: Promise<unknown>): Promise<Set<string>> {
  const names = new Set<string>()
  let isOver = false
  const over = until.finally(() => {
    isOver = true
  })
  while (!isOver) {
    for (const { name } of (await attention(url)).incidents) names.add(name)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await over
  return names
}

test('a Redis that is full, which is no missing worker', async () => {
  const begunAt = performance.now()
  await redis.client.config('SET', 'maxmemory-policy', 'noeviction')
  await redis.client.config('SET', 'maxmemory', '1mb')
  const text = await untilShown(
    url,
    'redis-refuses',
    /OOM command not allowed.*\d+ MiB of maxmemory 1 MiB are in use, and its machine has \d+ MiB.*well above \d+ MiB/s,
    begunAt,
  )
  expect(text).toMatch(/^Critical Redis refuses writes: its memory is full\./)
  // Longer than the report of the worker lasts.
  const shown = await shownUntil(new Promise((resolve) => setTimeout(resolve, 26_000)))
  expect([...shown].filter((name) => /worker|process|queue/.test(name))).toEqual([])
  await redis.client.config('SET', 'maxmemory', '0')
  const after = await shownUntil(untilGone(url, 'redis-refuses'))
  expect(after.has('no-worker')).toBe(false)
})

test('a Redis that is slow', async () => {
  const begunAt = performance.now()
  const slow = setInterval(() => void redis.client.eval(SLOW, 0, 700).catch(() => undefined), 800)
  try {
    const reason =
      /a command took \d+ ms; \d+ slow commands? in the last minute, the longest: eval local function now.*, 7\d\d ms, from 127\.0\.0\.1:\d+/
    const text = await untilShown(url, 'redis-slow', reason, begunAt)
    expect(text).toMatch(/a slow command of another program .*CLIENT KILL ADDR 127\.0\.0\.1:\d+/)
  } finally {
    clearInterval(slow)
  }
  await untilGone(url, 'redis-slow')
})

test('a Redis that does not answer, and one that is away', async () => {
  const begunAt = performance.now()
  redis.signal('SIGSTOP')
  await untilShown(url, 'redis-away', /^Critical Redis does not answer\./, begunAt)
  redis.signal('SIGCONT')
  await untilGone(url, 'redis-away')
  await redis.kill()
  const killedAt = performance.now()
  await untilShown(url, 'redis-away', /ECONNREFUSED 127\.0\.0\.1:\d+/, killedAt)
  const { incidents } = await attention(url)
  expect(incidents.filter(({ name }) => /worker|process/.test(name))).toEqual([])
})

/** Keeps Redis busy for a number of milliseconds. */
const SLOW = `
  local function now() local t = redis.call('TIME') return t[1] * 1000 + t[2] / 1000 end
  local till = now() + ARGV[1]
  while now() < till do end`
