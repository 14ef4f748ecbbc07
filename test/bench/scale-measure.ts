import { setTimeout as sleep } from 'node:timers/promises'
import { addressesOf, type OpenCrowd, openCrowd, registerQueues } from './crowds.ts'
import { processorBetween } from './process-tree.ts'
import type { BareAnswers } from './scale-bare.ts'
import type { Run } from './scale-fit.ts'
import { type Cost, PROCESSES, type Rates } from './scale-model.ts'
import { CLIENTS, type Load, type Mix, type Traffic } from './scale-traffic.ts'
import type { Stack } from './stack.ts'

/** Each mix runs so often, in turn with the others. The first round does not count: until its end gateways still compile much. */
const ROUNDS = 3
const COUNTED_ROUNDS = ROUNDS - 1
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
  /** Seconds in each round. */
  readonly seconds: number
}

/** Opens clients on WebSockets, as many at each gateway. No other server has crowds with these numbers, from `first` on. */
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
 * Measures mixes in turn, and in the opposite order in every other round, so that what changes with time affects all alike. Returns
 * a run for each, in order.
 */
export async function measureInTurn(measurements: readonly Measurement[], bare: BareAnswers): Promise<Run[]> {
  const rounds: Run[][] = []
  while (rounds.length < ROUNDS) {
    const isForward = rounds.length % 2 === 0
    const runs: Run[] = []
    for (const measurement of isForward ? measurements : measurements.toReversed())
      runs.push(await measure(measurement, bare))
    rounds.push(isForward ? runs : runs.toReversed())
  }
  const counted = rounds.slice(-COUNTED_ROUNDS)
  return measurements.map((_, index) => meanOf(counted.map((runs) => runs[index]!)))
}

async function measure({ name, mix, server, seconds }: Measurement, bare: BareAnswers): Promise<Run> {
  const { stack, traffic, ports } = server
  const open = await traffic.open(ports, mix)
  const measured = await bare.during(() => processorOf(stack, () => open.run(seconds)))
  open.close()
  const { result: load, seconds: took, used } = measured.result
  const run = { name, gateways: ports.length, clients: CLIENTS, rates: ratesOf(load, took), kept: load.kept }
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
 * A run whose figures are the means of those of several runs of one mix. The mean counts what happens in some of them only, as the
 * garbage collection of a gateway does.
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
    kept: Math.min(...runs.map(({ kept }) => kept)),
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
  const groupOf = (name: string) => (name.startsWith('postgres') ? 'postgres' : name)
  const groups = processorBetween(before, stack.processes(), groupOf)
  const seconds = (performance.now() - began) / 1000
  const used = PROCESSES.map((process) => [process, (groups.get(process) ?? 0) * 1000])
  return { result, used: Object.fromEntries(used) as Cost, seconds }
}
