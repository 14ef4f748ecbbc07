import { COSTS, type Costs, entriesOf, predict, type Rates } from './scale-model.ts'

/** The requests of a connected client in a minute of the busiest hour. */
export const TRAFFIC = { presence: 1, mark: 0.5, fetch: 0.2, message: 0.1, start: 0.01 } as const
/** Connected clients that hear a message, on average over channels of all sizes. */
export const AUDIENCE = 100
/** The share of its processor that a process uses in the busiest hour. */
const BUSY = 0.5
const CORE = 1_000_000
/** Clients of a gateway: the measured number. */
const MOST_CLIENTS = 20_000

/**
 * Microseconds of processor time of POST /register with everything, gzipped: at once, and for each person of
 * the organization.
 */
export const START = { gateway: 1_000, postgres: 1_300, gatewayEach: 1.2, postgresEach: 0.03 } as const

/** Bytes. */
export const BYTES = {
  /** A gateway without organizations. */
  gateway: 100 * 1024 ** 2,
  /**
   * A person in the memory of a gateway, with sixteen memberships of 65 bytes and twice the text for new
   * clients.
   */
  person: 609 + 16 * 65 + 2 * 320,
  /** A client on a WebSocket. */
  client: 3_072,
  /** A message on the way to a client. */
  delivery: 700,
  /** A person in the gzipped answer to a client that starts. */
  start: 21,
} as const

export interface Size {
  /** Clients of all organizations. */
  readonly clients: number
  /** Organizations of equal size, each with gateways and a Redis node of its own. */
  readonly organizations: number
}

export interface Machines {
  readonly messagesPerSecond: number
  readonly deliveriesPerSecond: number
  /** Gateways in all; undefined when each would spend more on reading the log than it may use. */
  readonly gateways: number | undefined
  readonly workers: number
  readonly postgresCores: number
  /** Of one Redis node, which has one processor. */
  readonly redisShare: number
  readonly gatewayMib: number
  readonly megabitsPerSecond: number
}

/** The requests in a second in an organization with this number of clients, without starts. */
export function ratesOf(clients: number): Rates & { readonly message: number; readonly delivery: number } {
  const perSecond = (perMinute: number) => (clients * perMinute) / 60
  const message = perSecond(TRAFFIC.message)
  return {
    presence: perSecond(TRAFFIC.presence),
    mark: perSecond(TRAFFIC.mark),
    fetch: perSecond(TRAFFIC.fetch),
    message,
    delivery: message * Math.min(AUDIENCE, clients),
  }
}

/**
 * The share of a core that each gateway of an organization needs for itself and for reading the log and
 * presence.
 */
export function sharedLoad(clients: number, costs: Costs = COSTS): number {
  const rates = ratesOf(clients)
  const read = entriesOf(rates) * costs.entry.gateway! + rates.presence! * costs.report.gateway!
  return (costs.gateway.gateway! + read) / CORE
}

/** The gateways of one organization; undefined when no number is enough. */
function gatewaysFor(clients: number, costs: Costs): number | undefined {
  const free = BUSY - sharedLoad(clients, costs)
  if (free <= 0) return undefined
  // It leaves out the log that each gateway reads. With many gateways, almost every request comes to another
  // gateway than the previous one.
  const many = { gateways: 0, asked: Number.POSITIVE_INFINITY, clients }
  const own = (predict(costs, ratesOf(clients), many).gateway + startsOf(clients).gateway) / CORE
  return Math.max(1, Math.ceil(own / free), Math.ceil(clients / MOST_CLIENTS))
}

function startsOf(people: number): Record<'gateway' | 'postgres', number> {
  const perSecond = (people * TRAFFIC.start) / 60
  return {
    gateway: perSecond * (START.gateway + START.gatewayEach * people),
    postgres: perSecond * (START.postgres + START.postgresEach * people),
  }
}

/** The machines that the model predicts for a server, with the recorded constants unless others are given. */
export function machinesFor({ clients, organizations }: Size, costs: Costs = COSTS): Machines {
  const each = clients / organizations
  const rates = ratesOf(each)
  const gateways = gatewaysFor(each, costs)
  const used = predict(costs, rates, { gateways: gateways ?? 1, asked: gateways ?? 1, clients: each })
  const starts = startsOf(each)
  // All organizations share one Postgres and the workers.
  const cores = (process: 'postgres' | 'worker', more = 0) => {
    const once = costs.server[process] ?? 0
    return ((used[process] - once + more) * organizations + once) / CORE / BUSY
  }
  const bytesPerSecond = rates.delivery * BYTES.delivery + ((each * TRAFFIC.start) / 60) * BYTES.start * each
  return {
    messagesPerSecond: rates.message * organizations,
    deliveriesPerSecond: rates.delivery * organizations,
    gateways: gateways === undefined ? undefined : gateways * organizations,
    workers: Math.ceil(cores('worker')),
    postgresCores: Math.ceil(cores('postgres', starts.postgres)),
    redisShare: used.redis / CORE,
    gatewayMib: (BYTES.gateway + each * BYTES.person + (each / (gateways ?? 1)) * BYTES.client) / 1024 ** 2,
    megabitsPerSecond: (bytesPerSecond * 8 * organizations) / 1e6,
  }
}
