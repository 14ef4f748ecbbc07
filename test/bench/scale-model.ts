/**
 * The model of docs/scale.md: the processor time that clients, messages and requests cost each kind of process. `npm run
 * bench -- scale` measures the constants and compares the model with a mix of all of them.
 */

export const PROCESSES = ['gateway', 'postgres', 'redis', 'worker'] as const
export type Process = (typeof PROCESSES)[number]

/** Microseconds of processor time by process; an absent one costs nothing. */
export type Cost = Readonly<Partial<Record<Process, number>>>

/** What the model counts. Each has its cost in `COSTS`. */
export type Unit =
  /** A message, from the request to the stored row, its event and its job, without deliveries. */
  | 'message'
  /** An entry of the event log at one gateway that serves the organization. */
  | 'entry'
  /** An event at one connected client. */
  | 'delivery'
  /** A connected client that waits, for a second: heartbeats and renewals of its queue. */
  | 'waiting'
  /** A report of presence, as a ping. */
  | 'presence'
  /** A request that marks messages as read. */
  | 'mark'
  /** A request for a hundred messages. */
  | 'fetch'

export type Costs = Readonly<Record<Unit, Cost>>

/** What happens in a second. */
export type Rates = Readonly<Partial<Record<Exclude<Unit, 'entry' | 'waiting'>, number>>>

/** The processor time of each kind of process, in microseconds a second, of `gateways` that share the clients. */
export function predict(
  costs: Costs,
  rates: Rates,
  gateways: number,
  clients: number,
): Record<Process, number> {
  // A message and a mark are one entry each, which every gateway reads.
  const entries = (rates.message ?? 0) + (rates.mark ?? 0)
  const counts: Readonly<Record<Unit, number>> = {
    ...{ message: 0, delivery: 0, presence: 0, mark: 0, fetch: 0 },
    ...rates,
    entry: entries * gateways,
    waiting: clients,
  }
  const costOf = (process: Process) =>
    Object.entries(counts).reduce(
      (sum, [unit, count]) => sum + count * (costs[unit as Unit][process] ?? 0),
      0,
    )
  return Object.fromEntries(PROCESSES.map((process) => [process, costOf(process)])) as Record<Process, number>
}
