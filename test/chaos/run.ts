import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { type FaultName, Faults, FREEZES, planFaults } from './faults.ts'
import { Listener, type Wishes } from './listener.ts'
import { Random } from './random.ts'
import { Servers } from './servers.ts'
import { checkEnds, readBeginning, Truth } from './truth.ts'
import { Shelf, Writer } from './writer.ts'

export interface ChaosOptions {
  readonly seed: number
  readonly seconds: number
  readonly gateways: number
  readonly workers: number
  readonly listeners: number
  readonly writers: number
  /** A fault on average every so many milliseconds. */
  readonly faultEveryMs: number
  /** Default: all there are. */
  readonly faults?: readonly FaultName[]
  /** Keep the servers' logs. */
  readonly say?: (line: string) => void
}

export interface ChaosResult {
  /** What should not be. Empty when all is well. */
  readonly wrong: readonly string[]
  /** What happened, for people. */
  readonly report: readonly string[]
}

const WRITERS = ['desdemona', 'iago', 'hamlet', 'cordelia']
const SETTLE_MS = 90_000
/** What a busy machine may take for a request; less than processes are frozen, which it was before. */
const MOST_WAIT_MS = 14_000

/**
 * Clients listen and write while servers, processes and connections fail, and in the end each client's story is
 * held against the log's: every event once, in order, none that is not its business; every acknowledged message
 * stored once. Which faults happen when, and what everybody tries, follows from the seed.
 */
export async function chaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, seconds, gateways, workers, say = () => undefined } = options
  const begin = performance.now()
  const random = Random.of(seed, 'faults')
  const isOnePort = Random.of(seed, 'port').chance(0.3)
  const plan = planFaults(random, {
    durationMs: seconds * 1000,
    everyMs: options.faultEveryMs,
    ...(options.faults !== undefined && { only: options.faults }),
  })
  const servers = await Servers.start(gateways, workers, isOnePort)
  // A connection each for whoever waits; what hangs must not hold the others up.
  const agent = new Agent({
    connections: options.listeners + options.writers,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  })
  try {
    const beginning = await readBeginning(servers)
    const channels = await channelIds(servers)
    const listeners = Array.from({ length: options.listeners }, (_, n) => {
      const own = Random.of(seed, `listener ${n}`)
      return new Listener(
        `listener ${n}`,
        servers.people[n % servers.people.length]!,
        wishes(own),
        servers,
        own,
        agent,
      )
    })
    const shelf = new Shelf()
    const writers = Array.from({ length: options.writers }, (_, n) => {
      const person = servers.people.find((one) => one.name === WRITERS[n % WRITERS.length])!
      const own = Random.of(seed, `writer ${n}`)
      return new Writer(`w${n}`, person, { servers, channels, shelf }, own, agent, 60)
    })
    for (const one of [...listeners, ...writers]) one.start()
    const faults = new Faults(servers, listeners)
    const phase = (name: string) =>
      say(`  ${((performance.now() - begin) / 1000).toFixed(1)}s since the start: ${name}`)
    phase('all is up')
    say(`${plan.length} faults in ${seconds} s; ${isOnePort ? 'one port' : 'a port for each gateway'}`)
    await Promise.all([faults.run(plan), sleep(seconds * 1000)])
    await Promise.all(writers.map((writer) => writer.stop()))
    for (const listener of listeners) listener.calm()

    phase('all is over')
    const wrong: string[] = []
    // Transactions of processes that died may still end.
    await sleep(500)
    let truth = await Truth.read(servers, beginning)
    const deadline = Date.now() + SETTLE_MS
    const behind = () => listeners.filter((listener) => !listener.hasAllUpTo(truth.head))
    while (behind().length > 0 && Date.now() < deadline) {
      await sleep(200)
    }
    truth = await Truth.read(servers, beginning)
    for (const one of behind()) {
      wrong.push(`${one.name} stays at ${one.lives.at(-1)?.cursor}, the log is at ${truth.head}`)
    }
    phase('everyone has everything')
    await Promise.all(listeners.map((listener) => listener.stop()))
    phase('everyone has stopped')
    const deeds = writers.flatMap((writer) => writer.deeds)
    wrong.push(...servers.crashes, ...(await truth.checkDeeds(servers, deeds)))
    for (const listener of listeners) {
      wrong.push(...listener.complaints.map((one) => `${listener.name}: ${one}`))
      wrong.push(...checkEnds(listener, faults.losses))
      for (const life of listener.lives) wrong.push(...truth.checkLife(listener, life))
    }
    const longestWaitMs = Math.max(...writers.map((writer) => writer.longestWaitMs))
    // Postgres and Redis may be away for longer, and processes on one port cannot be told apart.
    const isOfFreezes = !isOnePort && plan.every(({ name }) => FREEZES.has(name))
    if (isOfFreezes && longestWaitMs > MOST_WAIT_MS) {
      wrong.push(`a writer waited ${longestWaitMs} ms at a gateway that was not frozen`)
    }
    const lives = listeners.reduce((sum, one) => sum + one.lives.length, 0)
    const told = listeners.flatMap((one) => one.lives).reduce((sum, life) => sum + life.told.length, 0)
    const done = deeds.filter((deed) => deed.outcome === 'done').length
    return {
      wrong,
      report: [
        ...faults.done,
        `the longest wait of a writer at a gateway that was not frozen: ${longestWaitMs} ms`,
        `${deeds.length} deeds, ${done} acknowledged, ${deeds.filter((one) => one.outcome === 'unknown').length} unknown`,
        `${listeners.length} clients in ${lives} lives were told of ${told} events; the log is at ${truth.head}`,
        ...counted([...listeners, ...writers].map((one) => one.statuses)),
        ...counted([await servers.logged()]),
      ],
    }
  } finally {
    await agent.destroy()
    await servers.stop()
  }
}

function wishes(random: Random): Wishes {
  const types = random.pick([
    undefined,
    undefined,
    ['message'],
    ['message', 'update_message', 'delete_message', 'subscription'],
    ['subscription', 'stream', 'message'],
  ])
  return {
    ...(types !== undefined && { event_types: types }),
    ...(random.chance(0.15) && { narrow: [['channel', 'Verona'] as const] }),
    ...(random.chance(0.2) && { all_public_streams: true }),
    apply_markdown: random.chance(0.5),
    client_capabilities: { bulk_message_deletion: random.chance(0.5), empty_topic_name: random.chance(0.5) },
  }
}

async function channelIds(servers: Servers): Promise<Record<string, number>> {
  const rows = await servers.sql<{ id: number; name: string }>(
    'SELECT id, name FROM channel WHERE realm_id = $1',
    [servers.realm],
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.id]))
}

function counted(all: readonly ReadonlyMap<string, number>[]): string[] {
  const sums = new Map<string, number>()
  for (const one of all) for (const [what, count] of one) sums.set(what, (sums.get(what) ?? 0) + count)
  return [...sums].sort().map(([what, count]) => `${String(count).padStart(8)} ${what}`)
}
