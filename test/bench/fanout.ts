import { type Broadcaster, startBroadcaster } from './bare.ts'
import {
  type Hearer,
  type Open,
  openBarePolls,
  openBareSockets,
  openPolls,
  openSockets,
} from './fanout-clients.ts'
import { Connection, type Measured, measured } from './load.ts'
import { type ProcessUse, processorBetween, serverOf } from './process-tree.ts'
import { printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

/** Numbers of listeners, one measurement each. */
const SIZES = (process.env.BENCH_LISTENERS ?? '100,1000,5000').split(',').map(Number)
/** Approximate number of deliveries in each measurement. Fewer listeners get more messages. */
const DELIVERIES = 200_000
const MIN_MESSAGES = 40
const MAX_MESSAGES = 500
/**
 * Messages to sockets, and to polls, before anything is measured: V8 compiles the code of the first
 * thousands.
 */
const WARM_UP = Number(process.env.BENCH_MESSAGES ?? 4_000)
/** Messages in flight when throughput is measured. */
const AT_ONCE = 16
const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'
/** Bytes of the header of a short frame of a WebSocket. */
const BYTES_OF_HEADER = 4

interface Fanout extends Measured {
  /**
   * Microseconds of processor time for one delivery: of all processes, and of the gateway or bare server
   * alone.
   */
  readonly processor: number
  readonly sender: number
}

/** Reads the processor time of the processes that take part in a delivery. */
type Usage = () => readonly ProcessUse[]

interface Delivered {
  readonly one: Fanout
  /** Bytes of a frame or an answer with one message. */
  readonly bytes: number
  readonly many: Together
}

interface Row {
  readonly name: string
  readonly measured: Fanout
  /** The limit of the machine. */
  readonly limit: Fanout
}

/**
 * Measures deliveries of a channel's messages on WebSockets and in long polls, with one message and with
 * sixteen in flight. Processor time is the sum of gateway, Postgres, Redis and worker, with the requests that
 * send the messages. In the same run, a bare uWebSockets.js gets a request for each message and sends the
 * same number of bytes to the same number of sockets and waiting polls. Its polls have the requests and
 * headers of the gateway's. The number of clients varies, because the cost of a delivery must not depend on
 * it; the slope is the cost of one more client. One gateway that has sent WARM_UP messages serves all
 * numbers, so that the slope contains no compilation. The bare server is as warm.
 */
export async function fanout(): Promise<void> {
  const stack = await startStack({ hasWorker: true })
  const bare = await startBroadcaster()
  await warmUp(stack, bare)
  const sizes: { listeners: number; rows: readonly Row[] }[] = []
  for (const listeners of SIZES) {
    const rows = await withListeners(stack, bare, listeners)
    report(`${listeners} clients`, rows)
    sizes.push({ listeners, rows })
  }
  bare.stop()
  await stack.close()
  for (const [n, size] of sizes.entries()) if (n > 0) reportSlopes(sizes[n - 1]!, size)
}

async function warmUp(stack: Stack, bare: Broadcaster): Promise<void> {
  for (const open of [openSockets(stack), openPolls(stack)]) {
    const clients = await open(SIZES[0]!)
    await together(clients.hearers, stack.processes, () => sendTogether(stack, WARM_UP))
    const sender = await Connection.open(stack.port)
    await oneByOne(clients.hearers, () => send(stack, sender), stack.processes, WARM_UP / 10)
    sender.close()
    await clients.close()
  }
  for (const open of [openBareSockets, openBarePolls]) {
    const hearers = await open(stack, bare, SIZES[0]!)
    const sender = await Connection.open(bare.port)
    await oneByOne(hearers, () => publish(sender, 1_000), bare.processes, WARM_UP / 4)
    sender.close()
    for (const hearer of hearers) hearer.close()
  }
}

async function withListeners(stack: Stack, bare: Broadcaster, listeners: number): Promise<readonly Row[]> {
  const messages = Math.round(Math.min(MAX_MESSAGES, Math.max(MIN_MESSAGES, DELIVERIES / listeners)))
  const measure = async (hearers: readonly Hearer[], send: () => Promise<void>, usage: Usage) => {
    await oneByOne(hearers, send, usage, 10)
    return oneByOne(hearers, send, usage, messages)
  }
  const deliver = async (open: Open): Promise<Delivered> => {
    const { hearers, close } = await open(listeners)
    const sender = await Connection.open(stack.port)
    const one = await measure(hearers, () => send(stack, sender), stack.processes)
    sender.close()
    const bytes = Math.round(hearers[0]!.bytes / hearers[0]!.frames)
    const many = await together(hearers, stack.processes, () => sendTogether(stack, messages * 4))
    await close()
    return { one, bytes, many }
  }
  /** Sends the same frames as a gateway did, with the same number of messages in each. */
  const limitOf = async (open: typeof openBarePolls, delivered: Delivered, overhead: number) => {
    const hearers = await open(stack, bare, listeners)
    const sender = await Connection.open(bare.port)
    const frameOf = (bytes: number) => () => publish(sender, bytes - overhead)
    const one = await measure(hearers, frameOf(delivered.bytes), bare.processes)
    const { perFrame, bytesOfFrame } = delivered.many
    const frames = await measure(hearers, frameOf(bytesOfFrame), bare.processes)
    sender.close()
    for (const hearer of hearers) hearer.close()
    const many: Fanout = {
      ...{ p50: Number.NaN, p95: Number.NaN, p99: Number.NaN },
      perSecond: frames.perSecond * perFrame,
      processor: frames.processor / perFrame,
      sender: frames.sender / perFrame,
    }
    return { one, many }
  }
  const sockets = await deliver(openSockets(stack))
  const bareSockets = await limitOf(openBareSockets, sockets, BYTES_OF_HEADER)
  const polls = await deliver(openPolls(stack))
  const barePolls = await limitOf(openBarePolls, polls, 0)
  return [
    { name: 'bare sockets, one by one', measured: bareSockets.one, limit: bareSockets.one },
    { name: 'WebSockets, one by one', measured: sockets.one, limit: bareSockets.one },
    { name: 'bare sockets, 16 at once', measured: bareSockets.many, limit: bareSockets.many },
    { name: 'WebSockets, 16 at once', measured: sockets.many, limit: bareSockets.many },
    { name: 'bare polls, one by one', measured: barePolls.one, limit: barePolls.one },
    { name: 'long polls, one by one', measured: polls.one, limit: barePolls.one },
    { name: 'bare polls, 16 at once', measured: barePolls.many, limit: barePolls.many },
    { name: 'long polls, 16 at once', measured: polls.many, limit: barePolls.many },
  ]
}

async function send(stack: Stack, connection: Connection): Promise<void> {
  const form = new URLSearchParams({ type: 'channel', to: 'Verona', topic: 'bench', content: CONTENT })
  await connection.request('POST', '/api/v1/messages', stack.authorization('hamlet'), form.toString())
}

/** Lets the bare server send a text of this many bytes to all its clients. */
async function publish(connection: Connection, bytes: number): Promise<void> {
  await connection.request('POST', `/publish/${bytes}`, '')
}

/** Sends messages as fast as possible. Uses new connections, because the gateway closes idle ones. */
async function sendTogether(stack: Stack, count: number): Promise<number> {
  let left = count
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const connection = await Connection.open(stack.port)
      while (left-- > 0) await send(stack, connection)
      connection.close()
    }),
  )
  return count
}

/**
 * Sends each message when all clients have the previous one. Times are from the request to each client's
 * receipt. Fails when a client loses its connection.
 */
async function oneByOne(
  hearers: readonly Hearer[],
  send: () => Promise<void>,
  usage: Usage,
  count: number,
): Promise<Fanout> {
  const times: number[] = []
  const before = usage()
  const begin = performance.now()
  for (let n = 0; n < count; n++) {
    const start = performance.now()
    let left = hearers.length
    await new Promise<void>((resolve, reject) => {
      for (const hearer of hearers) {
        hearer.onFrame = () => {
          times.push(performance.now() - start)
          left--
          if (left === 0) resolve()
        }
        hearer.onClose = () => reject(new Error('a client has lost its connection'))
      }
      send().catch(reject)
    })
  }
  const seconds = (performance.now() - begin) / 1000
  return { ...measured(times, seconds), ...costs(before, usage(), count * hearers.length) }
}

/** Microseconds of a delivery between two readings. */
function costs(before: readonly ProcessUse[], after: readonly ProcessUse[], deliveries: number) {
  const groups = processorBetween(before, after, serverOf)
  const all = [...groups.values()].reduce((sum, milliseconds) => sum + milliseconds, 0)
  const each = (milliseconds: number) => (milliseconds * 1000) / deliveries
  // The bare server is one process.
  return { processor: each(all), sender: each(groups.get('gateway') ?? all) }
}

interface Together extends Fanout {
  /** Average number of messages in a frame, and its bytes. */
  readonly perFrame: number
  readonly bytesOfFrame: number
}

/** Sends as fast as possible. Messages that arrive together share a frame. */
async function together(
  hearers: readonly Hearer[],
  usage: Usage,
  send: () => Promise<number>,
): Promise<Together> {
  const before = usage()
  const one = hearers[0]!
  const had = { frames: one.frames, bytes: one.bytes }
  const begin = performance.now()
  let lastAt = begin
  for (const hearer of hearers) {
    hearer.onFrame = () => {
      lastAt = performance.now()
    }
  }
  const count = await send()
  // All deliveries are done when none has arrived for a while.
  while (performance.now() - lastAt < 1_000) await new Promise((resolve) => setTimeout(resolve, 50))
  const deliveries = count * hearers.length
  const perSecond = (deliveries * 1000) / (lastAt - begin)
  const frames = one.frames - had.frames
  return {
    ...{ perSecond, p50: Number.NaN, p95: Number.NaN, p99: Number.NaN },
    ...costs(before, usage(), deliveries),
    perFrame: count / frames,
    bytesOfFrame: Math.round((one.bytes - had.bytes) / frames),
  }
}

function report(title: string, rows: readonly Row[]): void {
  printTable(
    title,
    ['deliveries/s', 'p50 ms', 'p99 ms', 'µs each', 'of it gateway', 'of bare'],
    rows.map(({ name, measured, limit }) => [
      name,
      [measured.perSecond, 0],
      [measured.p50, 1],
      [measured.p99, 1],
      [measured.processor, 2],
      [measured.sender, 2],
      [limit.processor / measured.processor, 2],
    ]),
  )
}

interface Size {
  readonly listeners: number
  readonly rows: readonly Row[]
}

/** Prints the processor time that a message costs more for each client more. */
function reportSlopes(fewer: Size, more: Size): void {
  const slope = (n: number, of: 'measured' | 'limit', part: 'processor' | 'sender' = 'processor') => {
    const cost = ({ listeners, rows }: Size) => rows[n]![of][part] * listeners
    return (cost(more) - cost(fewer)) / (more.listeners - fewer.listeners)
  }
  printTable(
    `slope from ${fewer.listeners} to ${more.listeners} clients`,
    ['µs each', 'of it gateway', 'of bare'],
    more.rows.map(({ name }, n) => [
      name,
      [slope(n, 'measured'), 2],
      [slope(n, 'measured', 'sender'), 2],
      [slope(n, 'limit') / slope(n, 'measured'), 2],
    ]),
  )
}
