import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { World } from '../harness/world.ts'

let world: World
let proxy: FlakyProxy
let hamlet: Client

beforeAll(async () => {
  world = await World.create()
  const database = new URL(world.config.databaseUrl)
  proxy = new FlakyProxy(database)
  database.port = String(await proxy.start())
  database.hostname = '127.0.0.1'
  const { url } = await world.gateway({ DATABASE_URL: database.href, LOG_LEVEL: 'silent' })
  hamlet = world.client(url, 'hamlet')
})
afterAll(async () => {
  await world.close()
  await proxy.stop()
})

const say = (content: string) =>
  hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'away', content })
const contents = async () =>
  (await world.sql("SELECT content FROM message WHERE content LIKE 'proxy:%' ORDER BY id")).map(
    (row) => row.content,
  )

test('while Postgres is unreachable clients get Retry-After, refused requests change nothing, and service resumes afterwards', async () => {
  expect(await say('proxy: before')).toMatchObject({ status: 200 })

  await proxy.stop()
  const unavailable = { result: 'error', code: 'DATABASE_UNAVAILABLE', 'retry-after': 1 }
  for (let n = 0; n < 3; n++)
    expect(await say('proxy: away')).toMatchObject({ status: 503, body: unavailable })
  const reading = await hamlet.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  expect(reading).toMatchObject({ status: 503, body: unavailable })
  expect(reading.headers.get('retry-after')).toBe('1')
  // The gateway responds from memory.
  expect(await hamlet.get('/server_settings')).toMatchObject({ status: 200 })

  await proxy.start()
  expect(await say('proxy: after')).toMatchObject({ status: 200 })
  expect(await contents()).toEqual(['proxy: before', 'proxy: after'])
})
