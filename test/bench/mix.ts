import { singleRowInserts } from './inserts.ts'
import { Connection, type Measured, measured } from './load.ts'
import { addPeople } from './people.ts'
import { RawSocket } from './raw-socket.ts'
import { printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'
import { growth } from './zulip-mix.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15)
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 1_000)
const CONNECTIONS = 32
const LISTENERS = 500
/** Number of people who subscribe to the channel that gets the messages. */
const READERS = 300
const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'
const FIRST_PAGE = new URLSearchParams({
  anchor: 'newest',
  num_before: '50',
  num_after: '0',
  narrow: JSON.stringify([{ operator: 'channel', operand: 'Verona' }]),
}).toString()

/** Requests by kind in a hundred: most report presence, some read, a few write. */
const MIX = { presence: 40, read: 25, flags: 20, send: 15 } as const
type Kind = keyof typeof MIX

/**
 * Measures a mix of requests as on a working day. Five hundred clients listen on WebSockets. 32 connections
 * report presence, fetch fifty messages, mark messages as read and send messages, which all listeners get.
 * Beside it, measures empty requests to the same gateway and INSERTs into the same Postgres. With `--large`
 * it runs `growth` instead.
 */
export async function mix(): Promise<void> {
  if (process.argv.includes('--large')) return growth()
  const stack = await startStack()
  const people = await addPeople(stack, PEOPLE)
  const listeners = await listen(stack, people)
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(stack.port)),
  )
  const nothing = await load(connections, async (connection) => {
    await connection.request('GET', '/health/live', '')
    return 'nothing'
  })
  const inserts = await singleRowInserts(stack.databaseUrl, CONNECTIONS, 5)

  const speaker = stack.authorization('hamlet')
  const newest: number[] = []
  let n = 0
  const before = stack.processorSeconds()
  const all = await load(connections, async (connection) => {
    const kind = nextKind(n++)
    switch (kind) {
      case 'presence':
        await connection.request(
          'POST',
          '/api/v1/users/me/presence',
          people[n % PEOPLE]!,
          'status=active&ping_only=true',
        )
        break
      case 'read':
        await connection.request('GET', `/api/v1/messages?${FIRST_PAGE}`, speaker)
        break
      case 'flags':
        await connection.request(
          'POST',
          '/api/v1/messages/flags',
          people[n % READERS]!,
          `op=add&flag=read&messages=${JSON.stringify(newest.slice(-20))}`,
        )
        break
      case 'send': {
        const answer = await connection.request('POST', '/api/v1/messages', speaker, message())
        newest.push(Number(/"id":(\d+)/.exec(answer)![1]))
        if (newest.length > 100) newest.splice(0, 50)
      }
    }
    return kind
  })
  const used = stack.processorSeconds() - before
  for (const connection of [...connections, ...listeners]) connection.close()
  await stack.close()

  const total = [...all.values()].reduce((sum, { perSecond }) => sum + perSecond, 0)
  const limit = nothing.get('nothing')!
  const row = (name: string, { perSecond, p50, p99 }: Measured) =>
    [name, [perSecond, 0], [p50, 2], [p99, 2], [perSecond / limit.perSecond, 2]] as const
  const milliseconds = (used * 1000) / (total * SECONDS)
  printTable(
    `${LISTENERS} listeners`,
    ['/s', 'p50 ms', 'p99 ms', 'of nothing', 'processor ms'],
    [
      row('answers of nothing', limit),
      row('single-row INSERT', inserts),
      ...(Object.keys(MIX) as Kind[]).map((kind) => row(kind, all.get(kind)!)),
      [
        'all together, deliveries included',
        [total, 0],
        undefined,
        undefined,
        [total / limit.perSecond, 2],
        [milliseconds, 2],
      ],
    ],
  )
}

async function listen(stack: Stack, people: readonly string[]): Promise<RawSocket[]> {
  const connection = await Connection.open(stack.port)
  const sockets: RawSocket[] = []
  const channels = new URLSearchParams({ subscriptions: JSON.stringify([{ name: 'Verona' }]) }).toString()
  for (const reader of people.slice(0, READERS)) {
    await connection.request('POST', '/api/v1/users/me/subscriptions', reader, channels)
  }
  for (let n = 0; n < LISTENERS; n++) {
    const authorization = people[n % READERS]!
    const answer = await connection.request(
      'POST',
      '/api/v1/register',
      authorization,
      'event_types=["message"]',
    )
    const queue = /"queue_id":"([^"]+)"/.exec(answer)![1]!
    const cursor = /"last_event_id":(\d+)/.exec(answer)![1]!
    const path = `/api/v1/events/ws?queue_id=${queue}&last_event_id=${cursor}`
    sockets.push(await RawSocket.open({ port: stack.port, path, authorization }))
  }
  connection.close()
  // Gives the first reads and flags some messages.
  const first = await Connection.open(stack.port)
  for (let n = 0; n < 60; n++)
    await first.request('POST', '/api/v1/messages', stack.authorization('hamlet'), message())
  first.close()
  return sockets
}

const message = () =>
  new URLSearchParams({ type: 'channel', to: 'Verona', topic: 'bench', content: CONTENT }).toString()

/** Picks the kind of the n-th request in a fixed order, so that each run sends the same requests. */
function nextKind(n: number): Kind {
  let rest = (n * 37) % 100
  for (const [kind, share] of Object.entries(MIX) as [Kind, number][]) {
    rest -= share
    if (rest < 0) return kind
  }
  return 'presence'
}

/** Repeats `work` on each connection for a time. Returns the durations by kind. */
async function load<Name extends string>(
  connections: readonly Connection[],
  work: (connection: Connection) => Promise<Name>,
): Promise<Map<Name, Measured>> {
  const times = new Map<Name, number[]>()
  const end = performance.now() + SECONDS * 1000
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const start = performance.now()
        if (start >= end) return
        const name = await work(connection)
        const list = times.get(name) ?? []
        times.set(name, list)
        list.push(performance.now() - start)
      }
    }),
  )
  return new Map([...times].map(([name, list]) => [name, measured(list, SECONDS)]))
}
