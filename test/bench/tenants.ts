import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { openCore } from '../../core/open-core.ts'
import { createRealms } from '../../core/organization/settings/create.ts'
import { joinPerson } from '../../core/people/accounts/create-person.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import { apiKey } from '../../core/state/users/api-key.ts'
import { Role } from '../../core/state/users/record.ts'
import { Connection, measured } from './load.ts'
import { printTable } from './report.ts'
import { SECRET, type Stack, startStack } from './stack.ts'

const ORGANIZATIONS = Number(process.env.BENCH_ORGANIZATIONS ?? 10_000)
/** Organizations in memory at the same time; fewer than may stay there without clients. */
const IN_USE = Math.min(ORGANIZATIONS - 1, 900)
const IDLE_SECONDS = 5
/** Time over which the processor time of idle organizations is measured. */
const QUIET_SECONDS = Number(process.env.BENCH_QUIET_SECONDS ?? 20)
/** Modest organizations, and how often each sends or reads. */
const MODEST = 40
const MODEST_EVERY_MS = 250
/** Time beside each kind of neighbours, in rounds: other load on the machine hits all of them. */
const LOUD_SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const ROUNDS = 5
/** Before each round, so that the jobs of the former one are done. */
const REST_MS = 1_000
const LOUD_CONNECTIONS = 64
/** A loud organization may slow others this many times as much as the same load of many organizations. */
const MOST_TIMES = 1.2
/** Organizations that one transaction makes. */
const MADE_AT_ONCE = 500
/** Organizations with an owner, who sends and reads. */
const ACTIVE = MODEST + LOUD_CONNECTIONS

/** The host of an organization, and its owner if it has one. */
interface Tenant {
  readonly host: string
  readonly owner?: UserId
  readonly authorization: string
}

/**
 * Measures the cost of organizations on a server that has many: memory of a gateway for each that is loaded,
 * has a connected client, or is idle; connections and keys of Redis; processor time while all are quiet; the
 * first request of a cold one; and how much one that sends and reads as fast as it can slows others. The
 * organizations are made by the function that `/new` uses, with commits that do not wait for the disk.
 * Organizations that act have an owner. The bench fails when one loud organization slows others more than
 * MOST_TIMES as much as the same load of many organizations.
 */
export async function tenants(): Promise<void> {
  const settings = { ORGANIZATION_IDLE_SECONDS: String(IDLE_SECONDS) }
  const stack = await startStack({ settings, isMeasurable: true })
  const redis = new Redis(stack.redisUrl)
  try {
    const made = await makeOrganizations(stack)
    await measureMemory(stack, redis, made)
    await measureNeighbours(stack, made)
  } finally {
    redis.disconnect()
    await stack.close()
  }
}

async function makeOrganizations(stack: Stack): Promise<Tenant[]> {
  const databaseUrl = `${stack.databaseUrl}?options=-c%20synchronous_commit%3Doff`
  const core = await openCore(
    {
      ...{ databaseUrl, databasePoolSize: 4, redisUrl: stack.redisUrl, secretKey: SECRET },
      ...{ rootUrl: 'http://localhost:9991', eventLogRetentionSeconds: 900, organizationIdleSeconds: 1 },
    },
    pino({ level: 'silent' }),
    { handOver: async () => undefined },
  )
  const made: Tenant[] = []
  const begin = performance.now()
  while (made.length < ORGANIZATIONS) {
    const count = Math.min(MADE_AT_ONCE, ORGANIZATIONS - made.length)
    const names = Array.from({ length: count }, (_, n) => `org-${made.length + n}`)
    const ids = await createRealms(
      core.db,
      names.map((name) => ({ name, subdomain: name })),
    )
    for (const [n, id] of ids.entries()) {
      const host = `${names[n]}.localhost`
      const owner = made.length < ACTIVE ? await addOwner(core, id) : { authorization: '' }
      made.push({ host, ...owner })
    }
  }
  const seconds = (performance.now() - begin) / 1000
  process.stdout.write(`${made.length} organizations made in ${seconds.toFixed(0)} s\n\n`)
  await core.close()
  return made
}

async function addOwner(core: Core, id: RealmId): Promise<Pick<Tenant, 'owner' | 'authorization'>> {
  const realm = (await core.realms.get(id))!
  const email = 'owner@example.com'
  const user = await core.changeAsSystem(realm, async (tx) => {
    return joinPerson(tx, core, realm, { email, fullName: 'Owner', timezone: '', role: Role.owner }, null)
  })
  const pair = `${email}:${apiKey(SECRET, id, user.id, 1)}`
  return { owner: user.id, authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

async function measureMemory(stack: Stack, redis: Redis, made: readonly Tenant[]): Promise<void> {
  const used = async () => {
    const { heapUsed, external } = await stack.memory()
    return (heapUsed + external) / 1024
  }
  const inRedis = async () => ({
    keys: await redis.dbsize(),
    connections:
      String(await redis.client('LIST'))
        .trim()
        .split('\n').length - 1,
  })
  const [first, ...others] = made as [Tenant, ...Tenant[]]
  for (let n = 0; n < 50; n++) await request(stack, first)
  const before = await used()
  const redisBefore = await inRedis()

  const cold: number[] = []
  const warm: number[] = []
  for (const tenant of others.slice(0, IN_USE)) cold.push(await request(stack, tenant))
  for (const tenant of others.slice(0, IN_USE)) warm.push(await request(stack, tenant))
  const loadedMemory = await used()
  const redisLoaded = await inRedis()
  const quiet = await processorPerSecond(stack, QUIET_SECONDS)
  await unloaded(stack)

  // Every organization is used once, more than may stay in memory.
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      const connection = await Connection.open(stack.port)
      for (let n = worker; n < others.length; n += 8) {
        const { authorization, host } = others[n]!
        await connection.request('GET', '/api/v1/server_settings', authorization, '', host)
      }
      connection.close()
    }),
  )
  await unloaded(stack)
  const idle = await used()
  const redisIdle = await inRedis()
  const idleProcessor = await processorPerSecond(stack, QUIET_SECONDS)

  printTable(
    'a gateway with many organizations',
    ['organizations', 'memory KiB each', 'Redis keys each', 'Redis connections', 'processor ms/s'],
    [
      row('in use', IN_USE, loadedMemory - before, redisLoaded, quiet),
      row('idle, used once', others.length, idle - before, redisIdle, idleProcessor),
    ],
  )
  function row(
    name: string,
    count: number,
    kib: number,
    { keys, connections }: { keys: number; connections: number },
    processor: number,
  ) {
    const perOrganization = (keys - redisBefore.keys) / count
    const cells = [
      [count, 0],
      [kib / count, 1],
      [perOrganization, 2],
      [connections, 0],
      [processor, 1],
    ] as const
    return [name, ...cells] as const
  }
  const [slow, fast] = [measured(cold, 1), measured(warm, 1)]
  printTable(
    'the first request',
    ['p50 ms', 'p99 ms'],
    [
      ['of a cold organization', [slow.p50, 1], [slow.p99, 1]],
      ['of one in memory', [fast.p50, 1], [fast.p99, 1]],
      ['cold, times that', [slow.p50 / fast.p50, 1], [slow.p99 / fast.p99, 1]],
    ],
  )
}

/** Milliseconds of a request on a connection of its own. */
async function request({ port }: Stack, { authorization, host }: Tenant): Promise<number> {
  const connection = await Connection.open(port)
  const start = performance.now()
  await connection.request('GET', '/api/v1/server_settings', authorization, '', host)
  connection.close()
  return performance.now() - start
}

/** Waits until the gateway has unloaded the organizations: twice the longest time until it looks for them. */
const unloaded = (_stack: Stack) => sleep(3 * IDLE_SECONDS * 1000)

async function processorPerSecond(stack: Stack, seconds: number): Promise<number> {
  const before = stack.processorSeconds()
  await sleep(seconds * 1000)
  return ((stack.processorSeconds() - before) * 1000) / seconds
}

/**
 * Measures modest organizations, each of which sends or reads every quarter of a second: alone; beside the
 * same number of other organizations with one connection each, which send and read as fast as they can; and
 * beside the same connections of one organization.
 */
async function measureNeighbours(stack: Stack, made: readonly Tenant[]): Promise<void> {
  const modest = made.slice(0, MODEST)
  const loud = made.slice(MODEST, ACTIVE)
  for (const tenant of [...modest, ...loud]) {
    const connection = await Connection.open(stack.port)
    for (let n = 0; n < 20; n++) await send(connection, tenant)
    connection.close()
  }
  const alone = new Beside([])
  const many = new Beside(loud)
  const one = new Beside(loud.map(() => loud[0]!))
  for (let round = 0; round < ROUNDS; round++) {
    await besideLoad(stack, modest, alone)
    // Who comes first differs from round to round.
    for (const beside of round % 2 === 0 ? [many, one] : [one, many]) await besideLoad(stack, modest, beside)
  }
  const [ofMany, ofOne] = [many.figures(), one.figures()]
  const names = [
    'alone',
    `beside ${LOUD_CONNECTIONS} connections of as many organizations`,
    `beside ${LOUD_CONNECTIONS} connections of one organization`,
  ]
  const times = ofOne.times.map((ms, index) => ms / ofMany.times[index]!)
  printTable(
    `${MODEST} modest organizations`,
    ['send p50 ms', 'send p99 ms', 'read p50 ms', 'read p99 ms', 'requests of the others/s'],
    [
      ...[alone.figures(), ofMany, ofOne].map(
        ({ times, others }, index) =>
          [names[index]!, ...times.map((ms) => [ms, 1] as const), [others, 0]] as const,
      ),
      [
        'one, times many',
        ...times.map((each) => [each, 2] as const),
        [ofOne.others / ofMany.others, 2],
      ] as const,
    ],
  )
  if (times.every((each) => each <= MOST_TIMES)) return
  process.stdout.write(
    `FAILED: one organization slows others more than ${MOST_TIMES} times as much as many\n`,
  )
  process.exitCode = 1
}

interface Figures {
  /** Milliseconds: p50 and p99 of messages sent, then of messages read. */
  readonly times: readonly number[]
  /** Requests of the loud connections in a second. */
  readonly others: number
}

/** The latencies of modest organizations beside loud connections, one for each of `loud`. */
class Beside {
  readonly loud: readonly Tenant[]
  readonly sends: number[] = []
  readonly reads: number[] = []
  others = 0

  constructor(loud: readonly Tenant[]) {
    this.loud = loud
  }

  figures(): Figures {
    const [sends, reads] = [measured(this.sends, LOUD_SECONDS), measured(this.reads, LOUD_SECONDS)]
    return { times: [sends.p50, sends.p99, reads.p50, reads.p99], others: this.others / LOUD_SECONDS }
  }
}

/** Measures one round. */
async function besideLoad(stack: Stack, modest: readonly Tenant[], beside: Beside): Promise<void> {
  await sleep(REST_MS)
  const end = performance.now() + (LOUD_SECONDS * 1000) / ROUNDS
  const actAll = beside.loud.map(async (tenant, n) => {
    const connection = await Connection.open(stack.port)
    while (performance.now() < end) {
      await (n % 2 === 0 ? send : read)(connection, tenant)
      beside.others++
    }
    connection.close()
  })
  const actSome = modest.map(async (tenant, n) => {
    const connection = await Connection.open(stack.port)
    let next = performance.now() + (n * MODEST_EVERY_MS) / modest.length
    for (let turn = n; next < end; turn++) {
      await sleep(Math.max(0, next - performance.now()))
      const [act, times] = turn % 2 === 0 ? ([send, beside.sends] as const) : ([read, beside.reads] as const)
      const start = performance.now()
      await act(connection, tenant)
      times.push(performance.now() - start)
      next += MODEST_EVERY_MS
    }
    connection.close()
  })
  await Promise.all([...actAll, ...actSome])
}

async function send(connection: Connection, { authorization, owner, host }: Tenant): Promise<void> {
  const form = new URLSearchParams({
    type: 'direct',
    to: `[${owner}]`,
    content: 'A message of **ordinary** length.',
  })
  await connection.request('POST', '/api/v1/messages', authorization, form.toString(), host)
}

async function read(connection: Connection, { authorization, host }: Tenant): Promise<void> {
  const path = '/api/v1/messages?anchor=newest&num_before=100&num_after=0'
  await connection.request('GET', path, authorization, '', host)
}
