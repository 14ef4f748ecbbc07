import { setTimeout as sleep } from 'node:timers/promises'
import { addressesOf, type OpenCrowd, openCrowd, raiseFileLimit, registerQueues } from './crowds.ts'
import type { Crowd } from './idle-clients.ts'
import { addPeople } from './people.ts'
import { type Cell, printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

const WANTED = Number(process.env.BENCH_CLIENTS ?? 20_000)
/** A gateway needs one file descriptor for each client and some for itself. */
const CLIENTS = Math.min(WANTED, raiseFileLimit(WANTED + 1_000) - 1_000)
const IDLE_SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const TARGET_KIB = { sockets: 12, polls: 16 }
/** Clients of one process, whose file descriptors are limited too. */
const CROWD = 5_000

/**
 * Measures one gateway with 20,000 idle clients, half of them on WebSockets and half in polls: the memory for
 * each client, and the processor time.
 */
export async function soak(): Promise<void> {
  const stack = await startStack({ isMeasurable: true })
  const queues = await registerQueues([stack.port], await addPeople(stack, CLIENTS + 200))
  await stack.restartGateway()
  const crowds: OpenCrowd[] = []
  // Some clients connect and leave first, so that the measurement leaves out memory that the gateway
  // allocates once.
  for (const kind of ['sockets', 'polls'] as const) {
    const { port } = stack
    const warmUp = await openCrowd({ port, from: addressesOf(0), kind, queues: queues.splice(-100) })
    await warmUp.stop()
  }
  if (CLIENTS < WANTED)
    process.stdout.write(`this machine allows ${CLIENTS} connections of one process, not ${WANTED}\n`)
  const rows: [string, ...Cell[]][] = []
  let before = await stack.memory()
  for (const [kind, own] of [
    ['sockets', queues.slice(0, CLIENTS / 2)],
    ['polls', queues.slice(CLIENTS / 2)],
  ] as const) {
    for (let first = 0; first < own.length; first += CROWD) {
      const from = addressesOf(crowds.length)
      const { port } = stack
      crowds.push(await openCrowd({ port, from, kind, queues: own.slice(first, first + CROWD) }))
    }
    await sleep(2_000)
    const after = await stack.memory()
    const each = (name: 'rss' | 'heapUsed' | 'external') => (after[name] - before[name]) / own.length / 1024
    rows.push([kind, [each('rss'), 1], [each('heapUsed'), 1], [TARGET_KIB[kind], 0]])
    before = after
  }
  const used = stack.processorSeconds()
  const since = performance.now()
  await sleep(IDLE_SECONDS * 1000)
  const share = (stack.processorSeconds() - used) / ((performance.now() - since) / 1000)
  const last = await stack.memory()
  const waiting = (await counted(stack, 'sockets')) + (await counted(stack, 'polls'))
  for (const crowd of crowds) await crowd.stop()
  await stack.close()
  printTable(`${CLIENTS} clients`, ['KiB each', 'of it heap', 'target'], rows)
  printTable(
    'process',
    [`% of a core, over ${IDLE_SECONDS} s`, 'MiB resident', 'clients in the end'],
    [['gateway', [share * 100, 1], [last.rss / 1024 ** 2, 0], [waiting, 0]]],
  )
}

const GAUGES = { sockets: 'loquat_websockets', polls: 'loquat_waiting_polls' }

async function counted(stack: Stack, kind: Crowd['kind']): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${stack.port}/metrics`)).text()
  return Number(new RegExp(`^${GAUGES[kind]}\\S* (\\d+)`, 'm').exec(metrics)?.[1])
}
