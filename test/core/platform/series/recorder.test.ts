import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BullSink } from '../../../../core/platform/jobs/sink.ts'
import { SeriesRecorder } from '../../../../core/platform/series/recorder.ts'
import { RINGS, read } from '../../../../core/platform/series/rings.ts'
import type { Core } from '../../../../core/state/core.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core
let sink: BullSink

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  sink = new BullSink(world.env.REDIS_URL!)
})
afterAll(async () => {
  await sink.close()
  await core.close()
  await world.close()
})

const recorder = (id: string) => new SeriesRecorder(core, sink, { id, report: () => undefined })
const nothing = { counts: {}, levels: {}, largest: {}, routes: {} }

test('one process adds up the parts of all, beside the figures of the servers and queues', async () => {
  const at = Math.floor(Date.now() / 10_000) * 10_000 - 20_000
  const queue = sink.queue('email')
  await queue.add('digest', {}, { timestamp: Date.now() - 60_000 })
  await queue.add('digest', {}, { delay: 3_600_000 })
  const processes = ['gateway', 'worker', 'other'].map(recorder)
  for (const each of processes) await each.writePart(at, { ...nothing, counts: { 'traffic.sends': 10 } })
  const turns = await Promise.all(processes.map((each) => each.recordInTurn(at)))
  expect(turns.filter((isTurn) => isTurn).length).toBe(1)
  const { moments } = await read(core.redis, RINGS.hour)
  expect(moments.map(([time]) => time)).toEqual([at])
  const values = moments[0]![1]
  expect(values['traffic.sends']).toBe(3)
  expect(values['queue.email.waiting']).toBe(1)
  expect(values['queue.email.delayed']).toBe(1)
  expect(values['queue.email.oldestWaiting']).toBeGreaterThanOrEqual(60)
  expect(values['queue.email.oldestWaiting']).toBeLessThan(600)
  expect(values['queue.email.oldestRetried']).toBeUndefined()
  for (const name of ['postgres.seconds', 'postgres.connections', 'postgres.bytes', 'redis.bytes'])
    expect(values[name]).toBeGreaterThan(0)
})

test('the age of a job that is retried counts from when it was added', async () => {
  const job = await sink
    .queue('push')
    .add('deliver-push', {}, { delay: 600_000, timestamp: Date.now() - 50_000 })
  await core.redis.hset(sink.queue('push').toKey(job.id!), 'atm', 2)
  const at = Math.floor(Date.now() / 10_000) * 10_000 - 10_000
  expect(await recorder('gateway').recordInTurn(at)).toBe(true)
  const { moments } = await read(core.redis, RINGS.hour, at - 1)
  expect(moments[0]![1]['queue.push.oldestRetried']).toBeGreaterThanOrEqual(50)
  expect(moments[0]![1]['queue.push.oldestWaiting']).toBeUndefined()
})

test('a gateway records what its clients do, and its operator reads it', async () => {
  const password = 'an operator of the tests'
  const { url } = await world.gateway({ OPERATOR_PASSWORD: password })
  const authorization = `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`
  const series = (query: string) => fetch(`${url}/ops/series${query}`, { headers: { authorization } })
  expect((await fetch(`${url}/ops/series`)).status).toBe(401)
  expect((await series('?ring=year')).status).toBe(400)
  expect((await series('?ring=__proto__')).status).toBe(400)
  const hamlet = world.client(url, 'hamlet')
  await vi.waitFor(
    async () => {
      await hamlet.post('/messages', {
        type: 'direct',
        to: JSON.stringify([world.userId('hamlet')]),
        content: 'To be',
      })
      const { moments } = (await (await series('?ring=hour')).json()) as {
        moments: [number, Record<string, number>][]
      }
      const values = Object.assign({}, ...moments.map(([, each]) => each))
      expect(values['traffic.sends']).toBeGreaterThan(0)
      expect(values['route.POST /api/v1/messages.p50']).toBeGreaterThan(0)
      expect(values['process.gateways']).toBe(1)
    },
    { timeout: 60_000, interval: 200 },
  )
}, 90_000)
