import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Crowd } from './idle-clients.ts'
import { Connection } from './load.ts'
import { addPeople } from './people.ts'
import { type Stack, startStack } from './stack.ts'

const WANTED = Number(process.env.BENCH_CLIENTS ?? 20_000)
/** A gateway needs one file descriptor for each client and some for itself. */
const CLIENTS = Math.min(WANTED, descriptors(WANTED + 1_000) - 1_000)
const IDLE_SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const TARGET_KIB = { sockets: 12, polls: 16 }
/** Clients of one process, whose file descriptors are limited too. */
const CROWD = 5_000
const PROGRAM = fileURLToPath(new URL('./idle-clients.ts', import.meta.url))

type Queue = Crowd['queues'][number]

/**
 * Measures one gateway with 20,000 idle clients, half of them on WebSockets and half in polls: the memory for each
 * client, and the processor time.
 */
export async function soak(): Promise<void> {
  const stack = await startStack({ isMeasurable: true })
  const queues = await register(stack)
  await stack.restartGateway()
  const crowds: ChildProcess[] = []
  // Some clients connect and leave first, so that the measurement leaves out what the gateway allocates once.
  for (const kind of ['sockets', 'polls'] as const) {
    const warmUp = await gather(stack, kind, queues.splice(-100), '127.0.0.2')
    warmUp.kill()
    await once(warmUp, 'exit')
  }
  if (CLIENTS < WANTED) say(`this machine allows ${CLIENTS} connections of one process, not ${WANTED}`)
  say(`${CLIENTS} clients, half on WebSockets, half in polls`)
  let before = await stack.memory()
  for (const [kind, own] of [
    ['sockets', queues.slice(0, CLIENTS / 2)],
    ['polls', queues.slice(CLIENTS / 2)],
  ] as const) {
    for (let first = 0; first < own.length; first += CROWD) {
      crowds.push(await gather(stack, kind, own.slice(first, first + CROWD), `127.0.0.${2 + crowds.length}`))
    }
    await sleep(2_000)
    const after = await stack.memory()
    const each = (name: 'rss' | 'heapUsed' | 'external') => (after[name] - before[name]) / own.length / 1024
    say(
      `${kind.padEnd(10)}${each('rss').toFixed(1).padStart(8)} KiB each (target ${TARGET_KIB[kind]}), of it ${each('heapUsed').toFixed(1)} heap`,
    )
    before = after
  }
  const used = stack.processorSeconds()
  const since = performance.now()
  await sleep(IDLE_SECONDS * 1000)
  const share = (stack.processorSeconds() - used) / ((performance.now() - since) / 1000)
  say(`processor  ${(share * 100).toFixed(1).padStart(8)} % of a core, over ${IDLE_SECONDS} s`)
  const last = await stack.memory()
  say(`resident   ${(last.rss / 1024 / 1024).toFixed(0).padStart(8)} MiB in all`)
  say(
    `waiting    ${(await counted(stack, 'sockets')) + (await counted(stack, 'polls'))} in the end, by the gateway's count`,
  )
  for (const crowd of crowds) crowd.kill()
  await stack.close()
}

/** Registers a queue for each client, and for the clients of the warm-up. */
async function register(stack: Stack): Promise<Queue[]> {
  const people = await addPeople(stack, CLIENTS + 200)
  const connections = await Promise.all(Array.from({ length: 16 }, () => Connection.open(stack.port)))
  const queues: Queue[] = []
  let next = 0
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const authorization = people[next++]
        if (authorization === undefined) return
        const answer = await connection.request(
          'POST',
          '/api/v1/register',
          authorization,
          'event_types=["message"]',
        )
        const id = /"queue_id":"([^"]+)"/.exec(answer)![1]!
        const cursor = /"last_event_id":(\d+)/.exec(answer)![1]!
        queues.push({ id, cursor, authorization })
      }
    }),
  )
  for (const connection of connections) connection.close()
  return queues
}

async function gather(
  stack: Stack,
  kind: Crowd['kind'],
  queues: readonly Queue[],
  from: string,
): Promise<ChildProcess> {
  const child = fork(PROGRAM, { execArgv: ['--import', 'tsx'] })
  child.send({ port: stack.port, from, kind, queues } satisfies Crowd)
  const exited = once(child, 'exit')
  const [first] = await Promise.race([once(child, 'message'), exited])
  if (first !== 'open') throw new Error(`a crowd of clients ended with ${first}`)
  return child
}

/** Raises the limit of open files for child processes to `wanted` if allowed, and returns the limit. */
function descriptors(wanted: number): number {
  spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${wanted}:${wanted}`])
  return Number(spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout)
}

const GAUGES = { sockets: 'loquat_websockets', polls: 'loquat_waiting_polls' }

async function counted(stack: Stack, kind: Crowd['kind']): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${stack.port}/metrics`)).text()
  return Number(new RegExp(`^${GAUGES[kind]}\\S* (\\d+)`, 'm').exec(metrics)?.[1])
}

const say = (line: string) => process.stdout.write(`${line}\n`)
