/**
 * The model of docs/scale.md: the processor time that clients, messages and requests cost each kind of
 * process. `npm run bench -- scale` measures the constants and compares the model with mixes that took no
 * part in it. `test/bench/scale-tables.ts` prints the tables of the docs.
 */

export const PROCESSES = ['gateway', 'postgres', 'redis', 'worker'] as const
export type Process = (typeof PROCESSES)[number]

/** Microseconds of processor time by process; an absent one costs nothing. */
export type Cost = Readonly<Partial<Record<Process, number>>>

/** The units that the model counts, with their meaning. */
export const UNITS = {
  message: 'A message: request, row, event, job. Without its deliveries',
  mark: 'A request that marks a message as read, with its event',
  presence: 'A report of presence, as a ping',
  fetch: 'A request for 100 messages',
  cold: 'A request at another gateway than the one before',
  entry: 'A message or a mark, at each gateway that serves the organization',
  report: 'A report of presence, at each gateway that serves the organization',
  delivery: 'An event to one WebSocket',
  waiting: 'A second of a WebSocket that waits',
  gateway: 'A second of a gateway in use',
  server: 'A second of the server in use',
} as const
export type Unit = keyof typeof UNITS

export type Costs = Readonly<Record<Unit, Cost>>

/** The requests and deliveries of a second. */
export type Rates = Readonly<Partial<Record<'message' | 'mark' | 'presence' | 'fetch' | 'delivery', number>>>

/** The units that can cost a process anything. */
export const UNITS_OF: Readonly<Record<Process, readonly Unit[]>> = {
  gateway: [
    'message',
    'mark',
    'presence',
    'fetch',
    'cold',
    'entry',
    'report',
    'delivery',
    'waiting',
    'gateway',
    'server',
  ],
  postgres: ['message', 'mark', 'presence', 'fetch', 'gateway', 'server'],
  redis: ['message', 'mark', 'presence', 'fetch', 'entry', 'report', 'gateway', 'server'],
  worker: ['message', 'mark', 'server'],
}

/** Microseconds of a bare answer (`test/bench/scale-bare.ts`) when the constants were recorded. */
export const BARE_ANSWER = 50

/** The measured constants, in microseconds. */
export const COSTS: Costs = {
  message: { gateway: 1_990, postgres: 1_220, redis: 194, worker: 265 },
  mark: { gateway: 740, postgres: 908, redis: 156, worker: 154 },
  presence: { gateway: 230, postgres: 4, redis: 85 },
  fetch: { gateway: 1_620, postgres: 770, redis: 31 },
  cold: { gateway: 500 },
  entry: { gateway: 270, redis: 9.7 },
  report: { gateway: 2, redis: 0 },
  delivery: { gateway: 10.5 },
  waiting: { gateway: 2 },
  gateway: { gateway: 4_840, postgres: 1_240, redis: 1_108 },
  server: { gateway: 28_800, postgres: 9_610, redis: 7_370, worker: 15_400 },
}

/** The gateways of an organization and its connected clients. */
export interface Fleet {
  readonly gateways: number
  /** The gateways that share the requests equally. The others only read the log and serve their clients. */
  readonly asked: number
  readonly clients: number
}

/** How many of each unit the gateways of a fleet have in a second. */
export function countsOf(rates: Rates, { gateways, asked, clients }: Fleet): Readonly<Record<Unit, number>> {
  const { message = 0, mark = 0, presence = 0, fetch = 0 } = rates
  return {
    ...{ message: 0, mark: 0, presence: 0, fetch: 0, delivery: 0 },
    ...rates,
    cold: (message + mark + presence + fetch) * (1 - 1 / asked),
    entry: entriesOf(rates) * gateways,
    report: (rates.presence ?? 0) * gateways,
    waiting: clients,
    gateway: gateways,
    server: 1,
  }
}

/** The processor time of each kind of process, in microseconds a second. */
export function predict(costs: Costs, rates: Rates, fleet: Fleet): Record<Process, number> {
  const counts = countsOf(rates, fleet)
  const costOf = (process: Process) =>
    UNITS_OF[process].reduce((sum, unit) => sum + counts[unit] * (costs[unit][process] ?? 0), 0)
  return Object.fromEntries(PROCESSES.map((process) => [process, costOf(process)])) as Record<Process, number>
}

/** A message and a mark are one entry of the event log each. */
export const entriesOf = (rates: Rates): number => (rates.message ?? 0) + (rates.mark ?? 0)
