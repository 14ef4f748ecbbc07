import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Random } from '../chaos/random.ts'
import { Connection, type Measured, measured } from './load.ts'
import { fillOrganization } from './organization.ts'
import { type ProcessUse, processorBetween, proportionalMib, serverOf } from './process-tree.ts'
import { RawSocket } from './raw-socket.ts'
import { FORM } from './register-client.ts'
import { type Cell, printTable } from './report.ts'
import { LIFE } from './scale-mixes.ts'
import { type Stack, startStack } from './stack.ts'

const PEOPLE = Number(process.env.BENCH_CLIENTS ?? 500)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const SIZE = { people: PEOPLE, channels: 100, channelsEach: 20, groups: 20, messages: 100_000 }
/** A channel that has everybody. */
const EVERYBODY = 'everybody'
/** Clients that see this channel alone, for the time until the last of them has a message. */
const PROBES = 20
/** A frame with a message is longer, a heartbeat is shorter. */
const FRAME_BYTES = 200
/** Gateways close a connection that is silent for longer. */
const SILENT_MS = 5_000
const WORDS =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'
const KINDS = ['message', 'mark', 'presence', 'fetch'] as const
type Kind = (typeof KINDS)[number]

/**
 * Measures a company of 500 people as a whole on this machine: gateway, worker, Postgres, Redis and the load
 * generator share it. Everybody comes within a minute, then stays connected by a WebSocket while people write
 * and read as in the model of docs/scale.md, then ten times as much.
 */
export async function company(): Promise<void> {
  const stack = await startStack({ hasWorker: true })
  const people = await fillOrganization(stack, SIZE)
  await addEverybody(stack)
  await stack.restartGateway()
  const phases: { readonly name: string; readonly use: Map<string, number> }[] = []
  const sockets: RawSocket[] = []
  const phase = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const before = stack.processes()
    const began = performance.now()
    const result = await work()
    const seconds = (performance.now() - began) / 1000
    const use = processorBetween(before, stack.processes(), serverOf)
    phases.push({ name, use: new Map([...use].map(([group, ms]) => [group, ms / seconds / 10])) })
    return result
  }
  const came = await phase(`all come in ${SECONDS} s`, () => arrive(stack, people, sockets))
  printTable(`${PEOPLE} people come within ${SECONDS} s`, ['p50 ms', 'p99 ms'], came)
  const probes = new Probes(await openProbes(stack, people))
  const channels = await channelsOf(stack, people)
  for (const [name, times] of [
    ['a usual hour', 1],
    ['ten times as much', 10],
  ] as const) {
    const rates = Object.fromEntries(
      KINDS.map((kind) => [kind, (LIFE[kind] * times * PEOPLE) / 10_000]),
    ) as Record<Kind, number>
    const traffic = new Traffic(stack.port, people, channels, probes)
    const results = await phase(name, () => traffic.run(rates))
    printTable(
      name,
      ['/s', 'p50 ms', 'p99 ms'],
      [...results].map(([row, { perSecond, p50, p99 }]) => [row, [perSecond, 1], [p50, 1], [p99, 1]]),
    )
  }
  printProcesses(phases, stack.processes())
  for (const socket of [...sockets, ...probes.sockets]) socket.close()
  await stack.close()
}

/** Adds a channel that all people are subscribed to. */
async function addEverybody(stack: Stack): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  await client.query(
    `WITH made AS (INSERT INTO channel (realm_id, name) VALUES ($1, $2) RETURNING id), joined AS (
       INSERT INTO subscription (user_id, channel_id, color) SELECT u.id, made.id, '#76ce90'
       FROM made, user_account u WHERE u.realm_id = $1 AND u.email ~ '^p[0-9]+@' RETURNING user_id, channel_id)
     INSERT INTO subscription_span (user_id, channel_id, from_id)
     SELECT user_id, channel_id, (SELECT max(id) FROM message) FROM joined`,
    [stack.realm, EVERYBODY],
  )
  await client.end()
}

/** Each person registers, fetches the messages around the first unread one, and opens a WebSocket. */
async function arrive(stack: Stack, people: readonly string[], sockets: RawSocket[]) {
  const random = new Random(1)
  const url = `http://127.0.0.1:${stack.port}/api/v1`
  const registers: number[] = []
  const fetches: number[] = []
  await Promise.all(
    people.map(async (authorization) => {
      await sleep(random.next() * SECONDS * 1000)
      const began = performance.now()
      const headers = { authorization }
      const body = new URLSearchParams(FORM)
      const text = await textOf(await fetch(`${url}/register`, { method: 'POST', headers, body }))
      registers.push(performance.now() - began)
      const since = performance.now()
      const query = new URLSearchParams({ anchor: 'first_unread', num_before: '50', num_after: '100' })
      await textOf(await fetch(`${url}/messages?${query}`, { headers }))
      fetches.push(performance.now() - since)
      sockets.push(await openSocket(stack.port, authorization, text))
    }),
  )
  const row = (name: string, times: number[]): readonly [string, ...Cell[]] => {
    const { p50, p99 } = measured(times, SECONDS)
    return [name, [p50, 1], [p99, 1]]
  }
  return [row('register', registers), row('messages around the first unread', fetches)]
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

function openSocket(port: number, authorization: string, registered: string): Promise<RawSocket> {
  const queue = /"queue_id":"([^"]+)"/.exec(registered)![1]!
  const cursor = /"last_event_id":(-?\d+)/.exec(registered)![1]!
  const path = `/api/v1/events/ws?queue_id=${queue}&last_event_id=${cursor}`
  return RawSocket.open({ port, path, authorization })
}

async function openProbes(stack: Stack, people: readonly string[]): Promise<RawSocket[]> {
  const body = new URLSearchParams({
    event_types: '["message"]',
    narrow: JSON.stringify([['channel', EVERYBODY]]),
  })
  return Promise.all(
    people.slice(-PROBES).map(async (authorization) => {
      const options = { method: 'POST', headers: { authorization }, body }
      const text = await textOf(await fetch(`http://127.0.0.1:${stack.port}/api/v1/register`, options))
      return openSocket(stack.port, authorization, text)
    }),
  )
}

/** Names of the channels of each person. */
async function channelsOf(stack: Stack, people: readonly string[]): Promise<(readonly Channel[])[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ channels: Channel[] }>(
    `SELECT json_agg(json_build_object('id', c.id, 'name', c.name, 'newest', m.ids)) AS channels
     FROM user_account u JOIN subscription s ON s.user_id = u.id
       JOIN channel c ON c.id = s.channel_id AND c.name LIKE 'channel %',
       LATERAL (SELECT json_agg(id) AS ids FROM (
         SELECT id FROM message WHERE channel_id = c.id ORDER BY id DESC LIMIT 100) newest) m
     WHERE u.email ~ '^p[0-9]+@' GROUP BY u.id ORDER BY u.id`,
  )
  await client.end()
  if (rows.length !== people.length) throw new Error(`${rows.length} people have channels`)
  return rows.map(({ channels }) => channels)
}

interface Channel {
  readonly id: number
  readonly name: string
  readonly newest: readonly number[]
}

/** Measures the time from the request of a message until the last probe has it. */
class Probes {
  readonly sockets: readonly RawSocket[]
  #missing = 0
  #arrived: (() => void) | undefined

  constructor(sockets: readonly RawSocket[]) {
    this.sockets = sockets
    for (const socket of sockets)
      socket.onFrame = (bytes) => {
        if (bytes < FRAME_BYTES) return
        this.#missing -= 1
        if (this.#missing === 0) this.#arrived?.()
      }
  }

  /** `send` sends one message to the channel of everybody. One at a time. */
  async time(send: () => Promise<unknown>): Promise<number> {
    const began = performance.now()
    this.#missing = this.sockets.length
    const arrived = new Promise<void>((resolve) => {
      this.#arrived = resolve
    })
    await Promise.all([send(), arrived])
    return performance.now() - began
  }
}

/** Requests at random times, each by another person, as in docs/scale.md. */
class Traffic {
  readonly #random = new Random(2)
  readonly #free: { readonly connection: Connection; readonly since: number }[] = []
  readonly #port: number
  readonly #people: readonly string[]
  readonly #channels: readonly (readonly Channel[])[]
  readonly #probes: Probes
  #turn = 0

  constructor(
    port: number,
    people: readonly string[],
    channels: readonly (readonly Channel[])[],
    probes: Probes,
  ) {
    this.#port = port
    this.#people = people
    this.#channels = channels
    this.#probes = probes
  }

  async run(rates: Readonly<Record<Kind, number>>): Promise<Map<string, Measured>> {
    const results = new Map<string, Measured>()
    const deliveries: number[] = []
    let isOver = false
    const probing = (async () => {
      while (!isOver) {
        deliveries.push(await this.#probes.time(() => this.#say(EVERYBODY)))
        await sleep(1_000)
      }
    })()
    await Promise.all(
      KINDS.map(async (kind) => {
        const times: number[] = []
        const count = Math.round(rates[kind] * SECONDS)
        await Promise.all(
          Array.from({ length: count }, async () => {
            await sleep(this.#random.next() * SECONDS * 1000)
            const began = performance.now()
            await this.#send(kind)
            times.push(performance.now() - began)
          }),
        )
        results.set(NAMES[kind], measured(times, SECONDS))
      }),
    )
    isOver = true
    await probing
    results.set(`a message until the last of ${PEOPLE} has it`, measured(deliveries, SECONDS))
    for (const { connection } of this.#free) connection.close()
    return results
  }

  async #send(kind: Kind): Promise<void> {
    const n = this.#turn++
    const channels = this.#channels[n % PEOPLE]!
    const channel = channels[Math.floor(n / PEOPLE) % channels.length]!
    if (kind === 'message') await this.#say(channel.name, n)
    else if (kind === 'presence')
      await this.#post('/users/me/presence', n, { status: 'active', ping_only: 'true' })
    else if (kind === 'mark') {
      const message = channel.newest[Math.floor(this.#random.next() * channel.newest.length)]!
      await this.#post('/messages/flags', n, { op: 'add', flag: 'read', messages: `[${message}]` })
    } else {
      const narrow = JSON.stringify([{ operator: 'channel', operand: channel.id }])
      const query = new URLSearchParams({ anchor: 'newest', num_before: '100', num_after: '0', narrow })
      await this.#request('GET', `/messages?${query}`, n)
    }
  }

  #say(to: string, n = this.#turn++): Promise<void> {
    return this.#post('/messages', n, { type: 'channel', to, topic: `topic ${1 + (n % 10)}`, content: WORDS })
  }

  #post(path: string, n: number, fields: Record<string, string>): Promise<void> {
    return this.#request('POST', path, n, new URLSearchParams(fields).toString())
  }

  async #request(method: string, path: string, n: number, form?: string): Promise<void> {
    const connection = await this.#connect()
    await connection.request(method, `/api/v1${path}`, this.#people[n % PEOPLE]!, form)
    this.#free.push({ connection, since: performance.now() })
  }

  async #connect(): Promise<Connection> {
    const last = this.#free.pop()
    if (last === undefined) return Connection.open(this.#port)
    if (performance.now() - last.since < SILENT_MS) return last.connection
    last.connection.close()
    return this.#connect()
  }
}

const NAMES: Readonly<Record<Kind, string>> = {
  message: 'sending a message',
  mark: 'marking as read',
  presence: 'reporting presence',
  fetch: 'fetching 100 messages',
}

function printProcesses(
  phases: readonly { readonly name: string; readonly use: ReadonlyMap<string, number> }[],
  processes: readonly ProcessUse[],
): void {
  const memory = new Map<string, number>()
  for (const { pid, name } of processes) {
    const group = serverOf(name)
    memory.set(group, (memory.get(group) ?? 0) + proportionalMib(pid))
  }
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
  printTable(
    '% of a core',
    [...phases.map(({ name }) => name), 'MiB in the end'],
    [
      ...[...memory].map(([group, mib]): readonly [string, ...Cell[]] => [
        group,
        ...phases.map(({ use }): Cell => [use.get(group) ?? 0, 1]),
        [mib, 0],
      ]),
      ['all', ...phases.map(({ use }): Cell => [sum(use.values()), 1]), [sum(memory.values()), 0]],
    ],
  )
}
