import { BareAnswers } from './scale-bare.ts'
import { fitCosts, LEAST_KEPT, overloadedMixes, type Run, slowed } from './scale-fit.ts'
import { measureMixes, median, openCrowds } from './scale-measure.ts'
import { BROADCASTS, fittedMixes, LIFE, lifelikeMixes, times } from './scale-mixes.ts'
import { BARE_ANSWER, COSTS } from './scale-model.ts'
import { reportCosts, reportDeliveries, reportRuns } from './scale-report.ts'
import { CLIENTS, type Mix, Traffic } from './scale-traffic.ts'
import { type GatewayProcess, startStack } from './stack.ts'

/** The most first, because they show whether the machine keeps the rates. */
const GATEWAYS = [4, 2, 1]
/** The life-like mixes are measured on these. */
const COMPARED_ON = [4, 1]
/** Requests of each kind to each gateway before the first measurement. */
const WARM_UP = 500
/** Seconds of the mix that looks for a speed, and how much slower it tries next. */
const TRIAL_SECONDS = 3
const SLOWER = 0.7
const SLOWEST = 0.2

/**
 * Measures mixes of requests on 4, 2 and 1 gateways, in each of which another kind of request costs most, and fits the constants of
 * docs/scale.md to them. Prints what a delivery costs on each number of gateways. Then compares the model with life-like mixes that
 * took no part in the fit, with the constants of this run and, without consequence, with the recorded ones, which it multiplies by
 * what a bare uWebSockets.js costs in this run. Exits with 1 when the model with the constants of this run is beyond 20 %, or when
 * the machine does not keep the rates.
 */
export async function scale(): Promise<void> {
  const stack = await startStack({ hasWorker: true })
  const traffic = await Traffic.prepare(stack)
  const others: GatewayProcess[] = []
  while (others.length < GATEWAYS[0]! - 1) others.push(await stack.addGateway())
  const portsNow = () => [stack.port, ...others.map(({ port }) => port)]
  await traffic.warmUp(portsNow(), WARM_UP)
  const bare = await BareAnswers.start()
  const speed = await keptSpeed(traffic, portsNow())
  const [fitted, lifelike]: [Run[], Run[]] = [[], []]
  for (const gateways of GATEWAYS) {
    while (others.length >= gateways) await others.pop()!.kill()
    const crowds = await openCrowds(portsNow(), traffic.clients)
    await tryMix(traffic, portsNow(), times(LIFE, speed))
    // All take turns, so that a slow time of the machine affects both kinds.
    const lifelikeHere = COMPARED_ON.includes(gateways) ? lifelikeMixes(speed) : {}
    const mixes = { ...fittedMixes(speed), ...lifelikeHere }
    for (const run of await measureMixes({ stack, traffic, bare }, portsNow(), mixes, CLIENTS))
      (run.name in lifelikeHere ? lifelike : fitted).push(run)
    for (const crowd of crowds) await crowd.stop()
  }
  bare.stop()
  await stack.close()

  // Over the whole run, because a mix affects the bare answers beside it.
  const bareAnswer = median([...fitted, ...lifelike].map((run) => run.bare))
  process.stdout.write(
    `a bare answer took ${bareAnswer.toFixed(0)} µs, and ${BARE_ANSWER} µs when constants were recorded\n\n`,
  )
  const recorded = slowed(COSTS, bareAnswer / BARE_ANSWER)
  const costs = fitCosts(fitted, recorded.waiting)
  reportCosts('of this run', costs)
  reportDeliveries(
    fitted.filter(({ name }) => name === BROADCASTS),
    costs,
  )
  reportRuns(`fitted, speed ${speed.toFixed(2)}`, fitted, costs)
  const overloaded = overloadedMixes([...fitted, ...lifelike])
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

/** The largest speed, at most 1, at which the machine keeps the rate of the life-like mix. */
async function keptSpeed(traffic: Traffic, ports: readonly number[]): Promise<number> {
  let speed = 1
  while (speed > SLOWEST && (await tryMix(traffic, ports, times(LIFE, speed))) < LEAST_KEPT) speed *= SLOWER
  return speed
}

/** Returns the share of its rate that a mix keeps. */
async function tryMix(traffic: Traffic, ports: readonly number[], mix: Mix): Promise<number> {
  const open = await traffic.open(ports, mix)
  const { kept } = await open.run(TRIAL_SECONDS)
  open.close()
  return kept
}
