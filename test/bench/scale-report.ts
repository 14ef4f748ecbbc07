import { printTable } from './report.ts'
import { type Cost, type Costs, PROCESSES, type Process } from './scale-model.ts'

/** How far the model may be from a measurement. */
const TOLERANCE = 0.2
/** Processes that use less than this share of the whole are not compared: Linux counts processor time in 10 ms. */
const SMALLEST_SHARE = 0.03

/** Messages to clients on some gateways. */
export interface Step {
  readonly gateways: number
  readonly clients: number
  readonly deliveriesPerSecond: number
  /** Microseconds of processor time of one message with its deliveries. */
  readonly perMessage: Cost
}

/** `bare`: microseconds of a delivery by a bare uWebSockets.js. */
export function reportSteps(steps: readonly Step[], bare: number): void {
  printTable(
    'one organization',
    [
      'clients',
      'deliveries/s',
      'gateway µs a delivery',
      'of bare',
      'postgres µs a message',
      'redis µs a message',
    ],
    [
      ['bare uWebSockets.js', undefined, undefined, [bare, 2], [1, 2]],
      ...steps.map(({ gateways, clients, deliveriesPerSecond, perMessage }) => {
        const delivery = perMessage.gateway! / clients
        return [
          `${gateways} ${gateways === 1 ? 'gateway' : 'gateways'}`,
          [clients, 0],
          [deliveriesPerSecond, 0],
          [delivery, 2],
          [bare / delivery, 2],
          [perMessage.postgres!, 0],
          [perMessage.redis!, 0],
        ] as const
      }),
    ],
  )
}

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

/** Prints the model beside the measurement. Returns whether they differ by at most 20 %. */
export function reportPrediction(
  title: string,
  predicted: Readonly<Record<Process, number>>,
  measured: Cost,
): boolean {
  const total = PROCESSES.reduce((sum, process) => sum + (measured[process] ?? 0), 0)
  const rows = PROCESSES.map((process) => {
    const used = measured[process] ?? 0
    // A worker looks at messages that arrive together once, so its cost of a message is a bound.
    const isCompared = process !== 'worker' && used > total * SMALLEST_SHARE
    return { process, used, model: predicted[process], isCompared }
  })
  printTable(
    title,
    ['measured ms/s', 'model ms/s', 'model of measured'],
    rows.map(({ process, used, model }) => [process, [used / 1000, 1], [model / 1000, 1], [model / used, 2]]),
  )
  const isClose = rows.every(
    ({ used, model, isCompared }) => !isCompared || Math.abs(model / used - 1) <= TOLERANCE,
  )
  process.stdout.write(isClose ? 'the model is within 20 %\n' : 'the model is NOT within 20 %\n')
  return isClose
}
