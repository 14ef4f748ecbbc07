import { afterAll, beforeAll, expect, test } from 'vitest'
import { anotherOrganization } from '../gateway/routes/changes.ts'
import { OPERATOR, untilGone, untilShown } from '../harness/incidents.ts'
import { World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR, RATE_LIMIT_USER_PER_MINUTE: '100000' })
})
afterAll(() => world.close())

test('an organization that keeps its gateway busy is named, until it is quiet', async () => {
  const { gateway, url } = await world.gateway()
  const other = await anotherOrganization(gateway.core, url)
  const clients = ['hamlet', 'iago', 'othello', 'zoe'].map((name) => world.client(url, name))
  let isOver = false
  const noise = Array.from({ length: 120 }, async (_, n) => {
    const client = clients[n % clients.length]!
    while (!isOver) await client.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 })
  })
  const quiet = (async () => {
    while (!isOver) await other.client.get('/users/me')
  })()
  try {
    const begunAt = performance.now()
    const text = await untilShown(url, 'organization-noisy', /\d+ of its requests waited/, begunAt)
    expect(text).toContain('organization Loquat demonstration')
    expect(text).toContain('its busiest user or bot')
  } finally {
    isOver = true
    await Promise.all([...noise, quiet])
  }
  await untilGone(url, 'organization-noisy')
})
