import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Connection, type Measured, measured } from './load.ts'
import { processorSeconds } from './processor.ts'
import { RawPoll } from './raw-poll.ts'
import { RawSocket } from './raw-socket.ts'
import { type Stack, startStack } from './stack.ts'

/** Numbers of listeners, one measurement each. */
const SIZES = (process.env.BENCH_LISTENERS ?? '100,1000,5000').split(',').map(Number)
/** Approximate number of deliveries in each measurement. Fewer listeners get more messages. */
const DELIVERIES = 200_000
const MIN_MESSAGES = 40
const MAX_MESSAGES = 500
/** Messages in flight when throughput is measured. */
const AT_ONCE = 16
const PEOPLE = ['hamlet', 'cordelia', 'othello', 'zoe', 'aaron', 'desdemona', 'iago', 'polonius']
const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'
const BROADCASTER = fileURLToPath(new URL('./broadcaster.ts', import.meta.url))

interface Fanout extends Measured {
  /** Microseconds of the server's processor time for one delivery. */
  readonly processor: number
}

/** A client that receives messages by a WebSocket or by polls. */
interface Hearer {
  readonly frames: number
  readonly bytes: number
  onFrame: (() => void) | undefined
  close(): void
}

interface Row {
  readonly name: string
  readonly measured: Fanout
  /** The limit of the machine. */
  readonly limit: Fanout
}

/**
 * Measures deliveries of a channel's messages on WebSockets and in long polls, with one message and with sixteen in
 * flight. In the same run, a bare uWebSockets.js broadcasts frames of the same bytes to as many sockets. The number of
 * clients varies, because the cost of a delivery must not depend on it.
 */
export async function fanout(): Promise<void> {
  for (const listeners of SIZES) await withListeners(listeners)
}

async function withListeners(listeners: number): Promise<void> {
  const messages = Math.round(Math.min(MAX_MESSAGES, Math.max(MIN_MESSAGES, DELIVERIES / listeners)))
  const stack = await startStack()
  const form = new URLSearchParams({ type: 'channel', to: 'Verona', topic: 'bench', content: CONTENT })
  const send = async (connection: Connection) => {
    await connection.request('POST', '/api/v1/messages', stack.authorization('hamlet'), form.toString())
  }
  /** Uses new connections, because the gateway closes idle ones. */
  const sendTogether = async () => {
    let left = messages * 4
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const connection = await Connection.open(stack.port)
        while (left-- > 0) await send(connection)
        connection.close()
      }),
    )
    return messages * 4
  }
  const used = () => stack.processorSeconds()
  const measure = async (hearers: readonly Hearer[], publish: () => Promise<void>, cpu: () => number) => {
    await oneByOne(hearers, publish, cpu, 10)
    return oneByOne(hearers, publish, cpu, messages)
  }

  const sockets = await open(listeners, stack, (queue, cursor, authorization) =>
    RawSocket.open({
      ...{ port: stack.port, authorization },
      path: `/api/v1/events/ws?queue_id=${queue}&last_event_id=${cursor}`,
    }),
  )
  const sender = await Connection.open(stack.port)
  const socketsOne = await measure(sockets, () => send(sender), used)
  const bytes = Math.round(sockets[0]!.bytes / sockets[0]!.frames)
  const socketsMany = await together(sockets, used, sendTogether)
  for (const socket of sockets) socket.close()

  const polls = await open(listeners, stack, (queue, cursor, authorization) =>
    RawPoll.open({ port: stack.port, queue, cursor, authorization }),
  )
  const other = await Connection.open(stack.port)
  const pollsOne = await measure(polls, () => send(other), used)
  const pollsMany = await together(polls, used, sendTogether)
  for (const one of [...polls, sender, other]) one.close()
  await stack.close()

  const bare = await startBroadcaster()
  const others = await Promise.all(
    Array.from({ length: listeners }, () => RawSocket.open({ port: bare.port, path: '/' })),
  )
  const publish = (length: number) => {
    const text = 'x'.repeat(length)
    return async () => void bare.process.send(text)
  }
  const bareUsed = () => processorSeconds(bare.process.pid!)
  const bareOne = await measure(others, publish(bytes - 4), bareUsed)
  // Sends the same frames as the sockets got, with as many messages in each.
  const { perFrame, bytesOfFrame } = socketsMany
  const bareFrames = await measure(others, publish(bytesOfFrame - 4), bareUsed)
  const bareMany: Fanout = {
    ...{ p50: Number.NaN, p99: Number.NaN },
    perSecond: bareFrames.perSecond * perFrame,
    processor: bareFrames.processor / perFrame,
  }
  for (const one of others) one.close()
  bare.process.kill()
  report(`${listeners} clients, ${bytes} bytes a frame`, [
    { name: 'bare broadcast, one by one', measured: bareOne, limit: bareOne },
    { name: 'WebSockets, one by one', measured: socketsOne, limit: bareOne },
    { name: 'long polls, one by one', measured: pollsOne, limit: bareOne },
    { name: `bare broadcast, ${perFrame.toFixed(1)} a frame`, measured: bareMany, limit: bareMany },
    { name: `WebSockets, ${AT_ONCE} at once`, measured: socketsMany, limit: bareMany },
    { name: `long polls, ${AT_ONCE} at once`, measured: pollsMany, limit: bareMany },
  ])
}

/** Registers clients with one queue each. */
async function open<H extends Hearer>(
  count: number,
  stack: Stack,
  listen: (queue: string, cursor: string, authorization: string) => Promise<H>,
): Promise<H[]> {
  const connections = await Promise.all(Array.from({ length: 8 }, () => Connection.open(stack.port)))
  const hearers: H[] = []
  let next = 0
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const index = next++
        if (index >= count) return
        const authorization = stack.authorization(PEOPLE[index % PEOPLE.length]!)
        const form = 'event_types=["message"]&apply_markdown=true'
        const answer = await connection.request('POST', '/api/v1/register', authorization, form)
        const queue = /"queue_id":"([^"]+)"/.exec(answer)![1]!
        const cursor = /"last_event_id":(\d+)/.exec(answer)![1]!
        hearers.push(await listen(queue, cursor, authorization))
      }
    }),
  )
  for (const connection of connections) connection.close()
  return hearers
}

/** Sends each message when all clients have the one before. Times are from the request to each client's receipt. */
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
    ...{ perSecond, p50: Number.NaN, p99: Number.NaN },
    processor: ((used() - before) * 1e6) / deliveries,
    perFrame: count / frames,
    bytesOfFrame: Math.round((one.bytes - had.bytes) / frames),
  }
}

async function startBroadcaster(): Promise<{ process: ChildProcess; port: number }> {
  const child = fork(BROADCASTER, { execArgv: ['--import', 'tsx'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { process: child, port }
}

function report(title: string, rows: readonly Row[]): void {
  const line = (...cells: string[]) =>
    process.stdout.write(
      `${cells[0]!.padEnd(36)}${cells
        .slice(1)
        .map((cell) => cell.padStart(14))
        .join('')}\n`,
    )
  line(title, 'deliveries/s', 'p50 ms', 'p99 ms', 'cpu µs each', 'of bare')
  for (const { name, measured, limit } of rows) {
    const { perSecond, p50, p99, processor } = measured
    const times = [p50, p99].map((time) => (Number.isNaN(time) ? '' : time.toFixed(1)))
    line(name, perSecond.toFixed(0), ...times, processor.toFixed(2), (limit.processor / processor).toFixed(2))
  }
}
