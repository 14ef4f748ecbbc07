import { setTimeout as sleep } from 'node:timers/promises'
import { addressesOf, type OpenCrowd, openCrowd, registerQueues } from './crowds.ts'
import { processorBetween } from './process-tree.ts'
import type { BareAnswers } from './scale-bare.ts'
import type { Run } from './scale-fit.ts'
import { type Cost, PROCESSES, type Rates } from './scale-model.ts'
import type { Load, Mix, Traffic } from './scale-traffic.ts'
import type { Stack } from './stack.ts'

/** Each mix is measured so often, in turn with the others. The median counts. */
const ROUNDS = 3
/** Seconds of a mix in each round. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
/** Milliseconds after a mix until its jobs are done. */
const JOBS_MS = 200

/** Opens clients on WebSockets, as many at each gateway. */
export async function openCrowds(ports: readonly number[], people: readonly string[]): Promise<OpenCrowd[]> {
  const crowds: OpenCrowd[] = []
  for (const [n, port] of ports.entries()) {
    const queues = await registerQueues(
      [port],
      people.filter((_, index) => index % ports.length === n),
    )
    crowds.push(await openCrowd({ port, from: addressesOf(n), kind: 'sockets', queues }))
  }
  return crowds
}

/** Measures all mixes in turn at these gateways, to which so many clients are connected. */
export async function measureMixes(
  { stack, traffic, bare }: { readonly stack: Stack; readonly traffic: Traffic; readonly bare: BareAnswers },
  ports: readonly number[],
  mixes: Readonly<Record<string, Mix>>,
  clients: number,
): Promise<Run[]> {
  const rounds: Run[][] = []
  while (rounds.length < ROUNDS) {
    const runs: Run[] = []
    for (const [name, mix] of Object.entries(mixes)) {
      const open = await traffic.open(ports, mix)
      const measured = await bare.during(() => processorOf(stack, () => open.run(SECONDS)))
      open.close()
      const { result: load, seconds, used } = measured.result
      const run = { name, gateways: ports.length, clients, rates: ratesOf(load, seconds), kept: load.kept }
      runs.push({ ...run, bare: measured.microseconds, used: perSecond(used, seconds) })
    }
    rounds.push(runs)
  }
  return rounds[0]!.map((_, index) => medianOf(rounds.map((runs) => runs[index]!)))
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

/** A run whose figures are the medians of those of several runs of one mix. */
export function medianOf(runs: readonly Run[]): Run {
  const medians = <K extends string>(of: (run: Run) => Readonly<Partial<Record<K, number>>>) =>
    Object.fromEntries(
      (Object.keys(of(runs[0]!)) as K[]).map((key) => [key, median(runs.map((run) => of(run)[key]!))]),
    )
  return {
    ...runs[0]!,
    rates: medians(({ rates }) => rates),
    used: medians(({ used }) => used),
    kept: median(runs.map(({ kept }) => kept)),
    bare: median(runs.map(({ bare }) => bare)),
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
