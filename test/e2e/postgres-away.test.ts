import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cable } from '../harness/cable.ts'
import type { Client } from '../harness/client.ts'
import { World } from '../harness/world.ts'

let world: World
let cable: Cable
let hamlet: Client

beforeAll(async () => {
  world = await World.create()
  const database = new URL(world.config.databaseUrl)
  cable = new Cable(database)
  database.port = String(await cable.plug())
  database.hostname = '127.0.0.1'
  const { url } = await world.gateway({ DATABASE_URL: database.href, LOG_LEVEL: 'silent' })
  hamlet = world.client(url, 'hamlet')
})
afterAll(async () => {
  await world.close()
  await cable.cut()
})

const say = (content: string) =>
  hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'away', content })
const contents = async () =>
  (await world.sql("SELECT content FROM message WHERE content LIKE 'cable:%' ORDER BY id")).map(
    (row) => row.content,
  )

test('while Postgres is away clients are told to try again, what was refused is not done, and all goes on after', async () => {
  expect(await say('cable: before')).toMatchObject({ status: 200 })

  await cable.cut()
  const unavailable = { result: 'error', code: 'DATABASE_UNAVAILABLE', 'retry-after': 1 }
  for (let n = 0; n < 3; n++)
    expect(await say('cable: away')).toMatchObject({ status: 503, body: unavailable })
  const reading = await hamlet.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  expect(reading).toMatchObject({ status: 503, body: unavailable })
  expect(reading.headers.get('retry-after')).toBe('1')
  expect(await hamlet.get('/server_settings')).toMatchObject({ status: 200 }) // from memory

  await cable.plug()
  expect(await say('cable: after')).toMatchObject({ status: 200 })
  expect(await contents()).toEqual(['cable: before', 'cable: after'])
})
