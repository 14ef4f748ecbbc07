import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MAX_WAITING_TRANSACTIONS_OF_ORGANIZATION } from '../../../../config/limits.ts'
import { createRealm } from '../../../../core/organization/settings/create.ts'
import type { Database } from '../../../../core/platform/db/database.ts'
import {
  OrganizationShares,
  REGISTERING_SHARE,
  WRITING_SHARE,
} from '../../../../core/platform/db/organization-shares.ts'
import { databaseFailureOf, TooSlow } from '../../../../core/platform/db/servers/failures.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { commitLocked } from '../../../../core/platform/transactions/transact.ts'
import type { Core } from '../../../../core/state/core.ts'
import { databaseBehindProxy } from '../../../harness/database-behind-proxy.ts'
import type { FlakyProxy } from '../../../harness/flaky-proxy.ts'
import { World } from '../../../harness/world.ts'

const SLEEP = statement('test.sleep', 'SELECT pg_sleep($1::float8 / 1000)')

const [loud, other] = [1, 2] as RealmId[]

/** Work that runs until it is released. */
class Work {
  readonly begun: string[] = []
  readonly #releases: (() => void)[] = []

  readonly named = (name: string) => () => {
    this.begun.push(name)
    return new Promise<void>((resolve) => this.#releases.push(resolve))
  }

  /** Ends the work that has run for the longest time. */
  async release(): Promise<void> {
    this.#releases.shift()!()
    await new Promise(setImmediate)
  }
}

/** Asks for a turn. Those who still wait when the test ends are refused later. */
const begin = (shares: OrganizationShares, realm: RealmId, work: () => Promise<void>): void =>
  void shares.inTurn(realm, work).catch(() => undefined)

test('an organization runs two transactions at once, the rest in order, and holds up no other one', async () => {
  const shares = new OrganizationShares(4, WRITING_SHARE)
  const work = new Work()
  for (let n = 1; n <= 5; n++) begin(shares, loud!, work.named(`loud ${n}`))
  begin(shares, other!, work.named('other'))
  expect(work.begun).toEqual(['loud 1', 'loud 2', 'other'])
  await work.release()
  await work.release()
  expect(work.begun.slice(3)).toEqual(['loud 3', 'loud 4'])
})

test('registrations leave most connections to others, and there is always one', () => {
  for (const [poolSize, expected] of [
    [10, 3],
    [4, 1],
    [2, 1],
  ] as const) {
    const shares = new OrganizationShares(poolSize, REGISTERING_SHARE)
    const work = new Work()
    for (let n = 0; n < poolSize; n++) begin(shares, loud!, work.named('register'))
    expect(work.begun).toHaveLength(expected)
  }
})

test('over a slow network one transaction runs at a time, with a rest after each, and several again when it is quick', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const shares = new OrganizationShares(4, WRITING_SHARE)
  const work = new Work()
  for (let n = 1; n <= 5; n++) begin(shares, loud!, work.named(`${n}`))
  expect(work.begun).toEqual(['1', '2'])
  shares.noteLock(loud!, 600, 300)
  for (let n = 1; n <= 2; n++) await work.release()
  expect(work.begun).toHaveLength(2)
  // It rests for as long as the log was locked. Another organization does not.
  begin(shares, other!, work.named('other'))
  await vi.advanceTimersByTimeAsync(599)
  expect(work.begun.slice(2)).toEqual(['other'])
  await vi.advanceTimersByTimeAsync(1)
  expect(work.begun.slice(3)).toEqual(['3'])
  shares.noteLock(loud!, 2, 1)
  await work.release() // the other organization's
  await work.release()
  expect(work.begun.slice(4)).toEqual(['4', '5'])
})

test('a transaction that fails makes room for the next', async () => {
  const shares = new OrganizationShares(2, WRITING_SHARE)
  const work = new Work()
  const failing = shares.inTurn(loud!, () => Promise.reject(new Error('no')))
  begin(shares, loud!, work.named('next'))
  await expect(failing).rejects.toThrow('no')
  await expect.poll(() => work.begun).toEqual(['next'])
})

test('who waits for too long, or behind too many, fails as without a free connection', async () => {
  const shares = new OrganizationShares(2, WRITING_SHARE, 20)
  const work = new Work()
  begin(shares, loud!, work.named('runs'))
  const late = await shares.inTurn(loud!, work.named('late')).catch((error: unknown) => error)
  expect(databaseFailureOf(late)).toBe('busy')
  const many = new OrganizationShares(2, WRITING_SHARE)
  begin(many, loud!, work.named('runs too'))
  const waiting = Array.from({ length: MAX_WAITING_TRANSACTIONS_OF_ORGANIZATION }, () =>
    many.inTurn(loud!, work.named('waits')),
  )
  const refused = await many.inTurn(loud!, work.named('too many')).catch((error: unknown) => error)
  expect(databaseFailureOf(refused)).toBe('busy')
  expect(work.begun).toEqual(['runs', 'runs too'])
  for (let n = 0; n < waiting.length + 2; n++) await work.release()
  await Promise.all(waiting)
  expect(work.begun).toHaveLength(waiting.length + 2)
})

let world: World
let core: Core
let url: string

beforeAll(async () => {
  world = await World.create({ DATABASE_POOL_SIZE: '4' })
  const started = await world.gateway()
  core = started.gateway.core
  url = started.url
})
afterAll(() => world.close())

async function settingsOf(host: string): Promise<string> {
  const request = get(`${url}/api/v1/server_settings`, { headers: { host } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return text(answer)
}

describe('behind a network', () => {
  let proxy: FlakyProxy
  let db: Database

  beforeAll(async () => {
    ;({ db, proxy } = await databaseBehindProxy(world.config.databaseUrl, 4))
  })
  afterAll(async () => {
    proxy.delayMs = 0
    await db?.close()
    await proxy?.stop()
  })

  /** Runs statements of this duration; resolves with the failure and the time of the end. */
  const changeBy = async (milliseconds: readonly number[]) => {
    const failure = await commitLocked(db, world.organization.realmId as RealmId, async (tx) => {
      for (const each of milliseconds) await tx.run(SLEEP, [each])
    }).then(
      () => undefined,
      (error: unknown) => error,
    )
    return { failure, at: performance.now() }
  }

  test('a transaction gives up the log after a while when the network is slow, and the next one rests first', async () => {
    await Promise.all([changeBy([0]), changeBy([0])]) // opens both connections
    proxy.delayMs = 300
    const [tooLong, next] = await Promise.all([changeBy(new Array(20).fill(0)), changeBy([0])])
    proxy.delayMs = 0
    expect(tooLong.failure).toBeInstanceOf(TooSlow)
    expect(databaseFailureOf(tooLong.failure)).toBe('busy')
    expect(next.failure).toBeUndefined()
    expect(next.at - tooLong.at).toBeGreaterThan(1_000)
  })

  test('a transaction with slow statements goes on when the network is quick', async () => {
    await changeBy([0])
    expect((await changeBy(new Array(8).fill(400))).failure).toBeUndefined()
  })
})

test('changes that wait in Postgres leave a connection to another organization', async () => {
  await createRealm(core.db, { name: 'Other', subdomain: 'other' })
  const holder = new pg.Client({ connectionString: world.env.DATABASE_URL })
  await holder.connect()
  world.onClose(() => holder.end())
  await holder.query('BEGIN')
  // Whoever changes the organization waits for this lock.
  await holder.query('SELECT 1 FROM event_head WHERE realm_id = $1 FOR UPDATE', [world.organization.realmId])
  const desdemona = world.client(url, 'desdemona')
  let answered = 0
  const changes = Array.from({ length: 10 }, async (_, n) => {
    const { status } = await desdemona.patch('/realm', { name: `Name ${n}` })
    answered++
    return status
  })
  await expect.poll(() => core.db.pool().used).toBeGreaterThanOrEqual(2)
  expect(await settingsOf('other.localhost')).toContain('"realm_name":"Other"')
  expect(answered).toBe(0)
  await holder.query('COMMIT')
  // On a slow machine some give the lock up first.
  for (const status of await Promise.all(changes)) expect([200, 503]).toContain(status)
})
