import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { streamKeys } from '../../core/platform/events/log.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { Answer, Body } from '../harness/client.ts'
import type { LiveClient } from '../harness/live-client.ts'
import { expectStreamToContinueLog } from '../harness/log-and-stream.ts'
import { PostgresPair } from '../harness/postgres-pair.ts'
import { type SpawnedGateway, spawnGateway } from '../harness/spawn-gateway.ts'
import { spawnQuickWorker } from '../harness/spawn-worker.ts'
import { Storm } from '../harness/storm.ts'
import { World } from '../harness/world.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const PATIENCE = { timeout: 240_000, interval: 20 }

let pair: PostgresPair
let world: World
let gateways: SpawnedGateway[]
let urls: string[]
let storm: Storm

/** Starts a pair of servers, two gateways and a worker on it, all as processes of their own. */
async function start(isSynchronous: boolean): Promise<void> {
  pair = await PostgresPair.start({ isSynchronous })
  // No statement ends by itself, however slow the machine is.
  world = await World.createOn(pair, { DATABASE_STATEMENT_TIMEOUT_MS: '0' })
  gateways = await Promise.all([spawnGateway(world), spawnGateway(world)])
  await spawnQuickWorker(world)
  urls = gateways.map(({ url }) => url)
  storm = new Storm(world, urls)
}
async function stop(): Promise<void> {
  await world?.close()
  await pair?.stop()
}

const epoch = () => world.redis.get(streamKeys(world.organization.realmId as RealmId).epoch)

const LINES = "SELECT id::int, content FROM message WHERE content LIKE 'line %' ORDER BY id"

const outbox = () => world.sql('SELECT count(*)::int AS waiting FROM job_outbox WHERE failed_at IS NULL')

describe('with a synchronous standby', () => {
  beforeAll(() => start(true))
  afterAll(stop)

  test('a standby that is promoted under load has every acknowledged message, twice in a row', async () => {
    const clients = await storm.audience({ withSockets: true })
    const people = storm.writers({ areRepeating: true })
    for (let round = 0; round < 2; round++) {
      await people.write(30)
      await pair.killPrimary()
      await pair.promote()
      await people.write(30)
      await pair.rejoin()
    }
    const answers = await people.stop()
    expect(people.refusals().filter((status) => status !== 500 && status !== 503)).toEqual([])
    await storm.expectNothingLost(clients, answers)
    // Every queue lived through both.
    for (const client of clients) expect(client.registrations).toBe(1)
    expect(await epoch()).toBe(null)
    await expect.poll(outbox, PATIENCE).toEqual([{ waiting: 0 }])
  })

  test('while the standby is away nothing is acknowledged, also when the wait is cancelled', async () => {
    const [url, other] = urls as [string, string]
    const hamlet = world.client(url, 'hamlet')
    const say = (content: string, key: Body = {}, who = hamlet): Promise<Answer> =>
      who.post('/messages', { type: 'channel', to: 'Verona', topic: 'storm', content, ...key })
    await hamlet.ok(say('wait before'))
    await pair.cutReplication()

    const key = { queue_id: 'q', local_id: '1' }
    const waiting = say('wait for the standby', key)
    const waiters = () =>
      pair.primary.run<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
    await expect.poll(async () => (await waiters()).length, PATIENCE).toBeGreaterThan(0)
    // Others of the organization wait for the same row, as long as for any lock.
    expect(await say('wait no more', {}, world.client(other, 'iago'))).toMatchObject({
      status: 503,
      body: { code: 'DATABASE_BUSY' },
    })
    for (const { pid } of await waiters()) await pair.primary.run(`SELECT pg_cancel_backend(${pid})`)
    expect(await waiting).toMatchObject({ status: 500 })

    // The primary has the message, but its repetition is not acknowledged before the standby has it too.
    let isAnswered = false
    const repeated = say('wait for the standby', key).finally(() => {
      isAnswered = true
    })
    await expect.poll(async () => (await waiters()).length, PATIENCE).toBeGreaterThan(0)
    expect(isAnswered).toBe(false)
    await pair.repairReplication()
    expect(await repeated).toMatchObject({ status: 200 })
    const rows = await world.sql<{ id: number; content: string }>(
      "SELECT id::int, content FROM message WHERE content LIKE 'wait %' ORDER BY id",
    )
    expect(rows.map(({ content }) => content)).toEqual(['wait before', 'wait for the standby'])
    expect((await repeated).body.id).toBe(rows[1]!.id)
    await hamlet.ok(say('wait after'))
    expect(await epoch()).toBe(null)
  })
})

describe('with an asynchronous standby', () => {
  beforeAll(() => start(false))
  afterAll(stop)

  test('what was lost ends the epoch, and nobody remembers it or gets its ids', async () => {
    const clients = await storm.audience({ withSockets: true })
    const people = storm.writers({ areRepeating: true })
    await people.write(20)
    await pair.caughtUp()
    await pair.cutReplication()
    // More than the ids that a sequence of Postgres skips by itself.
    await people.write(60)
    const hamlet = urls.map((url) => world.client(url, 'hamlet'))
    await hamlet[0]!.ok(hamlet[0]!.patch('/settings', { full_name: 'Lost Name' }))
    await knowName(hamlet, 'Lost Name')
    await pair.killPrimary()
    await pair.promote()
    await people.write(40)
    for (const client of clients) await expect.poll(() => client.registrations, PATIENCE).toBeGreaterThan(1)
    await people.write(20)

    const answers = await people.stop()
    const rows = await world.sql<{ id: number; content: string }>(LINES)
    const ids = rows.map(({ id }) => id)
    const acknowledged = answers.map(({ body }) => body.id as number)
    const lost = acknowledged.filter((id) => !ids.includes(id))
    expect(lost.length).toBeGreaterThan(60)
    // No id was given twice, and every stored message was acknowledged once.
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    expect(acknowledged.filter((id) => !lost.includes(id)).toSorted((a, b) => a - b)).toEqual(ids)
    const firstLost = Math.min(...lost)
    for (const id of ids.filter((each) => each > firstLost)) expect(id).toBeGreaterThan(Math.max(...lost))

    await Promise.all(clients.map((client) => client.knows(ids.at(-1))))
    await Promise.all(clients.map((client) => client.stop()))
    for (const client of clients) expectExactly(client, ids)
    expect(await epoch()).toBe('1')
    await knowName(hamlet, 'King Hamlet')
    for (const client of hamlet) {
      for (const id of [lost[0]!, lost.at(-1)!])
        expect(await client.get(`/messages/${id}`)).toMatchObject({ status: 400 })
      const shown = await client.ok(
        client.get('/messages', {
          narrow: [{ operator: 'topic', operand: 'storm' }],
          anchor: 'newest',
          num_before: 1000,
          num_after: 0,
        }),
      )
      expect(shown.messages.map((message: Body) => message.id)).toEqual(ids)
    }
    await expectStreamToContinueLog(world, 120_000)
  })
})

async function knowName(clients: readonly ReturnType<World['client']>[], name: string): Promise<void> {
  for (const client of clients) {
    await expect.poll(async () => (await client.ok(client.get('/users/me'))).full_name, PATIENCE).toBe(name)
  }
}

/** Expects that the client's last registration shows exactly the stored messages. */
function expectExactly(client: LiveClient, stored: readonly number[]): void {
  const { newestInState, messageIds } = client.sessions.at(-1)!
  expect(stored).toContain(newestInState)
  expect(messageIds).toEqual(stored.filter((id) => id > newestInState))
}
