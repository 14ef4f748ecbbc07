import { type Broadcaster, startBroadcaster } from './bare.ts'
import { Connection } from './load.ts'
import { fillOrganization } from './organization.ts'
import { NO_EVENT, ONE_EVENT, QUEUES } from './polls.ts'
import { processorBetween, serverOf } from './process-tree.ts'
import { type Cell, printTable } from './report.ts'
import { commonRequests, type RequestKind } from './requests.ts'
import { type Stack, startStack } from './stack.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const CONNECTIONS = 16
/**
 * The mix is repeated with more connections, as clients of a large server have: more requests then share a
 * round trip.
 */
const MORE_CONNECTIONS = [64]
/** Bytes of the answer of the bare server. */
const BARE_BYTES = 100
const GROUPS = ['gateway', 'postgres', 'redis', 'worker'] as const
const SMALL = { people: 1_000, channels: 20, channelsEach: 20, groups: 0, messages: 20_000 }
const LARGE = { people: 10_000, channels: 5_000, channelsEach: 20, groups: 0, messages: 20_000 }

/**
 * Requests by kind in a thousand, as published for a large server in production. Kinds without an entry share
 * the rest.
 */
const MIX: Readonly<Record<string, number>> = {
  [ONE_EVENT]: 440,
  [NO_EVENT]: 0,
  'POST /users/me/presence, everybody': 360,
  'POST /users/me/presence, changes': 0,
  'GET /user_uploads, 4 KiB': 50,
  'GET /messages, 100 of a channel': 30,
  'POST /messages/flags, star': 5,
  'POST /messages/flags, read': 10,
  'POST /messages': 5,
  'POST /register': 3,
}

/** Milliseconds of processor time of a request, by process. */
type Cost = ReadonlyMap<string, number>

/**
 * Replays the mix of requests of a large server in production in an organization of 1,000 people, and each
 * kind of request alone. Prints the processor time of a request by process, which other load on the machine
 * changes less than durations. The limit is a bare uWebSockets.js that answers each request with 100 bytes.
 */
export async function zulipMix(): Promise<void> {
  const limit = await bareCost()
  const { stack, kinds } = await prepare(SMALL)
  const shares = sharesOf(kinds)
  const sendMix: RequestKind['send'] = (connection, n) => kindAt(shares, n).send(connection, n)
  // The mix comes first: the messages of the single kinds would be unread in each registration. The first run
  // is not measured and lets the gateway compile its code.
  await underConnections(stack.port, sendMix, 4 * SECONDS)
  const together = await costOf(stack, sendMix, 4 * SECONDS)
  const more: Cost[] = []
  for (const connections of MORE_CONNECTIONS)
    more.push(await costOf(stack, sendMix, 4 * SECONDS, connections))
  await emptyQueues(stack, kinds)
  const alone = await eachAlone(stack, kinds)
  await stack.close()
  const sum = weighted(alone, shares)
  printTable(
    'processor ms a request',
    [...GROUPS, 'all', 'of bare'],
    [
      ['bare answer', ...Array<undefined>(GROUPS.length).fill(undefined), [limit, 4], [1, 3]],
      ...kinds.map(({ name }, n) => [name, ...cells(alone[n]!), ratio(limit, alone[n]!)] as const),
      ['sum of the kinds alone by their shares', ...cells(sum), ratio(limit, sum)],
      ['the mix of production', ...cells(together), ratio(limit, together)],
      ...MORE_CONNECTIONS.map(
        (connections, n) =>
          [`the mix, ${connections} connections`, ...cells(more[n]!), ratio(limit, more[n]!)] as const,
      ),
    ],
  )
}

/**
 * `npm run bench -- mix --large`: the same requests in an organization of 5,000 channels and 10,000 people.
 */
export async function growth(): Promise<void> {
  const limit = await bareCost()
  const costs: Cost[][] = []
  let names: string[] = []
  for (const size of [SMALL, LARGE]) {
    const { stack, kinds } = await prepare(size)
    const cheap = kinds.filter(({ name }) => name !== 'POST /register')
    const found: [string, Cost][] = []
    for (const kind of cheap) {
      if (kind.hasFirst)
        found.push([`${kind.name}, first of each`, await costOfFirst(stack, kind, size.people)])
      found.push([kind.name, await costOf(stack, kind.send, SECONDS)])
    }
    names = found.map(([name]) => name)
    costs.push(found.map(([, cost]) => cost))
    await stack.close()
  }
  const [small = [], large = []] = costs
  printTable(
    'processor ms a request',
    [
      `${SMALL.channels} channels, ${SMALL.people} people`,
      `${LARGE.channels} channels, ${LARGE.people} people`,
      'growth',
      'large, gateway',
      'large, postgres',
      'of bare',
    ],
    names.map((name, n) => [
      name,
      [total(small[n]!), 3],
      [total(large[n]!), 3],
      [total(large[n]!) / total(small[n]!), 2],
      [large[n]!.get('gateway') ?? 0, 3],
      [large[n]!.get('postgres') ?? 0, 3],
      ratio(limit, large[n]!),
    ]),
  )
}

async function prepare(size: typeof SMALL): Promise<{ stack: Stack; kinds: RequestKind[] }> {
  const stack = await startStack({ hasWorker: true })
  const people = await fillOrganization(stack, size)
  return { stack, kinds: await commonRequests(stack, people) }
}

async function eachAlone(stack: Stack, kinds: readonly RequestKind[]): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const kind of kinds) costs.push(await costOf(stack, kind.send, SECONDS))
  return costs
}

/** Polls every queue until it is empty. The requests before have filled the queues. */
async function emptyQueues(stack: Stack, kinds: readonly RequestKind[]): Promise<void> {
  const poll = kinds.find(({ name }) => name === NO_EVENT)!
  const connection = await Connection.open(stack.port)
  for (let n = 0; n < QUEUES; n++) {
    while (!(await poll.send(connection, n)).includes('"events":[]'));
  }
  connection.close()
}

/** Repeats requests on the connections, after a warm-up of a fifth of the time. */
async function costOf(
  stack: Stack,
  send: RequestKind['send'],
  seconds: number,
  connections = CONNECTIONS,
): Promise<Cost> {
  const repeat = (time: number) => underConnections(stack.port, send, time, connections)
  await repeat(seconds / 5)
  const before = stack.processes()
  const count = await repeat(seconds)
  const used = processorBetween(before, stack.processes(), serverOf)
  return new Map([...used].map(([group, milliseconds]) => [group, milliseconds / count]))
}

/** One request of each person, most of whom have made none of this kind. */
async function costOfFirst(stack: Stack, { send }: RequestKind, people: number): Promise<Cost> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(stack.port)),
  )
  const before = stack.processes()
  let n = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (n < people) await send(connection, n++)
    }),
  )
  const used = processorBetween(before, stack.processes(), serverOf)
  for (const connection of connections) connection.close()
  return new Map([...used].map(([group, milliseconds]) => [group, milliseconds / people]))
}

/** Returns the number of requests. */
async function underConnections(
  port: number,
  send: RequestKind['send'],
  seconds: number,
  number = CONNECTIONS,
): Promise<number> {
  const connections = await Promise.all(Array.from({ length: number }, () => Connection.open(port)))
  const end = performance.now() + seconds * 1000
  let n = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < end) await send(connection, n++)
    }),
  )
  for (const connection of connections) connection.close()
  return n
}

async function bareCost(): Promise<number> {
  const bare: Broadcaster = await startBroadcaster()
  const send = (connection: Connection) => connection.request('GET', `/answer/${BARE_BYTES}`, '')
  await underConnections(bare.port, send, SECONDS / 5)
  const before = bare.processorMs()
  const count = await underConnections(bare.port, send, SECONDS)
  const used = bare.processorMs() - before
  bare.stop()
  return used / count
}

function sharesOf(kinds: readonly RequestKind[]): { kind: RequestKind; share: number }[] {
  const named = Object.values(MIX).reduce((sum, share) => sum + share, 0)
  const others = kinds.filter(({ name }) => MIX[name] === undefined).length
  return kinds.map((kind) => ({ kind, share: MIX[kind.name] ?? (1_000 - named) / others }))
}

/** Returns the cost of a request of the mix if each kind cost as much as alone. */
function weighted(alone: readonly Cost[], shares: readonly { share: number }[]): Cost {
  const sumOf = (group: string) =>
    alone.reduce((sum, cost, n) => sum + ((cost.get(group) ?? 0) * shares[n]!.share) / 1_000, 0)
  return new Map(GROUPS.map((group) => [group, sumOf(group)]))
}

/** Picks the kind of the n-th request in a fixed order, so that each run sends the same requests. */
function kindAt(shares: readonly { kind: RequestKind; share: number }[], n: number): RequestKind {
  let rest = (n * 389) % 1_000
  for (const { kind, share } of shares) {
    rest -= share
    if (rest < 0) return kind
  }
  return shares[0]!.kind
}

const total = (cost: Cost) => [...cost.values()].reduce((sum, value) => sum + value, 0)
const ratio = (limit: number, cost: Cost): Cell => [limit / total(cost), 3]
const cells = (cost: Cost): Cell[] => [
  ...GROUPS.map((group): Cell => [cost.get(group) ?? 0, 3]),
  [total(cost), 3],
]
