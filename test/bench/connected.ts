import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Seq, UserId } from '../../core/platform/ids.ts'
import { eventIdAt } from '../../gateway/realtime/event-id.ts'
import { QueueRecords } from '../../gateway/realtime/queue-record.ts'
import { addressesOf, type OpenCrowd, openCrowd, type Queue, raiseFileLimit } from './crowds.ts'
import { Connection } from './load.ts'
import { fillOrganization } from './organization.ts'
import { processorBetween, serverOf } from './process-tree.ts'
import { printTable } from './report.ts'
import { type GatewayProcess, type Stack, startStack } from './stack.ts'

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 100_000)
const GATEWAYS = Number(process.env.BENCH_GATEWAYS ?? 7)
const EACH = Math.ceil(CLIENTS / GATEWAYS)
/** Local addresses of the clients of each gateway. */
const ADDRESSES = 8
/** Open files of a gateway besides its clients. */
const OTHER_FILES = 300
/** So long that each client has its queue renewed once and gets about four heartbeats. */
const IDLE_SECONDS = Number(process.env.BENCH_SECONDS ?? 210)
const MESSAGES = 10
/** A client that lost its gateway comes back at a random time within this number of milliseconds. */
const RETURN_WITHIN_MS = 2_000
const MESSAGE =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'

/**
 * Connects 100,000 clients by WebSockets to seven gateways, from several addresses of this machine, because
 * each has 28,000 ports. Measures memory and processor time of a client that waits, a message to all of them,
 * and the return of all clients of a gateway that dies.
 */
export async function connected(): Promise<void> {
  // When a gateway dies, the others take its clients.
  const needed = Math.ceil(CLIENTS / (GATEWAYS - 1)) + OTHER_FILES
  const limit = raiseFileLimit(needed)
  if (limit < needed) throw new Error(`a process needs ${needed} open files, and may have ${limit}`)
  const stack = await startStack({ isMeasurable: true })
  const people = await fillOrganization(stack, {
    ...{ people: CLIENTS, channels: 1, channelsEach: 1, groups: 0, messages: 0 },
  })
  const queues = await writeQueues(stack, people)
  const gateways: GatewayProcess[] = []
  while (gateways.length < GATEWAYS) gateways.push(await stack.addGateway())
  for (const { port } of gateways) await ask(port, people[0]!)
  const before = await Promise.all(gateways.map((gateway) => gateway.memory()))
  const kernelBefore = kernelMib()
  const ports = gateways.map(({ port }) => port)
  const { result: crowds, ...connecting } = await observed(stack, gateways, () =>
    Promise.all(
      ports.map((port, n) =>
        openCrowd({
          ...{
            port,
            from: addressesOf(n, ADDRESSES),
            kind: 'sockets',
            queues: queues.slice(n * EACH, (n + 1) * EACH),
          },
          ...{ others: ports.filter((other) => other !== port), returnWithinMs: RETURN_WITHIN_MS },
        }),
      ),
    ),
  )
  say(`${CLIENTS} clients connected in ${(connecting.milliseconds / 1000).toFixed(0)} s`)
  const after = await Promise.all(gateways.map((gateway) => gateway.memory()))
  const each = (name: 'rss' | 'heapUsed') =>
    after.reduce((sum, memory, n) => sum + memory[name] - before[n]![name], 0) / CLIENTS / 1024
  const kernel = ((kernelMib() - kernelBefore) * 1024) / CLIENTS / 2 // Both ends are on this machine.

  say(`memory of a client: ${each('rss').toFixed(1)} KiB, of it ${each('heapUsed').toFixed(1)} heap`)
  const idle = await observed(stack, gateways, () => sleep(IDLE_SECONDS * 1000))
  say(`waiting: ${(idle.gateways / IDLE_SECONDS / CLIENTS).toFixed(2)} µs a second for each client`)
  const { result: times, ...sent } = await messages(stack, ports[0]!, people[0]!, crowds, gateways)
  say(`messages: ${times.map((time) => time.toFixed(0)).join(', ')} ms`)

  const [lost, ...others] = gateways as [GatewayProcess, ...GatewayProcess[]]
  const back = await observed(stack, others, async () => {
    await lost.kill()
    return crowds[0]!.areBack
  })
  say(`${EACH} clients came back in ${(back.milliseconds / 1000).toFixed(1)} s`)
  for (const crowd of crowds) await crowd.stop()
  await stack.close()
  const perClient = (microseconds: number, seconds = 1) => microseconds / seconds / CLIENTS
  printTable(
    `${CLIENTS} clients on ${GATEWAYS} gateways`,
    ['measured'],
    [
      ['all clients are connected after, s', [connecting.milliseconds / 1000, 1]],
      ['a client that connects: processor time of its gateway, µs', [perClient(connecting.gateways), 0]],
      ['of Postgres, µs', [perClient(connecting.postgres), 0]],
      ['of Redis, µs', [perClient(connecting.redis), 0]],
      ['longest pause of a gateway meanwhile, ms', [connecting.pause, 0]],
      ['memory of the gateway for a client, KiB', [each('rss'), 1]],
      ['of it heap, KiB', [each('heapUsed'), 1]],
      ['memory of the kernel for a connection, KiB', [kernel, 1]],
      [
        'a waiting client: processor time of its gateway, µs a second',
        [perClient(idle.gateways, IDLE_SECONDS), 2],
      ],
      ['of Redis, µs a second', [perClient(idle.redis, IDLE_SECONDS), 2]],
      ['longest pause of a gateway while all wait, ms', [idle.pause, 0]],
      ['a message: the last client has it after, ms, median', [median(times), 0]],
      ['the slowest of them, ms', [Math.max(...times), 0]],
      ['processor time of a delivery, µs', [perClient(sent.gateways, MESSAGES), 2]],
      ['longest pause of a gateway meanwhile, ms', [sent.pause, 0]],
      [`${EACH} clients of a dead gateway are back after, ms`, [back.milliseconds, 0]],
      ['attempts that failed meanwhile', [back.result, 0]],
      ['one that comes back: processor time of the other gateways, µs', [back.gateways / EACH, 0]],
      ['longest pause of a gateway meanwhile, ms', [back.pause, 0]],
    ],
  )
}

interface Observed<T> {
  readonly result: T
  readonly milliseconds: number
  /** Microseconds of processor time. */
  readonly gateways: number
  readonly postgres: number
  readonly redis: number
  /** Milliseconds of the longest pause of the event loop of a gateway. */
  readonly pause: number
}

/** Runs `work` and returns the processor time that these gateways, Postgres and Redis used meanwhile. */
async function observed<T>(
  stack: Stack,
  gateways: readonly GatewayProcess[],
  work: () => Promise<T>,
): Promise<Observed<T>> {
  for (const gateway of gateways) await gateway.longestPause()
  const seconds = () => gateways.reduce((sum, gateway) => sum + gateway.processorSeconds(), 0)
  const [processes, processor, began] = [stack.processes(), seconds(), performance.now()]
  const result = await work()
  const milliseconds = performance.now() - began
  const groups = processorBetween(processes, stack.processes(), serverOf)
  return {
    ...{ result, milliseconds, gateways: (seconds() - processor) * 1e6 },
    postgres: (groups.get('postgres') ?? 0) * 1000,
    redis: (groups.get('redis') ?? 0) * 1000,
    pause: Math.max(...(await Promise.all(gateways.map((gateway) => gateway.longestPause())))),
  }
}

/**
 * Writes a record for each client as POST /register does, but without reading the initial state each time.
 */
async function writeQueues(stack: Stack, people: readonly string[]): Promise<Queue[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  const { rows: users } = await client.query<{ id: UserId }>(
    "SELECT id FROM user_account WHERE email ~ '^p[0-9]+@demo.test$' ORDER BY id",
  )
  const { rows: heads } = await client.query<{ seq: Seq }>('SELECT seq FROM event_head WHERE realm_id = $1', [
    stack.realm,
  ])
  await client.end()
  const redis = new Redis(stack.redisUrl)
  const records = new QueueRecords(redis)
  const firstSeq = Number(heads[0]!.seq) as Seq
  const queues: Queue[] = []
  for (let from = 0; from < users.length; from += 1_000) {
    await Promise.all(
      users.slice(from, from + 1_000).map(async ({ id: user }, n) => {
        const id = crypto.randomUUID()
        const filter = {
          ...{ user, eventTypes: ['message'], applyMarkdown: true, clientGravatar: true, slimPresence: true },
          ...{ allPublicStreams: false, narrow: [], capabilities: {}, firstSeq, lifetimeSeconds: 600 },
        }
        await records.create(stack.realm, id, filter, Date.now(), 10)
        queues.push({ id, cursor: String(eventIdAt(firstSeq)), authorization: people[from + n]! })
      }),
    )
  }
  redis.disconnect()
  return queues
}

async function ask(port: number, authorization: string): Promise<void> {
  const connection = await Connection.open(port)
  await connection.request('GET', '/api/v1/users/me', authorization)
  connection.close()
}

/**
 * Sends messages to all clients, each when all clients have the previous one. The result is the milliseconds
 * until all have it.
 */
async function messages(
  stack: Stack,
  port: number,
  sender: string,
  crowds: readonly OpenCrowd[],
  gateways: readonly GatewayProcess[],
): Promise<Observed<number[]>> {
  const connection = await Connection.open(port)
  const form = new URLSearchParams({ type: 'channel', to: 'channel 1', topic: 'bench', content: MESSAGE })
  let frames = 0
  const send = async () => {
    frames += 1
    const began = performance.now()
    const all = crowds.map((crowd) => crowd.haveReceived(frames))
    await connection.request('POST', '/api/v1/messages', sender, form.toString())
    await Promise.all(all)
    return performance.now() - began
  }
  await send()
  const sent = await observed(stack, gateways, async () => {
    const times: number[] = []
    while (times.length < MESSAGES) times.push(await send())
    return times
  })
  connection.close()
  return sent
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

/** Memory of the kernel's objects, connections among them, in MiB. */
function kernelMib(): number {
  const text = readFileSync('/proc/meminfo', 'utf8')
  return Number(/^Slab:\s+(\d+)/m.exec(text)![1]) / 1024
}

const say = (line: string) => process.stdout.write(`${line}\n`)
