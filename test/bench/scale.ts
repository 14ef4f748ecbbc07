import { BareAnswers } from './scale-bare.ts'
import { fitCosts, LEAST_KEPT, overloadedMixes, slowed } from './scale-fit.ts'
import { type Measurement, measureInTurn, median, openCrowds, type Server } from './scale-measure.ts'
import {
  BROADCASTS,
  fittedMixes,
  halfMixes,
  LIFE,
  lifelikeMixes,
  oneSidedMixes,
  times,
} from './scale-mixes.ts'
import { BARE_ANSWER, COSTS } from './scale-model.ts'
import { reportCosts, reportDeliveries, reportRuns } from './scale-report.ts'
import { type Mix, Traffic } from './scale-traffic.ts'
import { startStack } from './stack.ts'

/** Gateways of each server. */
const GATEWAYS = [4, 2, 1]
/** The life-like mixes, and the mixes with half the rates, are measured on these. */
const FEWEST_AND_MOST = [4, 1]
/**
 * Requests of each kind to each gateway before the first measurement. A gateway compiles its frequent code:
 * one that has just started needs almost twice the processor time of one that has answered for a minute.
 */
const WARM_UP = 2_000
/** Seconds of each mix. In fewer, the rare garbage collections decide the result. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 9)
/**
 * A life-like mix is compared alone, while the fit averages the others, so it is measured this many times as
 * long.
 */
const LIFELIKE_SLICES = 3
/** Seconds of the mix that looks for a speed, and how much slower it tries next. */
const TRIAL_SECONDS = 3
const SLOWER = 0.7
const SLOWEST = 0.2

/**
 * Measures mixes of requests on servers with 4, 2 and 1 gateways, in turn, and fits the constants of
 * docs/scale.md to them. Prints the cost of a delivery on each number of gateways. Then compares the model
 * with life-like mixes that took no part in the fit, with the constants of this run and, without consequence,
 * with the recorded ones, multiplied by the cost of a bare uWebSockets.js in this run. Exits with 1 when the
 * model with the constants of this run is beyond 20 %, or when the machine does not keep the rates.
 */
export async function scale(): Promise<void> {
  const servers = await Promise.all(GATEWAYS.map(startServer))
  for (const { traffic, ports } of servers) await traffic.warmUp(ports, WARM_UP)
  const crowds = await Promise.all(
    servers.map(({ ports, traffic }, n) => openCrowds(ports, traffic.clients, n * GATEWAYS[0]!)),
  )
  const bare = await BareAnswers.start()
  const speed = await keptSpeed(servers[0]!)
  const outer = servers.filter(({ ports }) => FEWEST_AND_MOST.includes(ports.length))
  const measurements = [
    ...measurementsOf(fittedMixes(speed), servers),
    ...measurementsOf(halfMixes(speed), outer),
    ...measurementsOf(oneSidedMixes(speed), [servers[0]!], { asked: 1 }),
    ...measurementsOf(lifelikeMixes(speed), outer, { slices: LIFELIKE_SLICES }),
  ]
  const runs = await measureInTurn(measurements, SECONDS, bare)
  bare.stop()
  await Promise.all(crowds.flat().map((crowd) => crowd.stop()))
  await Promise.all(servers.map(({ stack }) => stack.close()))

  // Over the whole run, because a mix affects the bare answers beside it.
  const bareAnswer = median(runs.map((run) => run.bare))
  process.stdout.write(
    `a bare answer took ${bareAnswer.toFixed(0)} µs, and ${BARE_ANSWER} µs when constants were recorded\n\n`,
  )
  const recorded = slowed(COSTS, bareAnswer / BARE_ANSWER)
  const isLifelike = (name: string) => name in lifelikeMixes(speed)
  const fitted = runs.filter(({ name }) => !isLifelike(name))
  const lifelike = runs.filter(({ name }) => isLifelike(name))
  const costs = fitCosts(fitted, recorded.waiting)
  reportCosts('of this run', costs)
  reportDeliveries(
    fitted.filter(({ name }) => name === BROADCASTS),
    costs,
  )
  reportRuns(`fitted, speed ${speed.toFixed(2)}`, fitted, costs)
  const overloaded = overloadedMixes(runs)
  if (overloaded !== undefined) {
    process.stdout.write(
      `nothing is compared, because the machine did not keep the rates of: ${overloaded}\n`,
    )
    process.exitCode = 1
    return
  }
  const isClose = reportRuns('not fitted', lifelike, costs)
  reportRuns('not fitted, recorded constants', lifelike, recorded)
  if (!isClose) process.exitCode = 1
}

/** Starts a server with an organization. */
async function startServer(gateways: number): Promise<Server> {
  const stack = await startStack({ hasWorker: true })
  const traffic = await Traffic.prepare(stack)
  const ports = [stack.port]
  while (ports.length < gateways) ports.push((await stack.addGateway()).port)
  return { stack, traffic, ports }
}

/** Each mix on these servers. All gateways get the requests unless `asked` says how many. */
const measurementsOf = (
  mixes: Readonly<Record<string, Mix>>,
  servers: readonly Server[],
  { asked, slices = 1 }: { readonly asked?: number; readonly slices?: number } = {},
): Measurement[] =>
  Object.entries(mixes).flatMap(([name, mix]) =>
    servers.map((server) => ({ name, mix, server, asked: asked ?? server.ports.length, slices })),
  )

/** The largest speed, at most 1, at which the machine keeps the rate of the life-like mix. */
async function keptSpeed(server: Server): Promise<number> {
  let speed = 1
  while (speed > SLOWEST && (await tryMix(server, times(LIFE, speed))) < LEAST_KEPT) speed *= SLOWER
  return speed
}

/** Returns the share of its rate that a mix keeps. */
async function tryMix({ traffic, ports }: Server, mix: Mix): Promise<number> {
  const open = await traffic.open(ports, mix)
  const { kept } = await open.run(TRIAL_SECONDS)
  open.close()
  return kept
}
