import { startBroadcaster } from './bare.ts'
import { addressesOf, openCrowd } from './crowds.ts'
import { fillOrganization } from './organization.ts'
import {
  type Alone,
  costAlone,
  eachAlone,
  HEARD_MESSAGES,
  heard,
  MOST_GATEWAYS,
  mix,
  openCrowds,
  requestsOf,
  warmUp,
} from './scale-measure.ts'
import { COSTS, type Cost, type Costs, type Process, predict } from './scale-model.ts'
import { reportCosts, reportPrediction, reportSteps, type Step } from './scale-report.ts'
import { startStack } from './stack.ts'

/** Clients of each gateway. */
const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 1_000)
const GATEWAYS = [1, 2, MOST_GATEWAYS]
/** Bytes of a frame with the message on a WebSocket. */
const BYTES_OF_FRAME = 700

/**
 * Measures messages in one organization on 1, 2 and 4 gateways with a thousand clients each, who hear all of them: the
 * processor time of a delivery and of a message must stay flat. Then compares the model of docs/scale.md with a mix of
 * messages and requests on four gateways, with the constants of this run and with the recorded ones. Exits with 1 when the
 * recorded ones are beyond 20 %.
 */
export async function scale(): Promise<void> {
  const stack = await startStack({ hasWorker: true })
  const size = { people: MOST_GATEWAYS * CLIENTS, channels: 20, channelsEach: 20, groups: 0, messages: 5_000 }
  const people = await fillOrganization(stack, size)
  const requests = await requestsOf(stack, people)
  const ports = [stack.port]
  const steps: Step[] = []
  let alone: Alone = new Map()
  for (const gateways of GATEWAYS) {
    while (ports.length < gateways) ports.push((await stack.addGateway()).port)
    const crowds = await openCrowds(ports, people, CLIENTS)
    steps.push(await heard(stack, ports, requests.message, crowds))
    for (const crowd of crowds) await crowd.stop()
    if (gateways === 1) alone = await eachAlone(stack, ports, requests)
  }
  for (const kind of ['message', 'presence'] as const) await warmUp(ports, requests[kind])
  // Now four gateways read each message and each report of presence, although nobody hears them.
  const shared = {
    message: await costAlone(stack, ports, requests.message),
    presence: await costAlone(stack, ports, requests.presence),
  }
  const constants = constantsOf(alone, shared, steps[0]!)
  const crowds = await openCrowds(ports, people, CLIENTS)
  const mixed = await mix(stack, ports, requests, MOST_GATEWAYS * CLIENTS)
  for (const crowd of crowds) await crowd.stop()
  await stack.close()

  reportSteps(steps, await bareDelivery())
  reportCosts('of this run', constants)
  reportCosts('recorded', COSTS)
  // The measurement leaves out what clients cost that only wait.
  const model = (costs: Costs) => predict(costs, mixed.rates, MOST_GATEWAYS, 0)
  reportPrediction('the mix, with constants of this run', model(constants), mixed.used)
  const isClose = reportPrediction('the mix, with recorded constants', model(COSTS), mixed.used)
  if (!isClose) process.exitCode = 1
}

/**
 * The constants of the model. `alone` are the costs on one gateway without clients, `shared` those that four gateways
 * share, and `heard` the cost of a message with clients on one gateway.
 */
function constantsOf(alone: Alone, shared: { message: Cost; presence: Cost }, heard: Step): Costs {
  const slope = (kind: 'message' | 'presence'): Cost => {
    const of = (process: Process) =>
      Math.max(0, ((shared[kind][process] ?? 0) - (alone.get(kind)![process] ?? 0)) / (MOST_GATEWAYS - 1))
    return { gateway: of('gateway'), redis: of('redis') }
  }
  const [entry, report] = [slope('message'), slope('presence')]
  const without = (cost: Cost, part: Cost): Cost => ({
    ...cost,
    gateway: Math.max(0, cost.gateway! - part.gateway!),
    redis: Math.max(0, cost.redis! - part.redis!),
  })
  const message = alone.get('message')!
  return {
    message: without(message, entry),
    mark: without(alone.get('mark')!, entry),
    presence: without(alone.get('presence')!, report),
    fetch: alone.get('fetch')!,
    entry,
    report,
    delivery: { gateway: (heard.perMessage.gateway! - message.gateway!) / heard.clients },
    waiting: COSTS.waiting, // `npm run soak` measures it.
  }
}

/** The processor time of a delivery by a bare uWebSockets.js in microseconds. */
async function bareDelivery(): Promise<number> {
  const bare = await startBroadcaster()
  const queue = { id: '', cursor: '0', authorization: '' }
  const crowd = await openCrowd({
    ...{ port: bare.port, from: addressesOf(0), kind: 'sockets' },
    queues: Array.from({ length: CLIENTS }, () => queue),
  })
  const run = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      const all = crowd.haveReceived(n + 1)
      bare.publish(BYTES_OF_FRAME)
      await all
    }
  }
  const first = HEARD_MESSAGES / 4
  await run(0, first)
  const before = bare.processorMs()
  await run(first, first + HEARD_MESSAGES)
  const used = bare.processorMs() - before
  await crowd.stop()
  bare.stop()
  return (used * 1000) / (HEARD_MESSAGES * CLIENTS)
}
