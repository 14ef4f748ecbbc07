import { setTimeout as sleep } from 'node:timers/promises'
import { startBroadcaster } from './bare.ts'
import { type OpenCrowd, openCrowd, registerQueues } from './crowds.ts'
import { Connection } from './load.ts'
import { fillOrganization } from './organization.ts'
import { processorBetween } from './process-tree.ts'
import { commonRequests, type RequestKind } from './requests.ts'
import { type Cost, type Costs, PROCESSES, type Process, predict, type Rates } from './scale-model.ts'
import { reportCosts, reportPrediction, reportSteps, type Step } from './scale-report.ts'
import { type Stack, startStack } from './stack.ts'

/** Clients of each gateway. */
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 1_000)
const GATEWAYS = [1, 2, 4]
const MOST_GATEWAYS = 4
/** Seconds of the mix. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15)
/** Messages to listeners. A quarter more of everything comes first, to warm up. */
const HEARD_MESSAGES = 100
/** Requests of each kind that are measured, and their number in a second: a processor that wakes up for each one costs more. */
const REQUESTS = 500
const REQUESTS_PER_SECOND = 100
/** What a client does in a minute of the mix. Everybody hears every message. */
const MIX = { presence: 1, mark: 0.5, fetch: 0.2, message: 0.1 } as const
/** The mix runs this much faster than in life, so that processes are as busy as on a machine of the right size. */
const SPEED = 4
type Kind = keyof typeof MIX
const KINDS = Object.keys(MIX) as Kind[]
const MESSAGE =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'
/** Bytes of a frame with this message on a WebSocket. */
const BYTES_OF_FRAME = 700

type Requests = Readonly<Record<Kind, RequestKind['send']>>

/**
 * Measures messages in one organization on 1, 2 and 4 gateways with a thousand clients each, who hear all of them: the
 * processor time of a delivery and of a message must stay flat. Then compares the model of docs/scale.md, with the
 * constants of this run, with a mix of messages and requests on four gateways. Exits with 1 when they differ too much.
 */
export async function scale(): Promise<void> {
  const stack = await startStack({ hasWorker: true })
  const size = { people: MOST_GATEWAYS * CLIENTS, channels: 20, channelsEach: 20, groups: 0, messages: 5_000 }
  const people = await fillOrganization(stack, size)
  const requests = await requestsOf(stack, people)
  const ports = [stack.port]
  const steps: Step[] = []
  let alone: ReadonlyMap<Kind, Cost> = new Map()
  for (const gateways of GATEWAYS) {
    while (ports.length < gateways) ports.push((await stack.addGateway()).port)
    const crowds = await openCrowds(ports, people)
    steps.push(await heard(stack, ports, requests.message, crowds))
    for (const crowd of crowds) await crowd.stop()
    if (gateways === 1) alone = await eachAlone(stack, requests)
  }
  // Now four gateways read each message, although nobody hears it.
  const quiet = await costAlone(stack, requests.message)
  const constants = constantsOf(alone, quiet, steps[0]!)
  const crowds = await openCrowds(ports, people)
  const mixed = await mix(stack, ports, requests)
  for (const crowd of crowds) await crowd.stop()
  await stack.close()

  reportSteps(steps, await bareDelivery())
  reportCosts(constants)
  const predicted = predict(constants, mixed.rates, MOST_GATEWAYS, 0)
  if (!reportPrediction(predicted, mixed.used)) process.exitCode = 1
}

async function requestsOf(stack: Stack, people: readonly string[]): Promise<Requests> {
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
async function eachAlone(stack: Stack, requests: Requests): Promise<ReadonlyMap<Kind, Cost>> {
  const costs = new Map<Kind, Cost>()
  for (const kind of KINDS) await repeat(stack.port, requests[kind], 2 * REQUESTS)
  for (const kind of KINDS) costs.set(kind, await costAlone(stack, requests[kind]))
  return costs
}

/** The cost of a request, of one connection that makes them evenly. */
async function costAlone(stack: Stack, send: RequestKind['send']): Promise<Cost> {
  const used = await usedBy(stack, () => repeat(stack.port, send, REQUESTS, REQUESTS_PER_SECOND))
  return each(used, REQUESTS)
}

/** Makes requests one after the other, at most so many in a second. */
async function repeat(
  port: number,
  send: RequestKind['send'],
  count: number,
  perSecond = Number.POSITIVE_INFINITY,
): Promise<void> {
  const connection = await Connection.open(port)
  const begin = performance.now()
  for (let n = 0; n < count; n++) {
    const wait = begin + (n * 1000) / perSecond - performance.now()
    if (wait > 0) await sleep(wait)
    await send(connection, n)
  }
  connection.close()
}

/** Opens as many clients at each gateway. */
async function openCrowds(ports: readonly number[], people: readonly string[]): Promise<OpenCrowd[]> {
  const crowds: OpenCrowd[] = []
  for (const [n, port] of ports.entries()) {
    const queues = await registerQueues([port], people.slice(n * CLIENTS, (n + 1) * CLIENTS))
    crowds.push(await openCrowd({ port, from: `127.0.0.${2 + n}`, kind: 'sockets', queues }))
  }
  return crowds
}

/** Sends each message when all clients have the one before. */
async function heard(
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
  await run(HEARD_MESSAGES / 4)
  const begin = performance.now()
  const used = await usedBy(stack, () => run(HEARD_MESSAGES))
  const seconds = (performance.now() - begin) / 1000
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
 * The constants of the model. `quiet` is the cost of a message that four gateways read and nobody hears, `heard` that of
 * one with clients on a single gateway.
 */
function constantsOf(alone: ReadonlyMap<Kind, Cost>, quiet: Cost, heard: Step): Costs {
  const message = alone.get('message')!
  const entry = (process: Process) =>
    Math.max(0, ((quiet[process] ?? 0) - (message[process] ?? 0)) / (MOST_GATEWAYS - 1))
  const entries: Cost = { gateway: entry('gateway'), redis: entry('redis') }
  const withoutEntry = (cost: Cost): Cost => ({
    ...cost,
    gateway: cost.gateway! - entries.gateway!,
    redis: cost.redis! - entries.redis!,
  })
  return {
    message: withoutEntry(message),
    mark: withoutEntry(alone.get('mark')!),
    presence: alone.get('presence')!,
    fetch: alone.get('fetch')!,
    entry: entries,
    delivery: { gateway: (heard.perMessage.gateway! - message.gateway!) / heard.clients },
    waiting: {},
  }
}

/** Runs the mix evenly for some seconds, with all clients connected. Each kind has its own connection to each gateway. */
async function mix(stack: Stack, ports: readonly number[], requests: Requests) {
  const clients = MOST_GATEWAYS * CLIENTS
  const counts = new Map<Kind, number>()
  const run = async (kind: Kind) => {
    const connections = await Promise.all(ports.map((port) => Connection.open(port)))
    const intervalMs = 60_000 / (SPEED * MIX[kind] * clients)
    const begin = performance.now()
    let n = 0
    for (; n * intervalMs < SECONDS * 1000; n++) {
      await sleep(begin + n * intervalMs - performance.now())
      await requests[kind](connections[n % connections.length]!, n)
    }
    counts.set(kind, n)
    for (const connection of connections) connection.close()
  }
  const begin = performance.now()
  const used = await usedBy(stack, async () => void (await Promise.all(KINDS.map(run))))
  const seconds = (performance.now() - begin) / 1000
  const perSecond = Object.fromEntries(KINDS.map((kind) => [kind, counts.get(kind)! / seconds]))
  const rates: Rates = { ...perSecond, delivery: perSecond.message! * clients }
  return { rates, used: each(used, seconds) }
}

/** The processor time of a delivery by a bare uWebSockets.js in microseconds. */
async function bareDelivery(): Promise<number> {
  const bare = await startBroadcaster()
  const queue = { id: '', cursor: '0', authorization: '' }
  const crowd = await openCrowd({
    ...{ port: bare.port, from: '127.0.0.2', kind: 'sockets' },
    queues: Array.from({ length: CLIENTS }, () => queue),
  })
  const run = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const all = crowd.haveReceived(n + 1)
      bare.publish(BYTES_OF_FRAME)
      await all
    }
  }
  const warmUp = HEARD_MESSAGES / 4
  await run(0, warmUp)
  const before = bare.processorMs()
  await run(warmUp, warmUp + HEARD_MESSAGES)
  const used = bare.processorMs() - before
  await crowd.stop()
  bare.stop()
  return (used * 1000) / (HEARD_MESSAGES * CLIENTS)
}

/** Microseconds of processor time by process. */
async function usedBy(stack: Stack, work: () => Promise<void>): Promise<Cost> {
  const before = stack.processes()
  await work()
  await sleep(200) // jobs that follow from the work
  const groupOf = (name: string) => (name.startsWith('postgres') ? 'postgres' : name)
  const groups = processorBetween(before, stack.processes(), groupOf)
  return Object.fromEntries(PROCESSES.map((process) => [process, (groups.get(process) ?? 0) * 1000]))
}

const each = (cost: Cost, count: number): Cost =>
  Object.fromEntries(Object.entries(cost).map(([process, used]) => [process, used / count]))
