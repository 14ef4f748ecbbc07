import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { Cluster } from './cluster.ts'
import {
  CLUSTER_FAULTS,
  type ClusterFaultName,
  ClusterFaults,
  type Pause,
  usualFaults,
} from './cluster-faults.ts'
import { type Fault, type Loss, planFaults } from './faults.ts'
import type { Fleet } from './fleet.ts'
import { Invitations } from './invitations.ts'
import { Listener, type Registration, TRANSPORTS } from './listener.ts'
import { OneMachine } from './one-machine.ts'
import { type FaultName, FREEZES, ONE_MACHINE_FAULTS, OneMachineFaults } from './one-machine-faults.ts'
import { Probes } from './probes.ts'
import { Random } from './random.ts'
import { checkEnds, ReferenceModel, readBeginning } from './reference-model.ts'
import { type Action, SentMessages, Writer } from './writer.ts'

export interface ChaosOptions {
  readonly seed: number
  readonly seconds: number
  readonly gateways: number
  readonly workers: number
  readonly listeners: number
  readonly writers: number
  /** Average time between faults of one machine. In a cluster one fault follows the other. */
  readonly faultEveryMs: number
  /** Default: all faults of the kind of fleet. */
  readonly faults?: readonly string[]
  /** Chooses the target and the size of all faults of a cluster. Default: the seed chooses for each fault. */
  readonly faultIndex?: number
  /** The folder of a former build, from which a cluster is upgraded and rolled back. */
  readonly former?: string
  /** Whether every process has a machine of its own. Default: all share one. */
  readonly isCluster?: boolean
  /**
   * The longest time in milliseconds for which a fault of a cluster may hold up writes, unless bare
   * connections pause as well. Default: any.
   */
  readonly maxPauseMs?: number
  /** The longest that writes may pause after another server of Postgres was promoted. Default: any. */
  readonly maxOwnPauseMs?: number
  /** Bounds how long a fault of a cluster lasts, in milliseconds. */
  readonly maxFaultMs?: number
  /** Prints a line about the progress. */
  readonly say?: (line: string) => void
}

export interface ChaosResult {
  /** Errors that the checks found. */
  readonly wrong: readonly string[]
  /** Lines that describe the events of the run. */
  readonly report: readonly string[]
}

const WRITERS = ['desdemona', 'iago', 'hamlet', 'cordelia']
const SETTLE_MS = 90_000
/** Requests of probes that can be open at once. */
const MAX_PROBES = 400
/** Limit of a request's duration on a busy machine. It is shorter than the longest freeze of a process. */
const MAX_WAIT_MS = 14_000

/**
 * A write may pause this many times as long as a bare connection's write: it waits for the transaction in
 * flight, then for its own.
 */
const BARE_PAUSES = 2

/** Servers, and the faults that are planned for them. */
interface Scenario {
  readonly fleet: Fleet
  readonly description: string
  /** Whether writers never wait for anything but a frozen gateway, which they are told of. */
  readonly hasOnlyFreezes: boolean
  /** Prepares the faults. Their clients, if they have any, begin. */
  prepare(listeners: readonly Listener[], agent: Agent): RunningFaults
}

interface RunningFaults {
  readonly losses: readonly Loss[]
  /** A line for each fault. */
  readonly done: readonly string[]
  /** Errors that the faults noticed. */
  readonly violations: readonly string[]
  /** The writes of the faults' own clients. */
  readonly actions: readonly Action[]
  run(): Promise<void>
  /** Stops the faults' own clients. */
  stop(): Promise<void>
  /** Resolves with lines for the report, when everything that was asked for has happened. */
  describe(): Promise<string[]>
}

/**
 * Lets clients listen and write while servers, processes and connections fail. At the end it compares each
 * client's events with the log: every event for the client once and in order, and no other. Every
 * acknowledged message must be stored once. The seed determines the faults and the actions of all clients.
 */
export async function chaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, seconds, say = () => undefined } = options
  const begin = performance.now()
  const scenario = await (options.isCluster ? startCluster(options) : startOneMachine(options))
  const { fleet } = scenario
  // One connection for each client, so that a hanging request does not delay other clients.
  const agent = new Agent({
    connections: options.listeners + options.writers + MAX_PROBES,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  })
  try {
    const beginning = await readBeginning(fleet)
    const channels = await channelIds(fleet)
    const listeners = Array.from({ length: options.listeners }, (_, n) => {
      const own = Random.of(seed, `listener ${n}`)
      const person = fleet.people[n % fleet.people.length]!
      return new Listener(`listener ${n}`, person, pickRegistration(own), fleet, own, agent)
    })
    const sentMessages = new SentMessages()
    const writers = Array.from({ length: options.writers }, (_, n) => {
      const person = fleet.people.find((person) => person.name === WRITERS[n % WRITERS.length])!
      const own = Random.of(seed, `writer ${n}`)
      return new Writer(`w${n}`, person, { fleet, channels, sentMessages }, own, agent)
    })
    for (const client of [...listeners, ...writers]) client.start()
    const faults = scenario.prepare(listeners, agent)
    const phase = (name: string) =>
      say(`  ${((performance.now() - begin) / 1000).toFixed(1)}s since the start: ${name}`)
    phase('all servers run')
    say(`  ${scenario.description}`)
    await Promise.all([faults.run(), sleep(seconds * 1000)])
    await faults.stop()
    await Promise.all(writers.map((writer) => writer.stop()))
    for (const listener of listeners) listener.calm()

    phase('the faults are over')
    const wrong: string[] = []
    // Transactions of killed processes may still commit.
    await sleep(500)
    let model = await ReferenceModel.read(fleet, beginning)
    const deadline = Date.now() + SETTLE_MS
    const behind = () => listeners.filter((listener) => !listener.hasAllUpTo(model.head))
    while (behind().length > 0 && Date.now() < deadline) {
      await sleep(200)
    }
    model = await ReferenceModel.read(fleet, beginning)
    for (const listener of behind()) {
      wrong.push(`${listener.name} stays at ${listener.sessions.at(-1)?.cursor}, the log is at ${model.head}`)
    }
    phase('the clients have caught up')
    await Promise.all(listeners.map((listener) => listener.stop()))
    phase('the clients have stopped')
    const faultsReport = await faults.describe()
    const actions = [...writers.flatMap((writer) => writer.actions), ...faults.actions]
    wrong.push(...fleet.crashes, ...faults.violations, ...(await model.checkActions(fleet, actions)))
    for (const listener of listeners) {
      wrong.push(...listener.violations.map((violation) => `${listener.name}: ${violation}`))
      wrong.push(...checkEnds(listener, faults.losses))
      for (const session of listener.sessions) wrong.push(...model.checkSession(listener, session))
    }
    const longestWaitMs = Math.max(...writers.map((writer) => writer.longestWaitMs))
    if (scenario.hasOnlyFreezes && longestWaitMs > MAX_WAIT_MS) {
      wrong.push(`a writer waited ${longestWaitMs} ms at a gateway that was not frozen`)
    }
    const sessions = listeners.reduce((sum, listener) => sum + listener.sessions.length, 0)
    const received = listeners
      .flatMap((listener) => listener.sessions)
      .reduce((sum, session) => sum + session.received.length, 0)
    const brought = TRANSPORTS.map((transport) => ({
      transport,
      events: listeners.reduce((sum, listener) => sum + listener.brought[transport], 0),
    }))
    for (const { transport, events } of brought) {
      if (events === 0) wrong.push(`no client received an event by ${transport}`)
    }
    const done = actions.filter((action) => action.outcome === 'done').length
    return {
      wrong,
      report: [
        ...faults.done,
        ...faultsReport,
        `the longest wait of a writer at a gateway that was not frozen: ${longestWaitMs} ms`,
        `${actions.length} actions, ${done} acknowledged, ${actions.filter((action) => action.outcome === 'unknown').length} unknown`,
        `${listeners.length} clients received ${received} events after ${sessions} registrations; the log is at ${model.head}`,
        brought.map(({ transport, events }) => `by ${transport}: ${events}`).join(', '),
        ...sumLines([...listeners, ...writers].map((client) => client.statuses)),
        ...sumLines([await fleet.logged()]),
      ],
    }
  } finally {
    await agent.destroy()
    await fleet.stop()
  }
}

async function startOneMachine(options: ChaosOptions): Promise<Scenario> {
  const { seed, seconds, gateways, workers } = options
  const isOnePort = Random.of(seed, 'port').chance(0.3)
  const plan = planFaults(Random.of(seed, 'faults'), ONE_MACHINE_FAULTS, {
    durationMs: seconds * 1000,
    everyMs: options.faultEveryMs,
    ...(options.faults !== undefined && { only: options.faults as FaultName[] }),
  })
  const fleet = await OneMachine.start(gateways, workers, isOnePort)
  return {
    fleet,
    description: `${plan.length} faults in ${seconds} s; ${isOnePort ? 'one port' : 'a port for each gateway'}`,
    // Postgres and Redis may be down for longer. With one port for all gateways, it is unknown which one was
    // frozen.
    hasOnlyFreezes: !isOnePort && plan.every(({ name }) => FREEZES.has(name)),
    prepare: (listeners) => {
      const faults = new OneMachineFaults(fleet, listeners)
      const { losses, done } = faults
      return {
        losses,
        done,
        violations: [],
        actions: [],
        run: () => faults.run(plan),
        stop: async () => undefined,
        describe: async () => [],
      }
    },
  }
}

async function startCluster(options: ChaosOptions): Promise<Scenario> {
  const { seed, seconds, gateways, workers, former } = options
  const { maxPauseMs = Number.POSITIVE_INFINITY, maxOwnPauseMs = Number.POSITIVE_INFINITY } = options
  const faults = planFaults(Random.of(seed, 'faults'), CLUSTER_FAULTS, {
    durationMs: seconds * 1000,
    // More than can happen, as each fault waits for the previous one.
    everyMs: 1_000,
    ...(options.maxFaultMs !== undefined && { maxMs: options.maxFaultMs }),
    ...(options.faultIndex !== undefined && { index: options.faultIndex }),
    only: (options.faults as ClusterFaultName[] | undefined) ?? usualFaults(former !== undefined),
  })
  const plan = former === undefined ? faults : faults.map(changeBuild)
  const fleet = await Cluster.start(gateways, workers, former)
  return {
    fleet,
    description: `one fault after another for ${seconds} s`,
    hasOnlyFreezes: false,
    prepare: (listeners, agent) => {
      const probes = new Probes(fleet, agent)
      const faults = new ClusterFaults(
        fleet,
        listeners,
        { probes, writers: options.writers },
        options.say ?? (() => undefined),
      )
      const invitations = new Invitations(fleet, fleet.mailbox, Random.of(seed, 'invitations'), agent)
      for (const client of [probes, invitations]) client.start()
      const { losses, done, violations } = faults
      return {
        losses,
        done,
        violations,
        actions: probes.actions,
        run: () => faults.run(plan, seconds * 1000),
        stop: async () => {
          await Promise.all([probes.stop(), invitations.stop()])
        },
        describe: async () => {
          const slow = faults.pauses.filter(
            ({ ms, bareMs = 0 }) => ms > Math.max(maxPauseMs, BARE_PAUSES * bareMs),
          )
          violations.push(...slow.map(({ name, ms }) => `writes paused for ${ms} ms after ${name}`))
          for (const { name, takeover } of faults.pauses)
            if (takeover !== undefined && takeover.loquatMs > maxOwnPauseMs)
              violations.push(`writes paused for ${takeover.loquatMs} ms after the takeover of ${name}`)
          const mails = await invitations.check(await countLines(fleet, 'a mail may arrive twice'))
          violations.push(...mails.wrong)
          return [...describePauses(faults.pauses), mails.report]
        },
      }
    },
  }
}

/** Replaces every third fault by an upgrade and a return to the former build in turn. */
const changeBuild = (fault: Fault<ClusterFaultName>, index: number): Fault<ClusterFaultName> => {
  if (index % 3 !== 1) return fault
  return { ...fault, name: index % 6 === 1 ? 'upgrade' : 'rollBack' }
}

async function countLines(fleet: Fleet, text: string): Promise<number> {
  const lines = [...(await fleet.logged())].filter(([line]) => line.includes(text))
  return lines.reduce((sum, [, count]) => sum + count, 0)
}

/** One line for each kind of fault: how long it held up writes. */
function describePauses(pauses: readonly Pause[]): string[] {
  const kinds = [...new Set(pauses.map(({ name }) => name))].sort()
  const line = (name: string, of: readonly Pause[]) => {
    const all = of.map(({ ms }) => ms).sort((a, b) => a - b)
    return `${name}: ${all.length} times, writes paused for ${all[Math.floor(all.length / 2)]} ms (median), ${all.at(-1)} ms (longest)`
  }
  return [
    ...kinds.map((kind) =>
      line(
        kind,
        pauses.filter(({ name }) => name === kind),
      ),
    ),
    ...(pauses.length > 0 ? [line('all faults', pauses)] : []),
  ]
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

async function channelIds(fleet: Fleet): Promise<Record<string, number>> {
  const rows = await fleet.sql<{ id: number; name: string }>(
    'SELECT id, name FROM channel WHERE realm_id = $1',
    [fleet.realm],
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
