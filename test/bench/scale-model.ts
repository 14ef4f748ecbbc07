/**
 * The model of docs/scale.md: the processor time that clients, messages and requests cost each kind of process. `npm run
 * bench -- scale` measures the constants and compares the model with a mix of all of them. `test/bench/scale-tables.ts`
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
} as const
export type Unit = keyof typeof UNITS

export type Costs = Readonly<Record<Unit, Cost>>

/** What happens in a second. */
export type Rates = Readonly<Partial<Record<Exclude<Unit, 'entry' | 'report' | 'waiting'>, number>>>

/** The measured constants, in microseconds. */
export const COSTS: Costs = {
  message: { gateway: 850, postgres: 900, redis: 120, worker: 240 },
  mark: { gateway: 730, postgres: 850, redis: 130, worker: 210 },
  presence: { gateway: 130, postgres: 30, redis: 30 },
  fetch: { gateway: 470, postgres: 600, redis: 10 },
  entry: { gateway: 160, redis: 20 },
  report: { gateway: 20, redis: 5 },
  delivery: { gateway: 9.2 },
  waiting: { gateway: 3.7 },
}

/** The processor time of each kind of process, in microseconds a second, of `gateways` that share the clients. */
export function predict(
  costs: Costs,
  rates: Rates,
  gateways: number,
  clients: number,
): Record<Process, number> {
  const counts: Readonly<Record<Unit, number>> = {
    ...{ message: 0, delivery: 0, presence: 0, mark: 0, fetch: 0 },
    ...rates,
    entry: entriesOf(rates) * gateways,
    report: (rates.presence ?? 0) * gateways,
    waiting: clients,
  }
  const costOf = (process: Process) =>
    Object.entries(counts).reduce(
      (sum, [unit, count]) => sum + count * (costs[unit as Unit][process] ?? 0),
      0,
    )
  return Object.fromEntries(PROCESSES.map((process) => [process, costOf(process)])) as Record<Process, number>
}

/** A message and a mark are one entry of the event log each. */
export const entriesOf = (rates: Rates): number => (rates.message ?? 0) + (rates.mark ?? 0)
