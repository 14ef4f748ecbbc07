import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { EventReader } from '../harness/event-reader.ts'
import { expectStreamToContinueLog } from '../harness/log-and-stream.ts'
import { type SpawnedGateway, spawnFaultyGateway } from '../harness/spawn-gateway.ts'
import { World } from '../harness/world.ts'

// Processes start and stop in these tests, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

let world: World
let healthy: string
let faulty: SpawnedGateway

beforeAll(async () => {
  world = await World.create()
  ;[{ url: healthy }, faulty] = await Promise.all([world.gateway(), spawnFaultyGateway(world, 3)])
})
afterAll(() => world.close())

test('a message whose gateway dies between COMMIT and append reaches the clients of another gateway once', async () => {
  const reader = await EventReader.start(world.client(healthy, 'cordelia'), { event_types: ['message'] })
  const through = (url: string, content: string) =>
    world
      .client(url, 'hamlet')
      .post('/messages', { type: 'channel', to: 'Verona', topic: 'last words', content })

  await through(faulty.url, 'one')
  await through(faulty.url, 'two')
  const unanswered = expect(through(faulty.url, 'three')).rejects.toThrow()
  expect(await faulty.exited).toBe('SIGKILL')
  await unanswered

  await reader.waitFor((event) => event.message?.content === 'three')
  await expectStreamToContinueLog(world)

  await through(healthy, 'four')
  await reader.waitFor((event) => event.message?.content === 'four')
  await reader.stop()
  expect(reader.of('message').map((event) => event.message.content)).toEqual(['one', 'two', 'three', 'four'])
  const rows = await world.sql("SELECT 1 FROM message WHERE content = 'three'")
  expect(rows).toHaveLength(1)
})

test('events after a gap wait until the gap is filled: no client receives a later event first', async () => {
  const doomed = await spawnFaultyGateway(world, 1)
  const reader = await EventReader.start(world.client(healthy, 'cordelia'), { event_types: ['message'] })
  const hamlet = world.client(healthy, 'hamlet')
  const direct = { type: 'direct', to: [world.userId('cordelia')] }
  const lost = world.client(doomed.url, 'othello').post('/messages', { ...direct, content: 'before' })
  await lost.catch(() => undefined)
  await Promise.all(
    ['after 1', 'after 2', 'after 3'].map((content) =>
      hamlet.ok(hamlet.post('/messages', { ...direct, content })),
    ),
  )
  await reader.waitFor((event) => event.message?.content === 'after 3')
  await reader.stop()
  expect(reader.of('message').map((event) => event.message.content)[0]).toBe('before')
  expect(reader.of('message')).toHaveLength(4)
  const ids = reader.of('message').map((event) => event.id)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
  await expectStreamToContinueLog(world)
})
