import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Body, Client } from '../harness/client.ts'
import { EventReader } from '../harness/event-reader.ts'
import { waitForPolls } from '../harness/queue.ts'
import { type SpawnedGateway, spawnGateway } from '../harness/spawn-gateway.ts'
import { World } from '../harness/world.ts'

// Processes start and stop in these tests, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

let world: World
const gateways: SpawnedGateway[] = []

beforeAll(async () => {
  world = await World.create()
  gateways.push(...(await Promise.all([spawnGateway(world), spawnGateway(world)])))
})
afterAll(() => world.close())

/** Starts a new process on the port of the stopped one: clients know a gateway by its port. */
async function restart(index: number): Promise<void> {
  gateways[index] = await spawnGateway(world, { PORT: new URL(gateways[index]!.url).port })
}

const at = (index: number, name: string): Client => world.client(gateways[index]!.url, name)

const say = (client: Client, topic: string, content = 'on') =>
  client.post('/messages', { type: 'channel', to: 'Verona', topic, content })

const messageIds = (reader: EventReader): number[] => reader.of('message').map((event) => event.message.id)

/** The stored messages: every client must have received each of them once, in this order. */
async function stored(topic: string): Promise<number[]> {
  const rows = await world.sql<{ id: number }>(
    `SELECT m.id::int FROM message m JOIN conversation c ON c.id = m.conversation_id
     WHERE c.topic = $1 ORDER BY m.id`,
    [topic],
  )
  return rows.map((row) => row.id)
}

/** Several clients that poll both gateways; half of them begin at each. */
function audience(): Promise<EventReader[]> {
  return Promise.all(
    ['hamlet', 'cordelia', 'othello', 'polonius', 'iago', 'zoe'].map((name, index) => {
      const first = index % 2
      return EventReader.start([at(first, name), at(1 - first, name)], { event_types: ['message'] })
    }),
  )
}

/**
 * Expects that every client received all stored messages of the topic once and in order, and that all
 * acknowledged messages are stored.
 */
async function expectEverythingOnce(
  readers: readonly EventReader[],
  topic: string,
  acknowledged: readonly number[],
): Promise<void> {
  const ids = await stored(topic)
  expect(ids).toEqual(expect.arrayContaining([...acknowledged]))
  for (const reader of readers) {
    await reader.waitFor((event) => event.message?.id === ids.at(-1))
    await reader.stop()
    expect(messageIds(reader)).toEqual(ids)
  }
}

test('a client whose gateway is killed continues at another gateway and receives each event once', async () => {
  const reader = await EventReader.start([at(0, 'cordelia'), at(1, 'cordelia')])
  await say(at(1, 'hamlet'), 'one kill')
  await reader.waitFor((event) => event.type === 'message')
  const acknowledged: number[] = []
  for (let n = 0; n < 40; n++) {
    if (n === 10) gateways[0]!.kill('SIGKILL')
    const { body } = await say(at(1, 'hamlet'), 'one kill', `line ${n}`)
    acknowledged.push(body.id)
  }
  expect(await gateways[0]!.exited).toBe('SIGKILL')
  await expectEverythingOnce([reader], 'one kill', acknowledged)
  await restart(0)
})

test('kills and restarts while several clients poll and two write: no event is lost or repeated', async () => {
  const readers = await audience()
  const acknowledged: number[] = []
  let writing = true
  const write = async (name: string, first: number) => {
    for (let n = first; writing; n++) {
      // A message whose gateway died may be stored or not; the client does not send it again.
      const answer = await say(at(n % 2, name), 'many kills').catch(() => undefined)
      if (answer?.status === 200) acknowledged.push(answer.body.id)
      else await sleep(5)
    }
  }
  const writers = [write('desdemona', 0), write('aaron', 1)]
  const until = Date.now() + 3_000
  for (let victim = 0; Date.now() < until; victim = 1 - victim) {
    gateways[victim]!.kill('SIGKILL')
    await gateways[victim]!.exited
    await restart(victim)
  }
  writing = false
  await Promise.all(writers)
  // The last message is sent when all gateways run, so that the events of a killed gateway are repaired
  // before it.
  const { body } = await say(at(0, 'desdemona'), 'many kills', 'the end')
  acknowledged.push(body.id)
  expect(acknowledged.length).toBeGreaterThan(50)
  await expectEverythingOnce(readers, 'many kills', acknowledged)
})

test('an orderly stop answers the waiting polls, loses and repeats no event, and exits with 0', async () => {
  const waiting = at(0, 'zoe')
  const { queue_id, last_event_id } = await waiting.ok(
    waiting.post('/register', { event_types: ['message'] }),
  )
  const poll = waiting.get('/events', { queue_id, last_event_id })
  await waitForPolls(gateways[0]!.url, 1)
  const readers = await audience()
  const acknowledged: number[] = []
  const refused: Body[] = []
  let writing = true
  const writer = (async () => {
    while (writing) {
      const answer = await say(at(0, 'desdemona'), 'orderly').catch(() => undefined)
      if (answer?.status === 200) acknowledged.push(answer.body.id)
      else if (answer !== undefined) refused.push(answer.body)
    }
  })()
  await readers[0]!.waitFor((event) => event.type === 'message')
  gateways[0]!.kill('SIGTERM')
  expect(await poll).toMatchObject({ status: 200, body: { result: 'success' } })
  expect(await gateways[0]!.exited).toBe(0)
  writing = false
  await writer
  expect(refused).toEqual([])
  expect(await stored('orderly')).toEqual(acknowledged)
  await expectEverythingOnce(readers, 'orderly', acknowledged)
  await restart(0)
})

test('all gateways are restarted one after the other under load: no event is lost or repeated, no request is refused', async () => {
  const readers = await audience()
  const acknowledged: number[] = []
  const failed: unknown[] = []
  let writing = true
  const write = async (name: string) => {
    while (writing) {
      // A stopping gateway accepts no new connection, and refuses requests before it handles them.
      const answer = await say(at(0, name), 'rolling').catch(() => say(at(1, name), 'rolling'))
      if (answer.status === 200) acknowledged.push(answer.body.id)
      else failed.push(answer.body)
    }
  }
  const writers = ['desdemona', 'aaron'].map((name) => write(name).catch((error) => failed.push(error)))
  for (const index of gateways.keys()) {
    const before = acknowledged.length
    while (acknowledged.length < before + 20 && failed.length === 0) await sleep(5)
    gateways[index]!.kill('SIGTERM')
    expect(await gateways[index]!.exited).toBe(0)
    await restart(index)
  }
  writing = false
  await Promise.all(writers)
  expect(failed).toEqual([])
  expect(await stored('rolling')).toEqual(acknowledged.toSorted((a, b) => a - b))
  await expectEverythingOnce(readers, 'rolling', acknowledged)
})
