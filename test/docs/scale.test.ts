import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COSTS, entriesOf, PROCESSES, predict, UNITS, UNITS_OF, type Unit } from '../bench/scale-model.ts'
import { machinesFor, sharedLoad } from '../bench/scale-sizes.ts'
import { costsTable, machinesTable, smallTable } from '../bench/scale-tables.ts'
import { World } from '../harness/world.ts'

const page = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

describe('the model of docs/scale.md', () => {
  test('prints the tables of the docs: npx tsx test/bench/scale-tables.ts', () => {
    expect(page('scale.md')).toContain(costsTable())
    for (const quicker of [1, 2] as const) expect(page('scale.md')).toContain(machinesTable(quicker))
    expect(page('deploy.md')).toContain(smallTable())
  })

  test('multiplies what every gateway reads, and what it costs to run, by the gateways, and nothing else', () => {
    const rates = { message: 3, mark: 2, presence: 7, fetch: 5, delivery: 11 }
    const [one, five] = [1, 5].map((gateways) => predict(COSTS, rates, { gateways, asked: 1, clients: 100 }))
    expect(five!.worker).toBe(one!.worker)
    const shared = (process: 'gateway' | 'postgres' | 'redis') =>
      5 * (COSTS.entry[process] ?? 0) + 7 * (COSTS.report[process] ?? 0) + (COSTS.gateway[process] ?? 0)
    for (const process of ['gateway', 'postgres', 'redis'] as const)
      expect(five![process] - one![process]).toBeCloseTo(4 * shared(process))
  })

  test('adds a cost of gateways to a request at another one than the one before, and nothing else', () => {
    const rates = { message: 3, mark: 2, presence: 7, fetch: 5, delivery: 11 }
    const [one, four] = [1, 4].map((asked) => predict(COSTS, rates, { gateways: 4, asked, clients: 100 }))
    expect(four!.gateway - one!.gateway).toBeCloseTo((17 * 3 * COSTS.cold.gateway!) / 4)
    expect({ ...four, gateway: 0 }).toEqual({ ...one, gateway: 0 })
  })

  test.each(Object.keys(UNITS) as Unit[])('counts each %s once', (unit) => {
    const nothing = Object.fromEntries(Object.keys(UNITS).map((name) => [name, {}])) as typeof COSTS
    const process = PROCESSES.find((name) => UNITS_OF[name].includes(unit))!
    const costs = { ...nothing, [unit]: { [process]: 1 } }
    const rates = { message: 1, mark: 1, presence: 1, fetch: 1, delivery: 1 }
    const used = predict(costs, rates, { gateways: 1, asked: 2, clients: 1 })
    expect(used[process]).toBe({ entry: 2, cold: 2 }[unit as string] ?? 1)
  })

  test('has constants only for what it counts', () => {
    for (const process of PROCESSES) {
      const priced = (Object.keys(UNITS) as Unit[]).filter((unit) => (COSTS[unit][process] ?? 0) > 0)
      expect(UNITS_OF[process]).toEqual(expect.arrayContaining(priced))
    }
  })

  test('has no number of gateways when reading the log fills each of them', () => {
    expect(sharedLoad(1_000_000)).toBeGreaterThan(0.5)
    expect(machinesFor({ clients: 1_000_000, organizations: 1 }).gateways).toBeUndefined()
    expect(machinesFor({ clients: 1_000_000, organizations: 100 }).gateways).toBeGreaterThan(50)
  })
})

describe('the counts of the model', () => {
  let world: World
  beforeAll(async () => {
    world = await World.create()
  })
  afterAll(() => world.close())

  test('are those of the server: a message and a mark are one entry each, presence and a fetch are none', async () => {
    const { url } = await world.gateway()
    const hamlet = world.client(url, 'hamlet')
    const cordelia = world.client(url, 'cordelia')
    const send = (content: string) =>
      hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'scale', content }))
    const { id } = await send('the first of its topic')
    const head = async () => {
      const [row] = await world.sql<{ seq: string }>('SELECT seq FROM event_head WHERE realm_id = $1', [
        world.organization.realmId,
      ])
      return Number(row!.seq)
    }
    const before = await head()
    const rates = { message: 3, mark: 2, presence: 4, fetch: 2 }
    for (let n = 0; n < rates.message; n++) await send(`number ${n}`)
    for (const op of ['add', 'remove'])
      await cordelia.ok(cordelia.post('/messages/flags', { op, flag: 'read', messages: [id] }))
    for (let n = 0; n < rates.presence; n++)
      await cordelia.ok(cordelia.post('/users/me/presence', { status: 'active', ping_only: true }))
    for (let n = 0; n < rates.fetch; n++)
      await cordelia.ok(cordelia.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 }))
    expect((await head()) - before).toBe(entriesOf(rates))
  })
})
