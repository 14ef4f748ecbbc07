import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkReplicas } from '../../cli/doctor/replicas.ts'
import { compileDigest } from '../../core/notifying/digests/compile.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import type { Outcome } from '../../core/platform/replicas/replica.ts'
import { storeArchive } from '../../core/transfer/exports/archive/store.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { readEntries } from '../harness/archives.ts'
import type { Body, Client } from '../harness/client.ts'
import { checkProperty } from '../harness/property.ts'
import { Queue } from '../harness/queue.ts'
import { type ReplicatedWorld, replicatedWorld } from '../harness/replicated-world.ts'
import { databaseUrl, TEMPLATE } from '../harness/template.ts'
import { freeRedisDatabase, World } from '../harness/world.ts'
import { steps, takeSteps } from './replica-actions.ts'

const RUNS = 4

let directory: string
let replicated: ReplicatedWorld
let world: World
let gateway: Gateway
let other: Client
let hamlet: Client
let cordelia: Client

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loquat-archives-'))
  replicated = await replicatedWorld()
  world = replicated.world
  const first = await world.gateway()
  gateway = first.gateway
  hamlet = world.client(first.url, 'hamlet')
  cordelia = world.client(first.url, 'cordelia')
  other = world.client((await world.gateway()).url, 'hamlet')
})
afterAll(async () => {
  await replicated.close()
  await rm(directory, { recursive: true, force: true })
})
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
  await replicated.pair.caughtUp()
  const before = answered()
  await expect
    .poll(async () => {
      await hamlet.ok(hamlet.get('/messages', oldest))
      return answered()
    })
    .toBeGreaterThan(before)
}

/**
 * Repeats `work` until the replica has answered this many reads of it: on a busy machine it may miss its time
 * limit.
 */
async function answeredByReplica(reads: number, work: () => Promise<void>): Promise<void> {
  for (;;) {
    await untilUsed()
    const before = answered()
    await work()
    if (answered() - before === reads) return
  }
}

async function send(content: string, topic = 'replicas'): Promise<number> {
  const to = { type: 'channel', to: 'Verona', topic, content }
  return (await cordelia.ok(cordelia.post('/messages', to))).id
}

/**
 * How the first read at a new gateway with these settings ended on its replica. It must not find lost rows.
 */
async function outcomesOf(settings: Record<string, string>): Promise<Outcome[]> {
  const opened = await world.gateway(settings)
  expect(await rawPage(world.client(opened.url, 'hamlet'), search('quince'))).toEqual([])
  const { outcomes } = opened.gateway.core.replicas.figures()[0]!
  return [...outcomes.keys()]
}

/** Runs `work` while the replica replays nothing. */
async function paused(work: () => Promise<void>): Promise<void> {
  await replicated.pair.pauseReplay()
  try {
    await work()
  } finally {
    await replicated.pair.resumeReplay()
  }
}

test('old history and searches come from the replica, the newest end from the primary', async () => {
  await send('the nightingale sings')
  await answeredByReplica(2, async () => {
    expect(await rawPage(hamlet, oldest)).toContain('the nightingale sings')
    expect(await rawPage(hamlet, search('nightingale'))).toEqual(['the nightingale sings'])
  })
  await answeredByReplica(0, async () => {
    expect(await rawPage(hamlet, { anchor: 'newest', num_before: 1, num_after: 0 })).toHaveLength(1)
  })
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
  await answeredByReplica(1, async () => {
    expect(await rawPage(hamlet, search('larch'))).toEqual(['the larch is seen at once'])
  })
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

test('the topics of a channel and digests come from the replica', async () => {
  await send('a fig is ripe', 'figs')
  const iago = world.client(hamlet.url, 'iago')
  await iago.ok(iago.patch('/realm', { digest_emails_enabled: true }))
  const { core } = gateway
  const realm = (await core.realms.get(world.organization.realmId as RealmId))!
  const user = realm.users.get(world.userId('hamlet') as UserId)!
  await answeredByReplica(2, async () => {
    const { topics } = await hamlet.ok(hamlet.get(`/users/me/${world.channelId('Verona')}/topics`))
    expect(topics[0].name).toBe('figs')
    const digest = await compileDigest({ core, realm, user }, { day: new Date().toISOString().slice(0, 10) })
    expect(digest!.topics).not.toEqual([])
  })
  await paused(async () => {
    await send('a pear is ripe', 'pears')
    const later = await hamlet.ok(hamlet.get(`/users/me/${world.channelId('Verona')}/topics`))
    expect(later.topics[0].name).toBe('pears')
  })
})

describe('an export', () => {
  /** Exports the organization; returns the entries of the archive, without the time and the bytes. */
  async function exported(onProgress?: () => void): Promise<Map<string, string>> {
    const id = world.organization.realmId as RealmId
    const source = { realm: { id, subdomain: '', url: 'http://x' }, open: async () => undefined, onProgress }
    const file = join(directory, `${randomUUID()}.zip`)
    await storeArchive(gateway.core, source, { kind: 'full' }, (archive) =>
      pipeline(archive, createWriteStream(file)),
    )
    const entries = await readEntries(file)
    entries.delete('manifest.json')
    return new Map([...entries].map(([name, bytes]) => [name, bytes.toString()]))
  }

  test('from a replica has everything that was committed before, as from the primary', async () => {
    await send('the export has this')
    let found = new Map<string, string>()
    await answeredByReplica(1, async () => {
      found = await exported()
    })
    expect([...found.values()].join()).toContain('the export has this')
    await replicated.replica.stop()
    expect(await exported()).toEqual(found)
    await replicated.replica.start()
  })

  test('is written again from the primary when its replica fails', async () => {
    const found = await exported()
    for (let parts = 0; parts <= found.size; ) {
      await untilUsed()
      parts = 0
      const cut = () => {
        if (parts++ === 0) void replicated.replica.stop()
      }
      expect(await exported(cut)).toEqual(found)
      await replicated.replica.start()
    }
  })
})

test('a replica that dies causes no error and is used again after it has started', async () => {
  await send('an oak stands')
  await replicated.pair.standby.kill()
  for (let n = 0; n < 5; n++) expect(await rawPage(hamlet, search('oak'))).toEqual(['an oak stands'])
  await replicated.pair.standby.startAgain()
  await untilUsed()
})

test('a replica that freezes causes no error', async () => {
  await send('an ash stands')
  await untilUsed()
  replicated.replica.dropData()
  expect(await rawPage(hamlet, search('ash'))).toEqual(['an ash stands'])
  expect(await rawPage(hamlet, oldest)).toContain('an ash stands')
  await replicated.replica.stop()
  await replicated.replica.start()
})

test('a server with another history is not used', async () => {
  const another = await World.create()
  await expect
    .poll(() => outcomesOf({ DATABASE_REPLICA_URLS: another.env.DATABASE_URL! }))
    .toEqual(['other history'])
  await another.close()
})

test('the doctor finds a good replica, one that is away, and one of another cluster', async () => {
  const { DATABASE_URL, DATABASE_REPLICA_URLS } = world.env
  const another = await World.create()
  const away = new URL(DATABASE_REPLICA_URLS!)
  away.port = '1'
  const replicas = [DATABASE_REPLICA_URLS!, away.href, another.env.DATABASE_URL!, DATABASE_URL!]
  const rows = await checkReplicas(DATABASE_URL!, replicas)
  expect(rows.map(({ status, found }) => [status, found])).toEqual([
    ['warning', 'hot_standby_feedback is off: vacuum cancels long reads'],
    ['wrong', expect.stringContaining('ECONNREFUSED')],
    ['wrong', 'it copies another cluster'],
    ['ok', 'the primary now; it is used when it is a standby again'],
  ])
  await replicated.pair.standby.configure({ hot_standby_feedback: 'on' })
  await expect
    .poll(async () => (await checkReplicas(DATABASE_URL!, [DATABASE_REPLICA_URLS!]))[0]!.found)
    .toMatch(/^a standby on the timeline of the primary, \d+ bytes behind$/)
  await another.close()
})

test('at every gateway, each read equals that of the primary, however late the replica is', async () => {
  const late = await world.gateway({ REDIS_URL: await freeRedisDatabase() })
  const plain = await world.gateway({ DATABASE_REPLICA_URLS: '' })
  const gateways = [gateway, late.gateway]
  const count = (outcome: Outcome) =>
    gateways.reduce((sum, { core }) => sum + (core.replicas.figures()[0]!.outcomes.get(outcome) ?? 0), 0)
  const [answeredBefore, behindBefore] = [count('answered'), count('behind')]
  let runs = 0
  await checkProperty(steps, RUNS, async (given) => {
    await takeSteps(replicated, [hamlet.url, late.url], plain.url, given, `orchard ${runs++}`)
  })
  expect(count('answered')).toBeGreaterThan(answeredBefore)
  expect(count('behind')).toBeGreaterThan(behindBefore)
})

test('a former primary is not used after a failover, and the new primary only for its own reads', async () => {
  const { pair } = replicated
  await pair.caughtUp()
  await pair.promote()
  // The former primary continues, and has more entries than the new one.
  for (let n = 0; n < 5; n++) await send('nobody saw this quince')
  await world.closeGateways()
  const [former, next] = pair.servers.map(({ url }) => databaseUrl(url, TEMPLATE)) as [string, string]
  const readAt = async (replica: string) =>
    outcomesOf({
      DATABASE_URL: next,
      DATABASE_REPLICA_URLS: replica,
      REDIS_URL: await freeRedisDatabase(),
    })
  await expect.poll(() => readAt(former)).toEqual(['other history'])
  await expect.poll(() => readAt(next)).toEqual(['no standby'])
  await pair.rejoin()
  await pair.caughtUp()
  await expect.poll(() => readAt(former)).toEqual(['answered'])
})
