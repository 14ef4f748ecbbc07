import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Body, Client } from '../harness/client.ts'
import { Queue } from '../harness/queue.ts'
import { ReplicatedWorld } from '../harness/replicated-world.ts'
import { World } from '../harness/world.ts'

let world: ReplicatedWorld
let gateway: Gateway
let other: Client
let hamlet: Client
let cordelia: Client

beforeAll(async () => {
  world = await ReplicatedWorld.create()
  const first = await world.gateway()
  gateway = first.gateway
  hamlet = world.client(first.url, 'hamlet')
  cordelia = world.client(first.url, 'cordelia')
  other = world.client((await world.gateway()).url, 'hamlet')
})
afterAll(() => world.close())
beforeEach(() => untilUsed())

const oldest = { anchor: 'oldest', num_before: 0, num_after: 1000 }
const search = (words: string) => ({
  anchor: 'newest',
  num_before: 100,
  num_after: 0,
  narrow: [{ operator: 'search', operand: words }],
})
const contentsOf = (body: Body): string[] => body.messages.map((message: Body) => message.content)
const rawPage = async (client: Client, page: object) =>
  contentsOf(await client.ok(client.get('/messages', { apply_markdown: false, ...page })))

/** The number of reads that the replica has answered. */
const answered = () => gateway.core.replicas.figures()[0]!.outcomes.get('answered') ?? 0

/** Resolves when the replica answers: it has everything and does not rest. */
async function untilUsed(): Promise<void> {
  await world.pair.caughtUp()
  const before = answered()
  await expect
    .poll(async () => {
      await hamlet.ok(hamlet.get('/messages', oldest))
      return answered()
    })
    .toBeGreaterThan(before)
}

async function send(content: string, topic = 'replicas'): Promise<number> {
  const to = { type: 'channel', to: 'Verona', topic, content }
  return (await cordelia.ok(cordelia.post('/messages', to))).id
}

/** Runs `work` while the replica replays nothing. */
async function paused(work: () => Promise<void>): Promise<void> {
  await world.pair.pauseReplay()
  try {
    await work()
  } finally {
    await world.pair.resumeReplay()
  }
}

test('old history and searches come from the replica, the newest end from the primary', async () => {
  await send('the nightingale sings')
  await untilUsed()
  const before = answered()
  expect(await rawPage(hamlet, oldest)).toContain('the nightingale sings')
  expect(await rawPage(hamlet, search('nightingale'))).toEqual(['the nightingale sings'])
  expect(answered()).toBe(before + 2)
  expect(await rawPage(hamlet, { anchor: 'newest', num_before: 1, num_after: 0 })).toHaveLength(1)
  expect(answered()).toBe(before + 2)
})

test('a client finds a message that its queue has shown although the replica lacks it', async () => {
  await paused(async () => {
    const queue = await Queue.register(other)
    const id = await send('the larch is seen at once')
    await queue.upTo(id)
    for (const client of [hamlet, other]) {
      expect(await rawPage(client, oldest)).toContain('the larch is seen at once')
      expect(await rawPage(client, search('larch'))).toEqual(['the larch is seen at once'])
    }
  })
  await untilUsed()
  const before = answered()
  expect(await rawPage(hamlet, search('larch'))).toEqual(['the larch is seen at once'])
  expect(answered()).toBe(before + 1)
})

test('what was deleted, moved, edited, read or forbidden is in force although the replica lacks it', async () => {
  const [deleted, edited, moved, read] = [
    await send('an elm to delete'),
    await send('an elm to edit'),
    await send('an elm to move', 'elsewhere'),
    await send('an elm to read'),
  ]
  await untilUsed()
  await paused(async () => {
    const iago = world.client(hamlet.url, 'iago')
    await iago.ok(iago.delete(`/messages/${deleted}`))
    await cordelia.ok(cordelia.patch(`/messages/${edited}`, { content: 'an elm was edited' }))
    await iago.ok(iago.patch(`/messages/${moved}`, { topic: 'moved there', propagate_mode: 'change_one' }))
    await other.ok(other.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
    for (const page of [oldest, search('elm')]) {
      const { messages } = await hamlet.ok(hamlet.get('/messages', { apply_markdown: false, ...page }))
      const found = new Map(messages.map((message: Body) => [message.id, message]))
      expect(found.has(deleted)).toBe(false)
      expect(found.get(edited)).toMatchObject({ content: 'an elm was edited' })
      expect(found.get(moved)).toMatchObject({ subject: 'moved there' })
      expect((found.get(read) as Body).flags).toContain('read')
    }
    await iago.ok(iago.patch(`/streams/${world.channelId('Verona')}`, { is_private: true }))
    await iago.ok(
      iago.delete('/users/me/subscriptions', {
        subscriptions: ['Verona'],
        principals: [world.userId('hamlet')],
      }),
    )
    for (const client of [hamlet, other]) expect(await rawPage(client, search('elm'))).toEqual([])
    await iago.ok(iago.patch(`/streams/${world.channelId('Verona')}`, { is_private: false }))
    await iago.ok(
      iago.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'Verona' }],
        principals: [world.userId('hamlet')],
      }),
    )
  })
})

test('a replica that dies causes no error and is used again after it has started', async () => {
  await send('an oak stands')
  await world.pair.standby.kill()
  for (let n = 0; n < 5; n++) expect(await rawPage(hamlet, search('oak'))).toEqual(['an oak stands'])
  await world.pair.standby.startAgain()
  await untilUsed()
})

test('a replica that freezes causes no error', async () => {
  await send('an ash stands')
  await untilUsed()
  world.replica.dropData()
  expect(await rawPage(hamlet, search('ash'))).toEqual(['an ash stands'])
  expect(await rawPage(hamlet, oldest)).toContain('an ash stands')
  await world.replica.stop()
  await world.replica.start()
})

test('a server with another history is not used', async () => {
  const another = await World.create()
  const elsewhere = await world.gateway({ DATABASE_REPLICA_URLS: another.env.DATABASE_URL! })
  const stranger = world.client(elsewhere.url, 'hamlet')
  await stranger.ok(stranger.get('/messages', oldest))
  const { outcomes } = elsewhere.gateway.core.replicas.figures()[0]!
  expect([...outcomes]).toEqual([['other history', 1]])
  await elsewhere.gateway.close()
  await another.close()
})
