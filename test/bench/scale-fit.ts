import {
  type Cost,
  type Costs,
  countsOf,
  type Fleet,
  PROCESSES,
  type Process,
  type Rates,
  UNITS,
  UNITS_OF,
  type Unit,
} from './scale-model.ts'

/** How far the model may be from a measurement. */
export const TOLERANCE = 0.2
/**
 * The share of its rate that a mix must keep. One that does not was limited by the machine, so its cost says
 * little. The rest is the time of the last answers of each second.
 */
export const LEAST_KEPT = 0.95

/** A mix that was measured. */
export interface Run extends Fleet {
  readonly name: string
  readonly rates: Rates
  /** Microseconds of a bare answer meanwhile. */
  readonly bare: number
  /** Microseconds of processor time in a second, by process. */
  readonly used: Cost
  /** The share of its rate that the mix kept. */
  readonly kept: number
}

/**
 * The constants, none negative, with which the model is closest to the runs: the sum of the squares of its
 * relative errors is the least. A waiting client costs `waiting`, because its heartbeats are too rare for
 * these runs.
 */
export function fitCosts(runs: readonly Run[], waiting: Cost): Costs {
  const costs: Record<Unit, Partial<Record<Process, number>>> = Object.fromEntries(
    Object.keys(UNITS).map((unit) => [unit, {}]),
  ) as Record<Unit, Cost>
  for (const process of PROCESSES) {
    const units = UNITS_OF[process].filter((unit) => unit !== 'waiting')
    const used = runs.map(({ used, clients }) => (used[process] ?? 0) - clients * (waiting[process] ?? 0))
    const rows = runs.map((run, n) => {
      const counts = countsOf(run.rates, run)
      return units.map((unit) => counts[unit] / used[n]!)
    })
    const found = nonNegativeLeastSquares(
      rows,
      used.map(() => 1),
    )
    for (const [n, unit] of units.entries()) costs[unit][process] = found[n]!
  }
  return { ...costs, waiting }
}

/** Rounds over all unknowns: the runs of the bench need some thousand. */
const MOST_ROUNDS = 100_000
const PRECISION = 1e-10

/** The x without negative elements that minimizes |rows · x − values|², found one element after the other. */
export function nonNegativeLeastSquares(
  rows: readonly (readonly number[])[],
  values: readonly number[],
): number[] {
  const columns = rows[0]!.map((_, index) => rows.map((row) => row[index]!))
  const squares = columns.map((column) => column.reduce((sum, element) => sum + element * element, 0))
  const x = columns.map(() => 0)
  const rest = [...values]
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let largestChange = 0
    for (const [index, column] of columns.entries()) {
      if (squares[index] === 0) continue
      const slope = column.reduce((sum, element, row) => sum + element * rest[row]!, 0)
      const next = Math.max(0, x[index]! + slope / squares[index]!)
      const change = next - x[index]!
      for (const [row, element] of column.entries()) rest[row]! -= element * change
      x[index] = next
      largestChange = Math.max(largestChange, Math.abs(change) * Math.sqrt(squares[index]!))
    }
    if (largestChange < PRECISION) break
  }
  return x
}

/** Names a run. */
export const labelOf = ({ name, gateways, asked }: Run): string =>
  asked === gateways ? `${name} on ${gateways}` : `${name} to ${asked} of ${gateways}`

/**
 * Names the mixes that did not keep their rates, with the share that they kept; undefined when all kept
 * theirs.
 */
export function overloadedMixes(runs: readonly Run[]): string | undefined {
  const overloaded = runs.filter(({ kept }) => kept < LEAST_KEPT)
  if (overloaded.length === 0) return undefined
  return overloaded.map((run) => `${labelOf(run)} (${Math.floor(run.kept * 100)} %)`).join(', ')
}

/** The constants with cores that take `factor` times as long. */
export const slowed = (costs: Costs, times: number): Costs =>
  Object.fromEntries(
    Object.entries(costs).map(([unit, cost]) => [
      unit,
      Object.fromEntries(Object.entries(cost as Cost).map(([process, used]) => [process, used * times])),
    ]),
  ) as Costs
