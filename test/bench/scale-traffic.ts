import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Random } from '../chaos/random.ts'
import { Connection } from './load.ts'
import { fillOrganization } from './organization.ts'
import type { Stack } from './stack.ts'

/** The requests of the model. A `broadcast` is a message that all clients hear. */
export const KINDS = ['message', 'broadcast', 'mark', 'presence', 'fetch'] as const
export type Kind = (typeof KINDS)[number]

/** Requests of each kind in a second. */
export type Mix = Readonly<Record<Kind, number>>

/**
 * People of the organization. Each reports presence when it is their turn, so there are enough that nobody
 * does so again before a report counts as news.
 */
const PEOPLE = 10_000
/** Those who are connected. A tenth of them hears a message. */
export const CLIENTS = 1_000
const CHANNELS = 20
const MESSAGES = 5_000
const EVERYBODY = 'everybody'
/** Connections for each kind of request to each gateway. */
const CONNECTIONS = 4
const MESSAGE =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'

/** The requests and deliveries of a mix. */
export interface Load {
  readonly requests: Readonly<Record<Kind, number>>
  readonly deliveries: number
  /** The time that the mix was to take divided by the time that it took. */
  readonly kept: number
}

/** A mix with open connections. */
export interface OpenMix {
  /**
   * Sends the requests of this number of seconds at random times, the same number of each kind to each
   * gateway.
   */
  run(seconds: number): Promise<Load>
  close(): void
}

interface Person {
  readonly authorization: string
  readonly channels: readonly Channel[]
}

interface Channel {
  readonly id: number
  readonly name: string
  /** Connected clients that hear it. */
  listeners: number
  readonly messages: readonly number[]
}

/** An organization of active people. */
export class Traffic {
  readonly #people: readonly Person[]
  readonly #random = new Random(1)
  readonly #turns: Record<Kind, number> = { message: 0, broadcast: 0, mark: 0, presence: 0, fetch: 0 }
  #deliveries = 0

  private constructor(people: readonly Person[]) {
    this.#people = people
  }

  /** Fills the organization, and starts the gateway anew. */
  static async prepare(stack: Stack): Promise<Traffic> {
    const size = { people: PEOPLE, channels: CHANNELS, channelsEach: 2, groups: 0, messages: MESSAGES }
    const people = await fillOrganization(stack, size)
    const traffic = new Traffic(await readPeople(stack, people))
    await stack.restartGateway()
    return traffic
  }

  /** Authorization headers of those who are to be connected. */
  get clients(): string[] {
    return this.#people.slice(0, CLIENTS).map(({ authorization }) => authorization)
  }

  /** Sends requests as fast as they are answered, so that gateways have compiled their frequent code. */
  async warmUp(ports: readonly number[], requestsEach: number): Promise<void> {
    for (const kind of KINDS) {
      const each = kind === 'broadcast' ? 5 : Math.ceil(requestsEach / CONNECTIONS)
      const connections = await this.#connect(ports)
      await Promise.all(
        connections.map(async (connection) => {
          for (let n = 0; n < each; n++) await this.#send(kind, connection)
        }),
      )
      for (const connection of connections) connection.close()
    }
  }

  /** Opens connections for a mix. Gateways close them when they wait for long. */
  async open(ports: readonly number[], mix: Mix): Promise<OpenMix> {
    const kinds = KINDS.filter((kind) => mix[kind] > 0)
    const lines = await Promise.all(
      kinds.map(async (kind) => ({ kind, connections: await this.#connect(ports) })),
    )
    return {
      run: async (seconds) => {
        const before = this.#deliveries
        const counts = new Map(kinds.map((kind) => [kind, Math.round(mix[kind] * seconds)]))
        const began = performance.now()
        await Promise.all(
          lines.map(({ kind, connections }) => {
            const at = () => began + this.#random.next() * seconds * 1000
            const times = Array.from({ length: counts.get(kind)! }, at)
            return this.#follow(
              kind,
              connections,
              times.sort((a, b) => a - b),
            )
          }),
        )
        const took = performance.now() - began
        await sleep(Math.max(0, seconds * 1000 - took))
        return {
          requests: Object.fromEntries(
            KINDS.map((kind) => [kind, counts.get(kind) ?? 0]),
          ) as Load['requests'],
          deliveries: this.#deliveries - before,
          kept: Math.min(1, (seconds * 1000) / took),
        }
      },
      close: () => {
        for (const connection of lines.flatMap(({ connections }) => connections)) connection.close()
      },
    }
  }

  /** Connections to all gateways in turn. */
  #connect(ports: readonly number[]): Promise<Connection[]> {
    const all = Array.from({ length: CONNECTIONS }, () => ports).flat()
    return Promise.all(all.map((port) => Connection.open(port)))
  }

  /**
   * Sends a request at each time. A connection waits for its answer, and is late with the next one if that
   * takes too long.
   */
  async #follow(kind: Kind, connections: readonly Connection[], times: readonly number[]): Promise<void> {
    await Promise.all(
      connections.map(async (connection, n) => {
        for (let index = n; index < times.length; index += connections.length) {
          const wait = times[index]! - performance.now()
          if (wait > 0) await sleep(wait)
          await this.#send(kind, connection)
        }
      }),
    )
  }

  /** Sends the next request of a kind. */
  async #send(kind: Kind, connection: Connection): Promise<void> {
    const turn = this.#turns[kind]++
    if (kind === 'presence') {
      const { authorization } = this.#people[turn % PEOPLE]!
      await connection.request(
        'POST',
        '/api/v1/users/me/presence',
        authorization,
        'status=active&ping_only=true',
      )
      return
    }
    const client = this.#people[(turn * 31) % CLIENTS]!
    const round = Math.floor(turn / CLIENTS)
    const channel = client.channels[round % client.channels.length]!
    const post = (path: string, fields: Record<string, string>) =>
      connection.request('POST', path, client.authorization, new URLSearchParams(fields).toString())
    if (kind === 'fetch') {
      const narrow = JSON.stringify([{ operator: 'channel', operand: channel.id }])
      const query = new URLSearchParams({ anchor: 'newest', num_before: '100', num_after: '0', narrow })
      await connection.request('GET', `/api/v1/messages?${query}`, client.authorization)
    } else if (kind === 'mark') {
      const message = channel.messages[Math.floor(round / client.channels.length)]!
      await post('/api/v1/messages/flags', { op: 'add', flag: 'read', messages: `[${message}]` })
    } else {
      const to = kind === 'broadcast' ? EVERYBODY : channel.name
      const topic = kind === 'broadcast' ? 'topic' : `topic ${1 + (turn % 10)}`
      this.#deliveries += kind === 'broadcast' ? CLIENTS : channel.listeners
      await post('/api/v1/messages', { type: 'channel', to, topic, content: MESSAGE })
    }
  }
}

/** Adds the channel of everybody, makes all messages unread, and returns the members of each channel. */
async function readPeople(stack: Stack, authorizations: readonly string[]): Promise<Person[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  await client.query('UPDATE subscription_span SET from_id = 0')
  const { rows: channels } = await client.query<{ id: number; name: string; messages: number[] }>(
    `SELECT c.id, c.name, array_agg(m.id::int ORDER BY m.id) AS messages
     FROM channel c JOIN message m ON m.channel_id = c.id WHERE c.name LIKE 'channel %' GROUP BY c.id`,
  )
  const { rows: people } = await client.query<{ channels: number[] }>(
    `SELECT array_agg(s.channel_id ORDER BY s.channel_id) AS channels
     FROM user_account u JOIN subscription s ON s.user_id = u.id WHERE u.email ~ '^p[0-9]+@'
     GROUP BY u.id ORDER BY u.id`,
  )
  await client.query('INSERT INTO channel (realm_id, name) VALUES ($1, $2)', [stack.realm, EVERYBODY])
  await client.query(
    `INSERT INTO subscription (user_id, channel_id, color) SELECT u.id, c.id, '#76ce90'
     FROM user_account u, channel c WHERE u.email ~ '^p[0-9]+@' AND c.name = $1`,
    [EVERYBODY],
  )
  await client.query(
    `INSERT INTO subscription_span (user_id, channel_id, from_id)
     SELECT user_id, channel_id, 0 FROM subscription ON CONFLICT DO NOTHING`,
  )
  await client.query('VACUUM ANALYZE')
  await client.end()
  const byId = new Map(channels.map((channel) => [channel.id, { ...channel, listeners: 0 }]))
  return people.map((person, n) => {
    const theirs = person.channels.map((id) => byId.get(id)!)
    if (n < CLIENTS) for (const channel of theirs) channel.listeners += 1
    return { authorization: authorizations[n]!, channels: theirs }
  })
}
