import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnGateway } from '../../harness/spawn-gateway.ts'
import { World } from '../../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world.close())

test('a gateway that leaves says so to the proxy, and serves on', async () => {
  const { gateway, url } = await world.gateway()
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  await gateway.leave(0)
  const ready = await fetch(`${url}/health/ready`)
  expect([ready.status, await ready.text()]).toEqual([503, 'down: gateway\n'])
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
  const hamlet = world.client(url, 'hamlet')
  await hamlet.ok(hamlet.post('/users/me/presence', { status: 'active' }))
})

test('a gateway leaves for DRAIN_SECONDS before it closes', async () => {
  const { url, kill, exited } = await spawnGateway(world, { DRAIN_SECONDS: '5' })
  const began = performance.now()
  kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(503)
  expect(await exited).toBe(0)
  expect(performance.now() - began).toBeGreaterThanOrEqual(4_990)
})
