import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OTHERS, Usage } from '../../../core/platform/processes/usage.ts'
import { organizationCosts } from '../../../gateway/ops/organizations/organization-costs.ts'
import { World } from '../../harness/world.ts'

const PASSWORD = 'an operator of the tests'
const authorization = `Basic ${Buffer.from(`operator:${PASSWORD}`).toString('base64')}`
const soon = { timeout: 60_000, interval: 50 }

let world: World
let urls: string[]
let realm: number

beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: PASSWORD })
  urls = [(await world.gateway()).url, (await world.gateway()).url]
  realm = world.organization.realmId
})
afterAll(() => world.close())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(urls[0] + path, { redirect: 'manual', ...init, headers: { authorization, ...init.headers } })
const setLimit = (limit: string, of: string | number = realm, headers = {}) =>
  ask(`/ops/organizations/${of}/limit`, { method: 'POST', body: new URLSearchParams({ limit }), headers })
const stored = async () => {
  const [row] = await world.sql<{ max_requests_per_minute: number | null }>(
    'SELECT max_requests_per_minute FROM realm WHERE id = $1',
    [realm],
  )
  return row!.max_requests_per_minute
}

test('a server that nobody uses has no organization to show', async () => {
  expect(await (await ask('/ops/organizations')).text()).toContain('No organization has used the server')
})

test('what an organization does is counted and shown, with a link to its limit', async () => {
  const hamlet = world.client(urls[0]!, 'hamlet')
  const to = JSON.stringify([world.userId('hamlet')])
  for (let n = 0; n < 3; n++) await hamlet.post('/messages', { type: 'direct', to, content: `${n}` })
  await vi.waitFor(async () => {
    const text = await (await ask('/ops/organizations?by=sends')).text()
    expect(text).toMatch(/data-column="Messages sent">3</)
    expect(text).toMatch(/aria-sort="descending"[^>]*><a href="\/ops\/organizations\?by=sends"/)
    expect(text).toContain(`href="/ops/organizations/${realm}"`)
  }, soon)
  for (const by of ['', '?by=nothing', '?by=__proto__'])
    expect((await ask(`/ops/organizations${by}`)).status).toBe(200)
})

test('the limit of an organization binds all of its people at all gateways, and polls go on', async () => {
  expect((await setLimit('5')).status).toBe(303)
  expect(await stored()).toBe(5)
  const [hamlet, iago] = [world.client(urls[0]!, 'hamlet'), world.client(urls[1]!, 'iago')]
  await vi.waitFor(async () => {
    for (const person of [hamlet, iago]) {
      const answer = await person.get('/users/me')
      expect(answer.status).toBe(429)
      expect(answer.body).toMatchObject({ result: 'error', code: 'RATE_LIMIT_HIT' })
    }
  }, soon)
  expect(await (await ask('/ops/organizations')).text()).toContain('5/min')
  expect((await setLimit('')).status).toBe(303)
  expect(await stored()).toBeNull()
  await vi.waitFor(async () => {
    for (const person of [hamlet, iago]) expect((await person.get('/users/me')).status).toBe(200)
  }, soon)
})

test.each(['0', '-1', '1.5', 'x', '1000001', '9'.repeat(30), '5\0'])(
  'the limit %j is refused and changes nothing',
  async (limit) => {
    const answer = await setLimit(limit)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('from 1 to 1000000')
    expect(await stored()).toBeNull()
  },
)

test('only the operator sets limits, from a page of this server, of an organization that exists', async () => {
  const body = new URLSearchParams({ limit: '5' })
  const path = `${urls[0]}/ops/organizations/${realm}/limit`
  expect((await fetch(path, { method: 'POST', body })).status).toBe(401)
  expect((await setLimit('5', realm, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (const of of [999_999, 'x', '9'.repeat(20), '%00']) expect((await setLimit('5', of)).status).toBe(404)
  expect((await ask('/ops/organizations/999999')).status).toBe(404)
  expect((await ask(`/ops/organizations/${realm}/limit`, { method: 'POST', body: '' })).status).toBe(400)
  expect(await stored()).toBeNull()
})

test('processor time is divided by what organizations made a process do; files count without a process', async () => {
  const core = await world.core()
  try {
    await world.sql(
      `INSERT INTO realm (id, subdomain, name, description) VALUES (71, 'seven', 'Seven', ''), (72, 'eight', 'Eight', '')`,
    )
    await world.sql('INSERT INTO upload_space (realm_id, used_bytes) VALUES (72, 5000)')
    const report = {
      cpuShare: 0.5,
      usage: [
        [71, 3_000, 0, 0, 0, 0],
        [realm, 1_000, 0, 0, 0, 0],
      ],
    }
    const costs = await organizationCosts(core.db, [report as never])
    const of = (id: number) => costs.find((each) => each.realm === id)!.costs
    expect(of(71).processor).toBeCloseTo(22.5)
    expect(of(realm).processor).toBeCloseTo(7.5)
    expect(of(72)).toMatchObject({ storage: 5000, processor: 0 })
    // The work of organizations without a row of their own is theirs.
    const rows = [...report.usage, [OTHERS, 4_000, 0, 0, 0, 0]]
    const shared = await organizationCosts(core.db, [{ ...report, usage: rows } as never])
    expect(shared.find((each) => each.realm === 71)!.costs.processor).toBeCloseTo(11.25)
    expect(shared.some((each) => each.realm === OTHERS)).toBe(false)
    // What an idle process uses is not the cost of one request.
    const [idle] = await organizationCosts(core.db, [
      { cpuShare: 0.02, usage: [[71, 1, 0, 0, 0, 0]] } as never,
    ])
    expect(idle!.costs.processor).toBeLessThan(0.05)
  } finally {
    await core.close()
  }
})

test('counts are bounded by organizations and by names, and forget what is older than a minute', () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000_000)
  try {
    const usage = new Usage()
    for (let id = 0; id < 5_000; id++) usage.count(id, 'requests', id)
    for (let n = 0; n < 2_000; n++) usage.add(`name.${n}`)
    expect(usage.totals.get('requests')).toBe((4_999 * 5_000) / 2)
    expect(usage.totals.size).toBe(500)
    const rows = usage.ofLastMinute()
    expect(rows.length).toBe(21)
    expect(rows[20]!.slice(0, 2)).toEqual([OTHERS, (4_999 * 5_000) / 2 - (1_999 + 1_980) * 10])
    expect(rows[0]!.slice(0, 2)).toEqual([1_999, 1_999])
    clock.mockReturnValue(1_000_000_000 + 70_000)
    expect(usage.ofLastMinute()).toEqual([])
  } finally {
    clock.mockRestore()
  }
})
