import { setTimeout as sleep } from 'node:timers/promises'
import { addressesOf, type OpenCrowd, openCrowd, registerQueues } from './crowds.ts'
import { Connection } from './load.ts'
import { processorBetween } from './process-tree.ts'
import { commonRequests, type RequestKind } from './requests.ts'
import { type Cost, PROCESSES, type Process, type Rates } from './scale-model.ts'
import type { Step } from './scale-report.ts'
import type { Stack } from './stack.ts'

export const MOST_GATEWAYS = 4
/** Messages to listeners. A quarter more comes first, to warm up. */
export const HEARD_MESSAGES = 100
/** Seconds of the mix. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15)
/** Requests of each kind that are measured, and their number in a second: a processor that wakes up for each one costs more. */
const REQUESTS = 500
const REQUESTS_PER_SECOND = 100
/** Seconds without requests before each measurement, which show what the processes cost anyway. */
const IDLE_SECONDS = 4
/** What a client does in a minute of the mix. Everybody hears every message. */
const MIX = { presence: 1, mark: 0.5, fetch: 0.2, message: 0.1 } as const
/** The mix runs this much faster than in life, so that processes are as busy as on a machine of the right size. */
const SPEED = 4
type Kind = keyof typeof MIX
const KINDS = Object.keys(MIX) as Kind[]
const MESSAGE =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'

export type Requests = Readonly<Record<Kind, RequestKind['send']>>
export type Alone = ReadonlyMap<Kind, Cost>

export async function requestsOf(stack: Stack, people: readonly string[]): Promise<Requests> {
  const common = new Map((await commonRequests(stack, people)).map(({ name, send }) => [name, send]))
  const message = new URLSearchParams({ type: 'channel', to: 'channel 1', topic: 'bench', content: MESSAGE })
  return {
    presence: (connection, n) => {
      const person = people[(n * 31) % people.length]!
      return connection.request('POST', '/api/v1/users/me/presence', person, 'status=active&ping_only=true')
    },
    mark: common.get('POST /messages/flags, read')!,
    fetch: common.get('GET /messages, 100 of a channel')!,
    message: (connection) => connection.request('POST', '/api/v1/messages', people[0]!, message.toString()),
  }
}

/** The cost of each kind of request, after a round of all to warm up. */
export async function eachAlone(stack: Stack, ports: readonly number[], requests: Requests): Promise<Alone> {
  const costs = new Map<Kind, Cost>()
  for (const kind of KINDS) await warmUp(ports, requests[kind])
  for (const kind of KINDS) costs.set(kind, await costAlone(stack, ports, requests[kind]))
  return costs
}

/** Makes requests so that all gateways have compiled what they run often. */
export async function warmUp(ports: readonly number[], send: RequestKind['send']): Promise<void> {
  await repeat(ports, send, 2 * REQUESTS)
}

/** The cost of a request. They are made evenly, one after the other, to all gateways in turn. */
export async function costAlone(
  stack: Stack,
  ports: readonly number[],
  send: RequestKind['send'],
): Promise<Cost> {
  const { used } = await usedBy(stack, () => repeat(ports, send, REQUESTS, REQUESTS_PER_SECOND))
  return each(used, REQUESTS)
}

async function repeat(
  ports: readonly number[],
  send: RequestKind['send'],
  count: number,
  perSecond = Number.POSITIVE_INFINITY,
): Promise<void> {
  const connections = await Promise.all(ports.map((port) => Connection.open(port)))
  const begin = performance.now()
  for (let n = 0; n < count; n++) {
    const wait = begin + (n * 1000) / perSecond - performance.now()
    if (wait > 0) await sleep(wait)
    await send(connections[n % connections.length]!, n)
  }
  for (const connection of connections) connection.close()
}

/** Opens as many clients at each gateway. */
export async function openCrowds(
  ports: readonly number[],
  people: readonly string[],
  clients: number,
): Promise<OpenCrowd[]> {
  const crowds: OpenCrowd[] = []
  for (const [n, port] of ports.entries()) {
    const queues = await registerQueues([port], people.slice(n * clients, (n + 1) * clients))
    crowds.push(await openCrowd({ port, from: addressesOf(n), kind: 'sockets', queues }))
  }
  return crowds
}

/** Sends each message when all clients have the one before. */
export async function heard(
  stack: Stack,
  ports: readonly number[],
  send: RequestKind['send'],
  crowds: readonly OpenCrowd[],
): Promise<Step> {
  const connections = await Promise.all(ports.map((port) => Connection.open(port)))
  let frames = 0
  const run = async (count: number) => {
    for (let n = 0; n < count; n++) {
      frames += 1
      const all = crowds.map((crowd) => crowd.haveReceived(frames))
      await send(connections[n % connections.length]!, n)
      await Promise.all(all)
    }
  }
  await run((HEARD_MESSAGES / 2) * ports.length)
  const { used, seconds } = await usedBy(stack, () => run(HEARD_MESSAGES))
  for (const connection of connections) connection.close()
  const clients = crowds.reduce((sum, { size }) => sum + size, 0)
  return {
    gateways: ports.length,
    clients,
    deliveriesPerSecond: (HEARD_MESSAGES * clients) / seconds,
    perMessage: each(used, HEARD_MESSAGES),
  }
}

/**
 * Runs the mix evenly for some seconds, with all clients connected. Each kind has its own connection to each gateway. Runs it
 * for half as long before, because every connection to Postgres plans each statement once.
 */
export async function mix(stack: Stack, ports: readonly number[], requests: Requests, clients: number) {
  const counts = new Map<Kind, number>()
  const run = async (kind: Kind, seconds: number) => {
    const perSecond = (SPEED * MIX[kind] * clients) / 60
    const count = Math.round(perSecond * seconds)
    await repeat(ports, requests[kind], count, perSecond)
    counts.set(kind, count)
  }
  const runAll = async (seconds: number) => {
    await Promise.all(KINDS.map((kind) => run(kind, seconds)))
  }
  await runAll(SECONDS / 2)
  const { used, seconds } = await usedBy(stack, () => runAll(SECONDS))
  const perSecond = Object.fromEntries(KINDS.map((kind) => [kind, counts.get(kind)! / seconds]))
  const rates: Rates = { ...perSecond, delivery: perSecond.message! * clients }
  return { rates, used: each(used, seconds) }
}

/**
 * Microseconds of processor time by process that the work takes, without what the processes and their waiting clients take anyway,
 * and the duration of the work.
 */
async function usedBy(stack: Stack, work: () => Promise<void>): Promise<{ used: Cost; seconds: number }> {
  const idle = await sample(stack, () => sleep(IDLE_SECONDS * 1000))
  const busy = await sample(stack, work)
  const anyway = (process: Process) => (idle.used(process) * busy.seconds) / idle.seconds
  const used = PROCESSES.map((process) => [process, Math.max(0, busy.used(process) - anyway(process))])
  return { used: Object.fromEntries(used) as Cost, seconds: busy.seconds }
}

async function sample(stack: Stack, work: () => Promise<unknown>) {
  const [before, begin] = [stack.processes(), performance.now()]
  await work()
  await sleep(200) // jobs that follow from the work
  const groupOf = (name: string) => (name.startsWith('postgres') ? 'postgres' : name)
  const groups = processorBetween(before, stack.processes(), groupOf)
  const seconds = (performance.now() - begin) / 1000
  return { used: (process: Process) => (groups.get(process) ?? 0) * 1000, seconds }
}

const each = (cost: Cost, count: number): Cost =>
  Object.fromEntries(Object.entries(cost).map(([process, used]) => [process, used / count]))
