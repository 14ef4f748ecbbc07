import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { type FaultName, Faults, FREEZES, planFaults } from './faults.ts'
import { Listener, type Registration } from './listener.ts'
import { Random } from './random.ts'
import { checkEnds, ReferenceModel, readBeginning } from './reference-model.ts'
import { Servers } from './servers.ts'
import { SentMessages, Writer } from './writer.ts'

export interface ChaosOptions {
  readonly seed: number
  readonly seconds: number
  readonly gateways: number
  readonly workers: number
  readonly listeners: number
  readonly writers: number
  /** Average time between faults. */
  readonly faultEveryMs: number
  /** Default: all faults. */
  readonly faults?: readonly FaultName[]
  /** Prints a line about the progress. */
  readonly say?: (line: string) => void
}

export interface ChaosResult {
  /** Errors that the checks found. */
  readonly wrong: readonly string[]
  /** Lines that describe what happened. */
  readonly report: readonly string[]
}

const WRITERS = ['desdemona', 'iago', 'hamlet', 'cordelia']
const SETTLE_MS = 90_000
/** Limit of a request's duration on a busy machine. It is shorter than the longest freeze of a process. */
const MAX_WAIT_MS = 14_000

/**
 * Lets clients listen and write while servers, processes and connections fail. At the end it compares what each client
 * received with the log: every event for it once and in order, and no other. Every acknowledged message must be stored
 * once. The seed determines the faults and the actions of all clients.
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
  // One connection for each client, so that a hanging request does not delay other clients.
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
        pickRegistration(own),
        servers,
        own,
        agent,
      )
    })
    const sentMessages = new SentMessages()
    const writers = Array.from({ length: options.writers }, (_, n) => {
      const person = servers.people.find((person) => person.name === WRITERS[n % WRITERS.length])!
      const own = Random.of(seed, `writer ${n}`)
      return new Writer(`w${n}`, person, { servers, channels, sentMessages }, own, agent, 60)
    })
    for (const client of [...listeners, ...writers]) client.start()
    const faults = new Faults(servers, listeners)
    const phase = (name: string) =>
      say(`  ${((performance.now() - begin) / 1000).toFixed(1)}s since the start: ${name}`)
    phase('all servers run')
    say(`${plan.length} faults in ${seconds} s; ${isOnePort ? 'one port' : 'a port for each gateway'}`)
    await Promise.all([faults.run(plan), sleep(seconds * 1000)])
    await Promise.all(writers.map((writer) => writer.stop()))
    for (const listener of listeners) listener.calm()

    phase('the faults are over')
    const wrong: string[] = []
    // Transactions of killed processes may still commit.
    await sleep(500)
    let model = await ReferenceModel.read(servers, beginning)
    const deadline = Date.now() + SETTLE_MS
    const behind = () => listeners.filter((listener) => !listener.hasAllUpTo(model.head))
    while (behind().length > 0 && Date.now() < deadline) {
      await sleep(200)
    }
    model = await ReferenceModel.read(servers, beginning)
    for (const listener of behind()) {
      wrong.push(`${listener.name} stays at ${listener.sessions.at(-1)?.cursor}, the log is at ${model.head}`)
    }
    phase('the clients have caught up')
    await Promise.all(listeners.map((listener) => listener.stop()))
    phase('the clients have stopped')
    const actions = writers.flatMap((writer) => writer.actions)
    wrong.push(...servers.crashes, ...(await model.checkActions(servers, actions)))
    for (const listener of listeners) {
      wrong.push(...listener.violations.map((violation) => `${listener.name}: ${violation}`))
      wrong.push(...checkEnds(listener, faults.losses))
      for (const session of listener.sessions) wrong.push(...model.checkSession(listener, session))
    }
    const longestWaitMs = Math.max(...writers.map((writer) => writer.longestWaitMs))
    // Postgres and Redis may be down for longer. With one port for all gateways, it is unknown which one was frozen.
    const hasOnlyFreezes = !isOnePort && plan.every(({ name }) => FREEZES.has(name))
    if (hasOnlyFreezes && longestWaitMs > MAX_WAIT_MS) {
      wrong.push(`a writer waited ${longestWaitMs} ms at a gateway that was not frozen`)
    }
    const sessions = listeners.reduce((sum, listener) => sum + listener.sessions.length, 0)
    const received = listeners
      .flatMap((listener) => listener.sessions)
      .reduce((sum, session) => sum + session.received.length, 0)
    const done = actions.filter((action) => action.outcome === 'done').length
    return {
      wrong,
      report: [
        ...faults.done,
        `the longest wait of a writer at a gateway that was not frozen: ${longestWaitMs} ms`,
        `${actions.length} actions, ${done} acknowledged, ${actions.filter((action) => action.outcome === 'unknown').length} unknown`,
        `${listeners.length} clients received ${received} events after ${sessions} registrations; the log is at ${model.head}`,
        ...sumLines([...listeners, ...writers].map((client) => client.statuses)),
        ...sumLines([await servers.logged()]),
      ],
    }
  } finally {
    await agent.destroy()
    await servers.stop()
  }
}

function pickRegistration(random: Random): Registration {
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

/** Adds up counts by name, and formats one line for each name. */
function sumLines(all: readonly ReadonlyMap<string, number>[]): string[] {
  const sums = new Map<string, number>()
  for (const counts of all) {
    for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count)
  }
  return [...sums].sort().map(([name, count]) => `${String(count).padStart(8)} ${name}`)
}
