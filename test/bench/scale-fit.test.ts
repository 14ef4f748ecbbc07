import { expect, test } from 'vitest'
import { fitCosts, nonNegativeLeastSquares, overloadedMixes, type Run, slowed } from './scale-fit.ts'
import { meanOf } from './scale-measure.ts'
import { fittedMixes, halfMixes, lifelikeMixes, oneSidedMixes } from './scale-mixes.ts'
import { BARE_ANSWER, type Costs, PROCESSES, predict, UNITS_OF } from './scale-model.ts'
import { KINDS, type Mix } from './scale-traffic.ts'

/** Constants that the fit should find. */
const TRUE: Costs = {
  message: { gateway: 900, postgres: 1_000, redis: 120, worker: 240 },
  mark: { gateway: 700, postgres: 800, redis: 130, worker: 210 },
  presence: { gateway: 130, postgres: 30, redis: 30 },
  fetch: { gateway: 500, postgres: 600, redis: 10 },
  cold: { gateway: 300 },
  entry: { gateway: 160, redis: 20 },
  report: { gateway: 20, redis: 5 },
  delivery: { gateway: 9 },
  waiting: { gateway: 4 },
  gateway: { gateway: 20_000, postgres: 3_000, redis: 1_000 },
  server: { gateway: 10_000, postgres: 5_000, redis: 4_000, worker: 20_000 },
}

const CLIENTS = 1_000

/** Runs as the bench makes them. Each costs the `TRUE` cost times the factor of `errorOf`. */
const runsOf = (
  mixes: Readonly<Record<string, Mix>>,
  gateways: readonly number[],
  errorOf = () => 1,
  asked?: number,
): Run[] =>
  gateways.flatMap((count) =>
    Object.entries(mixes).map(([name, { broadcast, ...mix }]) => {
      const delivery = mix.message * 100 + broadcast * CLIENTS
      const rates = { ...mix, message: mix.message + broadcast, delivery }
      const fleet = { gateways: count, asked: asked ?? count, clients: CLIENTS }
      const cost = predict(TRUE, rates, fleet)
      const measured = PROCESSES.map((process) => [process, cost[process] * errorOf()])
      const used = Object.fromEntries(measured)
      return { name, ...fleet, rates, used, bare: BARE_ANSWER, kept: 1 }
    }),
  )

const worstError = (costs: Costs, runs: readonly Run[]) =>
  Math.max(
    ...runs.flatMap((run) => {
      const model = predict(costs, run.rates, run)
      return PROCESSES.map((process) => Math.abs(model[process] / run.used[process]! - 1))
    }),
  )

/** All runs of the bench to which constants are fitted. */
const fittedRuns = (errorOf?: () => number): Run[] => [
  ...runsOf(fittedMixes(1), [4, 2, 1], errorOf),
  ...runsOf(halfMixes(1), [4, 1], errorOf),
  ...runsOf(oneSidedMixes(1), [4], errorOf, 1),
]
const lifelike = runsOf(lifelikeMixes(1), [1, 4])

test('the mixes of the bench tell all constants apart', () => {
  const costs = fitCosts(fittedRuns(), TRUE.waiting)
  for (const process of PROCESSES)
    for (const unit of UNITS_OF[process])
      expect(costs[unit][process] ?? 0, `${unit} ${process}`).toBeCloseTo(TRUE[unit][process] ?? 0, 0)
})

test('measurements that are up to 10 % too high or low give a model within 10 %', () => {
  let n = 0
  const errorOf = () => 1 + 0.1 * Math.sin(n++ * 7.3)
  const costs = fitCosts(fittedRuns(errorOf), TRUE.waiting)
  expect(worstError(costs, lifelike)).toBeLessThan(0.1)
})

test.each(['message', 'mark', 'gateway', 'server'] as const)(
  'a model without the cost of a %s is beyond 20 percent somewhere',
  (unit) => {
    const costs = fitCosts(fittedRuns(), TRUE.waiting)
    const runs = [...lifelike, ...runsOf(fittedMixes(1), [1, 4])]
    expect(worstError({ ...costs, [unit]: {} }, runs)).toBeGreaterThan(0.2)
  },
)

test('least squares finds the exact solution, and never a negative element', () => {
  const rows = [
    [1, 0],
    [1, 1],
    [1, 2],
  ]
  const [first, slope] = nonNegativeLeastSquares(rows, [1, 3, 5])
  expect(first).toBeCloseTo(1)
  expect(slope).toBeCloseTo(2)
  // The line through these points falls, so the closest one that does not is their mean.
  expect(nonNegativeLeastSquares(rows, [5, 3, 1])).toEqual([expect.closeTo(3), 0])
})

test('a mix that does not keep its rate is refused with its name', () => {
  const [run] = lifelike
  const late = { ...run!, name: 'marks', gateways: 4, asked: 4, kept: 0.949 }
  expect(overloadedMixes([{ ...run!, kept: 0.95 }])).toBeUndefined()
  expect(overloadedMixes([run!, late])).toBe('marks on 4 (94 %)')
  expect(overloadedMixes([{ ...late, asked: 1 }])).toBe('marks to 1 of 4 (94 %)')
})

test('rounds count alike, and one that did not keep its rate is not hidden by the others', () => {
  const [run] = lifelike
  const other = { ...run!, used: { ...run!.used, postgres: 3 * run!.used.postgres! }, kept: 0.8 }
  const { used, kept } = meanOf([run!, other])
  expect(used).toEqual({ ...run!.used, postgres: 2 * run!.used.postgres! })
  expect(kept).toBeCloseTo(0.9)
  expect(overloadedMixes([{ ...run!, kept }])).toBeDefined()
})

test('no fitted mix has the proportions of the life-like ones', () => {
  const sharesOf = (mix: Mix) => {
    const all = KINDS.reduce((sum, kind) => sum + mix[kind], 0)
    return KINDS.map((kind) => mix[kind] / all)
  }
  for (const life of Object.values(lifelikeMixes(1)))
    for (const fitted of Object.values({ ...fittedMixes(1), ...halfMixes(1), ...oneSidedMixes(1) })) {
      const shares = sharesOf(life)
      expect(Math.max(...sharesOf(fitted).map((share, n) => Math.abs(share - shares[n]!)))).toBeGreaterThan(
        0.1,
      )
    }
})

test('slower cores take longer for everything', () => {
  expect(slowed(TRUE, 2).message).toEqual({ gateway: 1_800, postgres: 2_000, redis: 240, worker: 480 })
})
