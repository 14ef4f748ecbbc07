import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Seq, UserId } from '../../core/platform/ids.ts'
import { eventIdAt } from '../../gateway/realtime/event-id.ts'
import { QueueRecords } from '../../gateway/realtime/queue-record.ts'
import { type OpenCrowd, openCrowd, type Queue, raiseFileLimit } from './crowds.ts'
import { Connection } from './load.ts'
import { fillOrganization } from './organization.ts'
import { printTable } from './report.ts'
import { type GatewayProcess, type Stack, startStack } from './stack.ts'

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 100_000)
const GATEWAYS = Number(process.env.BENCH_GATEWAYS ?? 7)
const EACH = Math.ceil(CLIENTS / GATEWAYS)
/** Open files of a gateway besides its clients. */
const OTHER_FILES = 300
const IDLE_SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const MESSAGES = 3
/** A client that lost its gateway waits at most so long before it comes back, each another time. */
const RETURN_WITHIN_MS = 2_000
const MESSAGE =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'

/**
 * Connects 100,000 clients by WebSockets to seven gateways, from several addresses of this machine, because each has 28,000
 * ports. Measures memory and processor time of a client that waits, a message to all of them, and the return of all clients
 * of a gateway that dies.
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
  let began = performance.now()
  const ports = gateways.map(({ port }) => port)
  const crowds = await Promise.all(
    ports.map((port, n) =>
      openCrowd({
        ...{
          port,
          from: `127.0.0.${2 + n}`,
          kind: 'sockets',
          queues: queues.slice(n * EACH, (n + 1) * EACH),
        },
        ...{ others: ports.filter((other) => other !== port), returnWithinMs: RETURN_WITHIN_MS },
      }),
    ),
  )
  const opening = (performance.now() - began) / 1000
  say(`${CLIENTS} clients connected in ${opening.toFixed(0)} s, ${(CLIENTS / opening).toFixed(0)} a second`)
  const after = await Promise.all(gateways.map((gateway) => gateway.memory()))
  const each = (name: 'rss' | 'heapUsed') =>
    after.reduce((sum, memory, n) => sum + memory[name] - before[n]![name], 0) / CLIENTS / 1024
  const kernel = ((kernelMib() - kernelBefore) * 1024) / CLIENTS / 2 // Both ends are on this machine.

  const idle = await usedBy(gateways, () => sleep(IDLE_SECONDS * 1000))
  const sent = await messages(ports, people[0]!, crowds, gateways)

  const [lost, ...others] = gateways as [GatewayProcess, ...GatewayProcess[]]
  for (const gateway of others) await gateway.longestPause()
  began = performance.now()
  const returned = await usedBy(others, async () => {
    await lost.kill()
    await crowds[0]!.areBack
  })
  const returning = performance.now() - began
  const pause = Math.max(...(await Promise.all(others.map((gateway) => gateway.longestPause()))))
  for (const crowd of crowds) await crowd.stop()
  await stack.close()
  printTable(
    `${CLIENTS} clients on ${GATEWAYS} gateways`,
    ['measured'],
    [
      ['memory of the gateway for a client, KiB', [each('rss'), 1]],
      ['of it heap, KiB', [each('heapUsed'), 1]],
      ['memory of the kernel for a connection, KiB', [kernel, 1]],
      ['processor time of a waiting client, µs a second', [idle / IDLE_SECONDS / CLIENTS, 2]],
      ['a message: the last client has it after, ms', [sent.milliseconds, 0]],
      ['a message: processor time of a delivery, µs', [sent.delivery, 2]],
      [`${EACH} clients of a dead gateway are back after, ms`, [returning, 0]],
      ['processor time of one that comes back, µs', [returned / EACH, 0]],
      ['longest pause of a gateway meanwhile, ms', [pause, 0]],
    ],
  )
}

/** Writes a record for each client as POST /register does, but without reading the initial state each time. */
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

async function messages(
  ports: readonly number[],
  sender: string,
  crowds: readonly OpenCrowd[],
  gateways: readonly GatewayProcess[],
) {
  const connection = await Connection.open(ports[0]!)
  const form = new URLSearchParams({ type: 'channel', to: 'channel 1', topic: 'bench', content: MESSAGE })
  let frames = 0
  const send = async () => {
    frames += 1
    const all = crowds.map((crowd) => crowd.haveReceived(frames))
    await connection.request('POST', '/api/v1/messages', sender, form.toString())
    await Promise.all(all)
  }
  await send()
  const began = performance.now()
  const used = await usedBy(gateways, async () => {
    for (let n = 0; n < MESSAGES; n++) await send()
  })
  connection.close()
  return {
    milliseconds: (performance.now() - began) / MESSAGES,
    delivery: used / MESSAGES / CLIENTS,
  }
}

/** Microseconds of processor time of gateways. */
async function usedBy(gateways: readonly GatewayProcess[], work: () => Promise<unknown>): Promise<number> {
  const seconds = () => gateways.reduce((sum, gateway) => sum + gateway.processorSeconds(), 0)
  const before = seconds()
  await work()
  return (seconds() - before) * 1e6
}

/** Memory of the kernel's objects, connections among them, in MiB. */
function kernelMib(): number {
  const text = readFileSync('/proc/meminfo', 'utf8')
  return Number(/^Slab:\s+(\d+)/m.exec(text)![1]) / 1024
}

const say = (line: string) => process.stdout.write(`${line}\n`)
