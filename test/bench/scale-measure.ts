import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../chaos/random.ts'
import { addressesOf, type OpenCrowd, openCrowd, registerQueues } from './crowds.ts'
import { processorBetween, serverOf } from './process-tree.ts'
import type { BareAnswers } from './scale-bare.ts'
import type { Run } from './scale-fit.ts'
import { type Cost, PROCESSES, type Rates } from './scale-model.ts'
import { CLIENTS, type Load, type Mix, type Traffic } from './scale-traffic.ts'
import type { Stack } from './stack.ts'

/** Rounds that do not count. Until their end gateways still compile much. */
const WARM_ROUNDS = 2
/**
 * Seconds of a mix in a round. They are few, so that the machine is as fast for one mix as for the others,
 * whenever it changes.
 */
const SLICE_SECONDS = 1
/** Milliseconds after a mix until its jobs are done. */
const JOBS_MS = 200

/** A server with some gateways, to which all clients are connected. */
export interface Server {
  readonly stack: Stack
  readonly traffic: Traffic
  readonly ports: readonly number[]
}

/** A mix to measure. */
export interface Measurement {
  readonly name: string
  readonly mix: Mix
  readonly server: Server
  /** How many of its gateways get the requests. */
  readonly asked: number
  /** How often it is measured in a round. */
  readonly slices: number
}

/**
 * Opens the same number of clients on WebSockets at each gateway. No other server has crowds with these
 * numbers, from `first` on.
 */
export async function openCrowds(
  ports: readonly number[],
  people: readonly string[],
  first: number,
): Promise<OpenCrowd[]> {
  const crowds: OpenCrowd[] = []
  for (const [n, port] of ports.entries()) {
    const queues = await registerQueues(
      [port],
      people.filter((_, index) => index % ports.length === n),
    )
    crowds.push(await openCrowd({ port, from: addressesOf(first + n), kind: 'sockets', queues }))
  }
  return crowds
}

/**
 * Measures each mix for this number of seconds, or a few times as long: one second in each round that counts.
 * A round has an order of its own, so that changes over time affect all mixes alike. Returns a run for each,
 * in order.
 */
export async function measureInTurn(
  measurements: readonly Measurement[],
  seconds: number,
  bare: BareAnswers,
): Promise<Run[]> {
  const random = new Random(1)
  const turns = measurements.flatMap(({ slices }, index) => Array<number>(slices).fill(index))
  const counted = measurements.map((): Run[] => [])
  for (let round = 0; round < WARM_ROUNDS + seconds / SLICE_SECONDS; round++)
    for (const index of random.shuffled(turns)) {
      const run = await measure(measurements[index]!, bare)
      if (round >= WARM_ROUNDS) counted[index]!.push(run)
    }
  return counted.map(meanOf)
}

async function measure({ name, mix, server, asked }: Measurement, bare: BareAnswers): Promise<Run> {
  const { stack, traffic, ports } = server
  const open = await traffic.open(ports.slice(0, asked), mix)
  const measured = await bare.during(() => processorOf(stack, () => open.run(SLICE_SECONDS)))
  open.close()
  const { result: load, seconds: took, used } = measured.result
  const fleet = { gateways: ports.length, asked, clients: CLIENTS }
  const run = { name, ...fleet, rates: ratesOf(load, took), kept: load.kept }
  return { ...run, bare: measured.microseconds, used: perSecond(used, took) }
}

/** Microseconds of processor time in each second. */
const perSecond = (used: Cost, seconds: number): Cost =>
  Object.fromEntries(PROCESSES.map((process) => [process, (used[process] ?? 0) / seconds]))

function ratesOf({ requests, deliveries }: Load, seconds: number): Rates {
  const { message, broadcast, mark, presence, fetch } = requests
  const counts = { message: message + broadcast, mark, presence, fetch, delivery: deliveries }
  return Object.fromEntries(Object.entries(counts).map(([unit, count]) => [unit, count / seconds]))
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1]!

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The mean of several runs of one mix. A mean also counts rare events, such as a garbage collection in a
 * gateway.
 */
export function meanOf(runs: readonly Run[]): Run {
  const means = <K extends string>(of: (run: Run) => Readonly<Partial<Record<K, number>>>) =>
    Object.fromEntries(
      (Object.keys(of(runs[0]!)) as K[]).map((key) => [key, mean(runs.map((run) => of(run)[key]!))]),
    )
  return {
    ...runs[0]!,
    rates: means(({ rates }) => rates),
    used: means(({ used }) => used),
    kept: mean(runs.map(({ kept }) => kept)),
    bare: mean(runs.map(({ bare }) => bare)),
  }
}

/** Microseconds of processor time by process while the work goes on, and its duration. */
export async function processorOf<T>(
  stack: Stack,
  work: () => Promise<T>,
): Promise<{ result: T; used: Cost; seconds: number }> {
  const [before, began] = [stack.processes(), performance.now()]
  const result = await work()
  await sleep(JOBS_MS)
  const groups = processorBetween(before, stack.processes(), serverOf)
  const seconds = (performance.now() - began) / 1000
  const used = PROCESSES.map((process) => [process, (groups.get(process) ?? 0) * 1000])
  return { result, used: Object.fromEntries(used) as Cost, seconds }
}
