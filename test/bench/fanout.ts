import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Connection, type Measured, measured } from './load.ts'
import { processorSeconds } from './processor.ts'
import { RawSocket } from './raw-socket.ts'
import { type Stack, startStack } from './stack.ts'

const LISTENERS = Number(process.env.BENCH_LISTENERS ?? 2_000)
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 100)
/** Messages on their way at once, when throughput is measured. */
const AT_ONCE = 16
const PEOPLE = ['hamlet', 'cordelia', 'othello', 'zoe', 'aaron', 'desdemona', 'iago', 'polonius']
const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'
const BROADCASTER = fileURLToPath(new URL('./broadcaster.ts', import.meta.url))

interface Fanout extends Measured {
  /** Microseconds of the server's processor time for one delivery. */
  readonly processor: number
}

/**
 * Deliveries of a channel's messages to WebSockets of its subscribers, one message after the other and sixteen at
 * once, beside a bare uWebSockets.js that broadcasts as many bytes to as many sockets in the same run.
 */
export async function fanout(): Promise<void> {
  const stack = await startStack()
  const sockets = await listeners(stack)
  const sender = await Connection.open(stack.port)
  const form = new URLSearchParams({
    type: 'channel',
    to: 'Verona',
    topic: 'bench',
    content: CONTENT,
  }).toString()
  const send = async () => {
    await sender.request('POST', '/api/v1/messages', stack.authorization('hamlet'), form)
  }
  const used = () => stack.processorSeconds()
  const warm = await oneByOne(sockets, send, used, 10)
  const bytes = Math.round(sockets[0]!.bytes / sockets[0]!.frames)
  const one = await oneByOne(sockets, send, used, MESSAGES)
  const senders = await Promise.all(Array.from({ length: AT_ONCE }, () => Connection.open(stack.port)))
  const many = await together(sockets, used, async () => {
    let left = MESSAGES * 4
    await Promise.all(
      senders.map(async (connection) => {
        while (left-- > 0)
          await connection.request('POST', '/api/v1/messages', stack.authorization('hamlet'), form)
      }),
    )
    return MESSAGES * 4
  })
  for (const connection of [sender, ...senders]) connection.close()
  for (const socket of sockets) socket.close()
  await stack.close()

  const bare = await startBroadcaster()
  const others = await Promise.all(
    Array.from({ length: LISTENERS }, () => RawSocket.open({ port: bare.port, path: '/' })),
  )
  const text = 'x'.repeat(bytes - 4)
  const publish = async () => void bare.process.send(text)
  const bareUsed = () => processorSeconds(bare.process.pid!)
  await oneByOne(others, publish, bareUsed, 10)
  const bareOne = await oneByOne(others, publish, bareUsed, MESSAGES)
  const bareMany = await together(others, bareUsed, async () => {
    for (let n = 0; n < MESSAGES * 4; n++) bare.process.send(text)
    return MESSAGES * 4
  })
  bare.process.kill()
  report(`${LISTENERS} listeners, ${bytes} bytes a frame`, [
    ['bare broadcast, one by one', bareOne, bareOne],
    ['messages, one by one', one, bareOne],
    ['bare broadcast, all at once', bareMany, bareMany],
    [`messages, ${AT_ONCE} at once`, many, bareMany],
  ])
  void warm
}

async function listeners(stack: Stack): Promise<RawSocket[]> {
  const connections = await Promise.all(Array.from({ length: 8 }, () => Connection.open(stack.port)))
  const sockets: RawSocket[] = []
  let next = 0
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const index = next++
        if (index >= LISTENERS) return
        const authorization = stack.authorization(PEOPLE[index % PEOPLE.length]!)
        const form = 'event_types=["message"]&apply_markdown=true'
        const answer = await connection.request('POST', '/api/v1/register', authorization, form)
        const queue = /"queue_id":"([^"]+)"/.exec(answer)![1]!
        const cursor = /"last_event_id":(\d+)/.exec(answer)![1]!
        const path = `/api/v1/events/ws?queue_id=${queue}&last_event_id=${cursor}`
        sockets.push(await RawSocket.open({ port: stack.port, path, authorization }))
      }
    }),
  )
  for (const connection of connections) connection.close()
  return sockets
}

/** Each message is sent when everybody has the one before; times are from sending it to each one's having it. */
async function oneByOne(
  sockets: readonly RawSocket[],
  send: () => Promise<void>,
  used: () => number,
  count: number,
): Promise<Fanout> {
  const times: number[] = []
  const before = used()
  const begin = performance.now()
  for (let n = 0; n < count; n++) {
    const start = performance.now()
    let left = sockets.length
    await new Promise<void>((resolve, reject) => {
      for (const socket of sockets) {
        socket.onFrame = () => {
          times.push(performance.now() - start)
          left--
          if (left === 0) resolve()
        }
      }
      send().catch(reject)
    })
  }
  const seconds = (performance.now() - begin) / 1000
  return { ...measured(times, seconds), processor: ((used() - before) * 1e6) / (count * sockets.length) }
}

/** As fast as it goes: bytes are counted, as messages that arrive together share a frame. */
async function together(
  sockets: readonly RawSocket[],
  used: () => number,
  send: () => Promise<number>,
): Promise<Fanout> {
  const before = used()
  const begin = performance.now()
  let lastAt = begin
  for (const socket of sockets) {
    socket.onFrame = () => {
      lastAt = performance.now()
    }
  }
  const count = await send()
  // Everyone has everything when nothing has come for a while.
  while (performance.now() - lastAt < 1_000) await new Promise((resolve) => setTimeout(resolve, 50))
  const deliveries = count * sockets.length
  const perSecond = (deliveries * 1000) / (lastAt - begin)
  return { perSecond, p50: Number.NaN, p99: Number.NaN, processor: ((used() - before) * 1e6) / deliveries }
}

async function startBroadcaster(): Promise<{ process: ChildProcess; port: number }> {
  const child = fork(BROADCASTER, { execArgv: ['--import', 'tsx'] })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { process: child, port }
}

function report(title: string, rows: readonly [string, Fanout, Fanout][]): void {
  const line = (...cells: string[]) =>
    process.stdout.write(
      `${cells[0]!.padEnd(36)}${cells
        .slice(1)
        .map((cell) => cell.padStart(12))
        .join('')}\n`,
    )
  line(title)
  line('', 'deliveries/s', 'p50 ms', 'p99 ms', 'cpu µs each', 'of bare')
  for (const [name, { perSecond, p50, p99, processor }, limit] of rows) {
    const share = (limit.processor / processor).toFixed(2)
    line(name, perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), processor.toFixed(2), share)
  }
}
