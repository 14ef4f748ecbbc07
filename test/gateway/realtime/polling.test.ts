import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toUsers } from '../../../core/platform/events/audience.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import type { Body, Client } from '../../harness/client.ts'
import { Queue, waitForPolls } from '../../harness/queue.ts'
import { undeclaredEvent } from '../../harness/undeclared-event.ts'
import { World } from '../../harness/world.ts'

let world: World
let urls: string[]
let gateway: Gateway
let hamlet: Client
/** The same user at two gateways. */
let cordelia: Client[]

beforeAll(async () => {
  world = await World.create()
  const opened = await Promise.all([world.gateway(), world.gateway()])
  urls = opened.map((gateway) => gateway.url)
  gateway = opened[0]!.gateway
  hamlet = world.client(urls[0]!, 'hamlet')
  cordelia = urls.map((url) => world.client(url, 'cordelia'))
})
afterAll(() => world.close())

const say = (content: string) =>
  hamlet.ok(hamlet.post('/messages', { type: 'direct', to: [world.userId('cordelia')], content }))

const contents = (body: Body): string[] => body.events.map((event: Body) => event.message?.content)

/** Emits numbered events to Cordelia in one transaction. */
function emit(count: number, padding = ''): Promise<void> {
  return gateway.core.transact(world.organization.realmId as RealmId, async (tx) => {
    const audience = toUsers([world.userId('cordelia') as UserId])
    for (let n = 0; n < count; n++) tx.emit(undeclaredEvent({ type: 'test', n, padding }), audience)
  })
}

test('a poll waits for an event, except with dont_block', async () => {
  const queue = await Queue.register(cordelia[0]!)
  expect((await queue.poll({ dont_block: true })).body).toMatchObject({ events: [], queue_id: queue.id })
  const waiting = queue.poll()
  await waitForPolls(urls[0]!, 1)
  await say('now')
  expect(contents((await waiting).body)).toEqual(['now'])
  await waitForPolls(urls[0]!, 0)
})

test.each([
  ['the same gateway', 0],
  ['another gateway', 1],
])('a second poll at %s ends the first one and gets the next event', async (_where, second) => {
  const queue = await Queue.register(cordelia[0]!)
  const first = queue.poll()
  await waitForPolls(urls[0]!, 1)
  const next = queue.poll({}, cordelia[second])
  expect((await first).body).toMatchObject({ result: 'success', events: [] })
  await waitForPolls(urls[second]!, 1)
  await say(`second at ${second}`)
  expect(contents((await next).body)).toEqual([`second at ${second}`])
})

test('one of many concurrent polls gets the event, the others get an empty response', async () => {
  const queue = await Queue.register(cordelia[0]!)
  let answered = 0
  const polls = Array.from({ length: 12 }, async (_, n) => {
    const answer = await queue.poll({}, cordelia[n % 2])
    answered += 1
    return answer
  })
  // A count of waiting polls alone does not tell whether a gateway has read all twelve requests.
  await vi.waitFor(() => expect(answered).toBe(11), { timeout: 30_000 })
  await say('for one')
  const answers = (await Promise.all(polls)).map(({ body }) => contents(body))
  expect(answers.filter((got) => got.length > 0)).toEqual([['for one']])
})

test('a client that disconnects while it waits leaves no state behind and misses no event', async () => {
  const queue = await Queue.register(cordelia[0]!)
  const gone = new AbortController()
  const abandoned = queue.poll({}, cordelia[0], gone.signal)
  await waitForPolls(urls[0]!, 1)
  gone.abort()
  await expect(abandoned).rejects.toThrow()
  await waitForPolls(urls[0]!, 0)
  await say('while away')
  expect(await queue.contentsUpTo('while away')).toEqual(['while away'])
})

test('a client that loses many answers gets every event in the end, once and in order', async () => {
  const queue = await Queue.register(cordelia[0]!)
  const got: string[] = []
  for (let n = 0; n < 40; n++) {
    const gone = new AbortController()
    const poll = queue.poll({}, cordelia[n % 2], gone.signal).then(
      ({ body }) => got.push(...contents(body)),
      () => undefined,
    )
    const sent = say(`line ${n}`)
    await Promise.race([poll, sleep(n % 7)])
    gone.abort()
    await Promise.all([poll, sent])
  }
  await say('the end')
  got.push(...(await queue.contentsUpTo('the end')))
  expect(got).toEqual([...Array.from({ length: 40 }, (_, n) => `line ${n}`), 'the end'])
})

test('a client that was away gets all events in order, in responses of at most 500 events', async () => {
  for (const client of cordelia) {
    const queue = await Queue.register(client, { event_types: ['test'] })
    await emit(1_300)
    const got: number[] = []
    while (got.length < 1_300) {
      const { events } = (await queue.poll()).body
      expect(events.length).toBeLessThanOrEqual(500)
      got.push(...events.map((event: Body) => event.n))
    }
    expect(got).toEqual(Array.from({ length: 1_300 }, (_, n) => n))
  }
})

test('a waiting poll gets a burst in several answers without loss', async () => {
  const queue = await Queue.register(cordelia[1]!, { event_types: ['test'] })
  const got: number[] = []
  const reading = (async () => {
    while (got.length < 1_300) got.push(...(await queue.poll()).body.events.map((event: Body) => event.n))
  })()
  await waitForPolls(urls[1]!, 1)
  await emit(1_300)
  await reading
  expect(got).toEqual(Array.from({ length: 1_300 }, (_, n) => n))
})

test('an event that cannot be written is left out; who waits gets those that arrive together with it', async () => {
  const queue = await Queue.register(cordelia[0]!, { event_types: ['test', 'message'] })
  const waiting = queue.poll()
  await waitForPolls(urls[0]!, 1)
  const audience = toUsers([world.userId('cordelia') as UserId])
  await gateway.core.transact(world.organization.realmId as RealmId, async (tx) => {
    tx.emit(undeclaredEvent({ type: 'test', n: 1 }), audience)
    tx.emit(undeclaredEvent({ type: 'message' }), audience)
    tx.emit(undeclaredEvent({ type: 'test', n: 2 }), audience)
  })
  expect((await waiting).body.events.map((event: Body) => event.n)).toEqual([1, 2])
  await queue.end()
})

test('a late poll gets the events around one that cannot be written, which each gateway logs once', async () => {
  const queue = await Queue.register(cordelia[0]!, { event_types: ['test', 'message'] })
  const audience = toUsers([world.userId('cordelia') as UserId])
  await gateway.core.transact(world.organization.realmId as RealmId, async (tx) => {
    tx.emit(undeclaredEvent({ type: 'test', n: 1 }), audience)
    tx.emit(undeclaredEvent({ type: 'message' }), audience)
    tx.emit(undeclaredEvent({ type: 'test', n: 2 }), audience)
  })
  // The first gateway has the events in memory. The other one has just started and reads the log.
  const started = await world.gateway()
  const late = world.client(started.url, 'cordelia')
  for (const [{ core }, client] of [[gateway, cordelia[0]!] as const, [started.gateway, late] as const]) {
    const logged = vi.spyOn(core.log, 'error').mockImplementation(() => undefined)
    for (let time = 0; time < 2; time++) {
      const { body } = await queue.poll({ last_event_id: queue.first }, client)
      expect(body.events?.map((event: Body) => event.n)).toEqual([1, 2])
    }
    expect(logged).toHaveBeenCalledTimes(1)
    logged.mockRestore()
  }
  await queue.end()
})

test('events that are no longer in memory come from the log', async () => {
  const queue = await Queue.register(cordelia[0]!, { event_types: ['test'] })
  await queue.poll({ dont_block: true })
  for (let round = 0; round < 5; round++) await emit(1_000)
  const got: number[] = []
  while (got.length < 5_000) got.push(...(await queue.poll()).body.events.map((event: Body) => event.n))
  expect(got).toEqual(Array.from({ length: 5_000 }, (_, n) => n % 1_000))
})

test('large events arrive in answers of limited size', async () => {
  const queue = await Queue.register(cordelia[0]!, { event_types: ['test'] })
  await emit(40, 'x'.repeat(10_000))
  const got: number[] = []
  while (got.length < 40) {
    const { body } = await queue.poll()
    expect(JSON.stringify(body).length).toBeLessThan(200_000)
    got.push(...body.events.map((event: Body) => event.n))
  }
  expect(got).toEqual(Array.from({ length: 40 }, (_, n) => n))
})

test('a queue that is polled at two gateways in turn loses and repeats no event', async () => {
  const queue = await Queue.register(cordelia[0]!)
  const sending = (async () => {
    for (let n = 0; n < 60; n++) await say(`generation ${n}`)
  })()
  const got = await queue.contentsUpTo('generation 59', cordelia)
  await sending
  expect(got).toEqual(Array.from({ length: 60 }, (_, n) => `generation ${n}`))
})
