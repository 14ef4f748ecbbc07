/**
 * The model of docs/scale.md: the processor time that clients, messages and requests cost each kind of process. `npm run
 * bench -- scale` measures the constants and compares the model with mixes that took no part in it. `test/bench/scale-tables.ts`
 * prints the tables of the docs.
 */

export const PROCESSES = ['gateway', 'postgres', 'redis', 'worker'] as const
export type Process = (typeof PROCESSES)[number]

/** Microseconds of processor time by process; an absent one costs nothing. */
export type Cost = Readonly<Partial<Record<Process, number>>>

/** What the model counts, with what it means. */
export const UNITS = {
  message: 'A message: request, row, event, job. Without its deliveries',
  mark: 'A request that marks a message as read, with its event',
  presence: 'A report of presence, as a ping',
  fetch: 'A request for 100 messages',
  entry: 'A message or a mark, at each gateway that serves the organization',
  report: 'A report of presence, at each gateway that serves the organization',
  delivery: 'An event to one WebSocket',
  waiting: 'A second of a WebSocket that waits',
  gateway: 'A second of a gateway in use',
  server: 'A second of the server in use',
} as const
export type Unit = keyof typeof UNITS

export type Costs = Readonly<Record<Unit, Cost>>

/** What happens in a second. */
export type Rates = Readonly<Partial<Record<'message' | 'mark' | 'presence' | 'fetch' | 'delivery', number>>>

/** The units that can cost a process anything. */
export const UNITS_OF: Readonly<Record<Process, readonly Unit[]>> = {
  gateway: ['message', 'mark', 'presence', 'fetch', 'entry', 'report', 'delivery', 'waiting', 'gateway'],
  postgres: ['message', 'mark', 'presence', 'fetch', 'gateway', 'server'],
  redis: ['message', 'mark', 'presence', 'fetch', 'entry', 'report', 'gateway', 'server'],
  worker: ['message', 'mark', 'server'],
}

/** Microseconds of a bare answer (`test/bench/scale-bare.ts`) when the constants were recorded. */
export const BARE_ANSWER = 47

/** The measured constants, in microseconds. */
export const COSTS: Costs = {
  message: { gateway: 2_400, postgres: 1_220, redis: 195, worker: 322 },
  mark: { gateway: 850, postgres: 934, redis: 131, worker: 178 },
  presence: { gateway: 91, postgres: 0.4, redis: 75 },
  fetch: { gateway: 1_500, postgres: 707, redis: 23 },
  entry: { gateway: 380, redis: 16.8 },
  report: { gateway: 127, redis: 3.5 },
  delivery: { gateway: 12.7 },
  waiting: { gateway: 2 },
  gateway: { gateway: 15_100, postgres: 766, redis: 704 },
  server: { postgres: 10_500, redis: 8_440, worker: 13_400 },
}

/** How many of each unit `gateways` have in a second that share the clients. */
export function countsOf(rates: Rates, gateways: number, clients: number): Readonly<Record<Unit, number>> {
  return {
    ...{ message: 0, mark: 0, presence: 0, fetch: 0, delivery: 0 },
    ...rates,
    entry: entriesOf(rates) * gateways,
    report: (rates.presence ?? 0) * gateways,
    waiting: clients,
    gateway: gateways,
    server: 1,
  }
}

/** The processor time of each kind of process, in microseconds a second, of `gateways` that share the clients. */
export function predict(
  costs: Costs,
  rates: Rates,
  gateways: number,
  clients: number,
): Record<Process, number> {
  const counts = countsOf(rates, gateways, clients)
  const costOf = (process: Process) =>
    UNITS_OF[process].reduce((sum, unit) => sum + counts[unit] * (costs[unit][process] ?? 0), 0)
  return Object.fromEntries(PROCESSES.map((process) => [process, costOf(process)])) as Record<Process, number>
}

/** A message and a mark are one entry of the event log each. */
export const entriesOf = (rates: Rates): number => (rates.message ?? 0) + (rates.mark ?? 0)
