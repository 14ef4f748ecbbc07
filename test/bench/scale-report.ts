import { printTable } from './report.ts'
import { labelOf, type Run, TOLERANCE } from './scale-fit.ts'
import { type Costs, PROCESSES, type Process, predict } from './scale-model.ts'

/** A worker looks at messages that arrive together once, so its cost of a message is a bound. */
const COMPARED: readonly Process[] = ['gateway', 'postgres', 'redis']

export function reportCosts(name: string, costs: Costs): void {
  printTable(
    `processor µs, ${name}`,
    PROCESSES,
    Object.entries(costs).map(([unit, cost]) => [
      unit,
      ...PROCESSES.map((process) => [cost[process] ?? 0, 1] as const),
    ]),
  )
}

/**
 * Prints the cost of a delivery at the gateways: their processor time, less the model's time for everything
 * else. It must not grow with the number of gateways.
 */
export function reportDeliveries(runs: readonly Run[], costs: Costs): void {
  const rest = { ...costs, delivery: {} }
  printTable(
    'deliveries',
    ['clients', 'deliveries/s', 'gateway µs a delivery', 'gateway µs a client and second'],
    runs.map((run) => {
      const { clients, rates, used } = run
      const delivering = used.gateway! - predict(rest, rates, run).gateway
      return [
        labelOf(run),
        [clients, 0],
        [rates.delivery!, 0],
        [delivering / rates.delivery!, 1],
        [delivering / clients, 0],
      ]
    }),
  )
}

/**
 * Prints the model beside each run. Returns whether gateways, Postgres and Redis of all runs are within 20 %.
 */
export function reportRuns(title: string, runs: readonly Run[], costs: Costs): boolean {
  const rows = runs.map((run) => ({ run, model: predict(costs, run.rates, run) }))
  printTable(
    title,
    ['kept', 'bare µs', ...PROCESSES.flatMap((process) => [`${process} ms/s`, 'model'])],
    rows.map(({ run, model }) => [
      labelOf(run),
      [run.kept, 2],
      [run.bare, 0],
      ...PROCESSES.flatMap((process) => [
        [run.used[process]! / 1000, 0] as const,
        [model[process] / run.used[process]!, 2] as const,
      ]),
    ]),
  )
  const isClose = rows.every(({ run, model }) =>
    COMPARED.every((process) => Math.abs(model[process] / run.used[process]! - 1) <= TOLERANCE),
  )
  process.stdout.write(`the model is ${isClose ? '' : 'NOT '}within 20 %\n\n`)
  return isClose
}
