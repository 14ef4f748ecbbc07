import { randomUUID } from 'node:crypto'
import { type Broadcaster, startBroadcaster } from './bare.ts'
import { Connection, type Measured, measured } from './load.ts'
import { RawPoll } from './raw-poll.ts'
import { RawSocket } from './raw-socket.ts'
import { printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

/** Numbers of listeners, one measurement each. */
const SIZES = (process.env.BENCH_LISTENERS ?? '100,1000,5000').split(',').map(Number)
/** Approximate number of deliveries in each measurement. Fewer listeners get more messages. */
const DELIVERIES = 200_000
const MIN_MESSAGES = 40
const MAX_MESSAGES = 500
/** Messages to sockets, and to polls, before anything is measured: V8 compiles what the first thousands run. */
const WARM_UP = Number(process.env.BENCH_MESSAGES ?? 4_000)
/** Messages in flight when throughput is measured. */
const AT_ONCE = 16
const PEOPLE = ['hamlet', 'cordelia', 'othello', 'zoe', 'aaron', 'desdemona', 'iago', 'polonius']
const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'
/** Bytes of the header of a short frame of a WebSocket. */
const BYTES_OF_HEADER = 4

interface Fanout extends Measured {
  /** Microseconds of the server's processor time for one delivery. */
  readonly processor: number
}

/** A client that receives messages by a WebSocket or by polls. */
interface Hearer {
  readonly frames: number
  readonly bytes: number
  onFrame: ((payloadBytes: number) => void) | undefined
  onClose: (() => void) | undefined
  close(): void
}

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

/** Opens so many clients, one queue each. */
type Open = (count: number) => Promise<Clients>

interface Clients {
  readonly hearers: readonly Hearer[]
  /** Disconnects the clients and deletes their queues. */
  close(): Promise<void>
}

/**
 * Measures deliveries of a channel's messages on WebSockets and in long polls, with one message and with sixteen in
 * flight. In the same run, a bare uWebSockets.js sends as many bytes to as many sockets and waiting polls, whose requests and
 * headers are those of the gateway's. The number of clients varies, because the cost of a delivery must not depend on it; the
 * slope is the cost of one more client. One gateway that has sent WARM_UP messages serves all numbers, so that the slope contains no
 * compilation.
 */
export async function fanout(): Promise<void> {
  const stack = await startStack()
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
    await together(clients.hearers, stack.processorSeconds, () => sendTogether(stack, WARM_UP))
    const sender = await Connection.open(stack.port)
    await oneByOne(clients.hearers, () => send(stack, sender), stack.processorSeconds, WARM_UP / 10)
    sender.close()
    await clients.close()
  }
  const polls = await openBarePolls(stack, bare, SIZES[0]!)
  await oneByOne(polls, async () => bare.publish(1_000), stack.processorSeconds, WARM_UP / 40)
  for (const poll of polls) poll.close()
}

async function withListeners(stack: Stack, bare: Broadcaster, listeners: number): Promise<readonly Row[]> {
  const messages = Math.round(Math.min(MAX_MESSAGES, Math.max(MIN_MESSAGES, DELIVERIES / listeners)))
  const measure = async (hearers: readonly Hearer[], publish: () => Promise<void>, cpu: () => number) => {
    await oneByOne(hearers, publish, cpu, 10)
    return oneByOne(hearers, publish, cpu, messages)
  }
  const deliver = async (open: Open): Promise<Delivered> => {
    const { hearers, close } = await open(listeners)
    const sender = await Connection.open(stack.port)
    const one = await measure(hearers, () => send(stack, sender), stack.processorSeconds)
    sender.close()
    const bytes = Math.round(hearers[0]!.bytes / hearers[0]!.frames)
    const many = await together(hearers, stack.processorSeconds, () => sendTogether(stack, messages * 4))
    await close()
    return { one, bytes, many }
  }
  const bareUsed = () => bare.processorMs() / 1000
  /** Sends the same frames as a gateway did, with as many messages in each. */
  const limitOf = async (open: () => Promise<readonly Hearer[]>, delivered: Delivered, overhead: number) => {
    const hearers = await open()
    const publish = (bytes: number) => async () => bare.publish(bytes - overhead)
    const one = await measure(hearers, publish(delivered.bytes), bareUsed)
    const { perFrame, bytesOfFrame } = delivered.many
    const frames = await measure(hearers, publish(bytesOfFrame), bareUsed)
    for (const hearer of hearers) hearer.close()
    const many: Fanout = {
      ...{ p50: Number.NaN, p95: Number.NaN, p99: Number.NaN },
      perSecond: frames.perSecond * perFrame,
      processor: frames.processor / perFrame,
    }
    return { one, many }
  }
  const sockets = await deliver(openSockets(stack))
  const bareSockets = await limitOf(
    () => openEach(listeners, () => RawSocket.open({ port: bare.port, path: '/' })),
    sockets,
    BYTES_OF_HEADER,
  )
  const polls = await deliver(openPolls(stack))
  const barePolls = await limitOf(() => openBarePolls(stack, bare, listeners), polls, 0)
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

const openSockets = (stack: Stack): Open =>
  opener(stack, (queue, cursor, authorization) =>
    RawSocket.open({
      ...{ port: stack.port, authorization },
      path: `/api/v1/events/ws?queue_id=${queue}&last_event_id=${cursor}`,
    }),
  )

const openPolls = (stack: Stack): Open =>
  opener(stack, (queue, cursor, authorization) =>
    RawPoll.open({ port: stack.port, queue, cursor, authorization }),
  )

/** Greater than the id of any text of the bare server, so that the first poll of a client waits. */
const BEFORE_ANY_TEXT = '99999999'

const openEach = <T>(count: number, open: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, open))

/** Polls of the bare server with requests like those to the gateway. All of them wait when it resolves: a later one would miss a text. */
async function openBarePolls(stack: Stack, bare: Broadcaster, count: number): Promise<readonly Hearer[]> {
  const authorization = stack.authorization(PEOPLE[0]!)
  const polls = await openEach(count, () =>
    RawPoll.open({ port: bare.port, queue: randomUUID(), cursor: BEFORE_ANY_TEXT, authorization }),
  )
  const connection = await Connection.open(bare.port)
  const waiting = async () => Number((await connection.request('GET', '/waiting', '')).split('\r\n\r\n')[1])
  while ((await waiting()) < count);
  connection.close()
  return polls
}

/** Registers clients with one queue each, which `listen` connects. */
function opener(
  stack: Stack,
  listen: (queue: string, cursor: string, authorization: string) => Promise<Hearer>,
): Open {
  /** Takes a number of steps on eight connections. */
  const each = async (count: number, step: (connection: Connection, index: number) => Promise<void>) => {
    let next = 0
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const connection = await Connection.open(stack.port)
        for (let index = next++; index < count; index = next++) await step(connection, index)
        connection.close()
      }),
    )
  }
  return async (count) => {
    const hearers: Hearer[] = []
    const queues: { queue: string; authorization: string }[] = []
    await each(count, async (connection, index) => {
      const authorization = stack.authorization(PEOPLE[index % PEOPLE.length]!)
      const form = 'event_types=["message"]&apply_markdown=true'
      const answer = await connection.request('POST', '/api/v1/register', authorization, form)
      const queue = /"queue_id":"([^"]+)"/.exec(answer)![1]!
      const cursor = /"last_event_id":(\d+)/.exec(answer)![1]!
      queues.push({ queue, authorization })
      hearers.push(await listen(queue, cursor, authorization))
    })
    const close = async () => {
      for (const hearer of hearers) hearer.onClose = undefined
      for (const hearer of hearers) hearer.close()
      await each(count, async (connection, index) => {
        const { queue, authorization } = queues[index]!
        await connection.request('DELETE', `/api/v1/events?queue_id=${queue}`, authorization)
      })
    }
    return { hearers, close }
  }
}

/**
 * Sends each message when all clients have the one before. Times are from the request to each client's receipt. Fails when a
 * client loses its connection.
 */
async function oneByOne(
  hearers: readonly Hearer[],
  send: () => Promise<void>,
  used: () => number,
  count: number,
): Promise<Fanout> {
  const times: number[] = []
  const before = used()
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
  return { ...measured(times, seconds), processor: ((used() - before) * 1e6) / (count * hearers.length) }
}

interface Together extends Fanout {
  /** Average number of messages in a frame, and its bytes. */
  readonly perFrame: number
  readonly bytesOfFrame: number
}

/** Sends as fast as possible. Messages that arrive together share a frame. */
async function together(
  hearers: readonly Hearer[],
  used: () => number,
  send: () => Promise<number>,
): Promise<Together> {
  const before = used()
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
    processor: ((used() - before) * 1e6) / deliveries,
    perFrame: count / frames,
    bytesOfFrame: Math.round((one.bytes - had.bytes) / frames),
  }
}

function report(title: string, rows: readonly Row[]): void {
  printTable(
    title,
    ['deliveries/s', 'p50 ms', 'p99 ms', 'processor µs each', 'of bare'],
    rows.map(({ name, measured, limit }) => [
      name,
      [measured.perSecond, 0],
      [measured.p50, 1],
      [measured.p99, 1],
      [measured.processor, 2],
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
  const slope = (n: number, of: 'measured' | 'limit') => {
    const cost = ({ listeners, rows }: Size) => rows[n]![of].processor * listeners
    return (cost(more) - cost(fewer)) / (more.listeners - fewer.listeners)
  }
  printTable(
    `slope from ${fewer.listeners} to ${more.listeners} clients`,
    ['µs each', 'of bare'],
    more.rows.map(({ name }, n) => [
      name,
      [slope(n, 'measured'), 2],
      [slope(n, 'limit') / slope(n, 'measured'), 2],
    ]),
  )
}
