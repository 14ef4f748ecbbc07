import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisServer } from '../harness/redis-servers.ts'
import { BareRedisWrites } from './bare-redis-writes.ts'
import { BareWrites } from './bare-writes.ts'
import { type Cluster, POSTGRES } from './cluster.ts'
import type { Fault, FaultKind, Loss } from './faults.ts'
import type { Listener } from './listener.ts'
import type { Direction } from './network.ts'
import type { PostgresNode } from './postgres-nodes.ts'
import type { Probes } from './probes.ts'

const FREEZE_MS = [1_000, 20_000] as const
/** Longer and shorter than a failover of Redis Cluster takes. */
const REDIS_MS = [500, 15_000] as const
const CUT_MS = [2_000, 20_000] as const
const BAD_NETWORK_MS = [5_000, 15_000] as const
/**
 * Of the packets from a host, and of those to it. With more, TCP waits too long before it sends again, and
 * bare connections stop for the whole fault.
 */
const MOST_LOST_PERCENT = 10

/** The faults of a cluster. */
export const CLUSTER_FAULTS = {
  /** Shows how long writes pause without a fault, because the machine is busy. */
  nothing: { weight: 1, lastsMs: BAD_NETWORK_MS },
  killGateway: { weight: 3 },
  stopGateway: { weight: 2 },
  freezeGateway: { weight: 3, lastsMs: FREEZE_MS },
  cutGateway: { weight: 3, lastsMs: CUT_MS },
  cutGatewayFromRedis: { weight: 2, lastsMs: CUT_MS },
  cutGatewayFromPostgres: { weight: 2, lastsMs: CUT_MS },
  killWorker: { weight: 2 },
  freezeWorker: { weight: 2, lastsMs: FREEZE_MS },
  cutWorker: { weight: 2, lastsMs: CUT_MS },
  rollingRestart: { weight: 1 },
  /** Only with a former build. */
  upgrade: { weight: 0 },
  rollBack: { weight: 0 },
  killRedisNode: { weight: 1, lastsMs: REDIS_MS },
  killRedisMaster: { weight: 3, lastsMs: REDIS_MS },
  freezeRedisMaster: { weight: 3, lastsMs: REDIS_MS },
  cutRedisMaster: { weight: 3, lastsMs: REDIS_MS },
  cutRedisMasterFromNodes: { weight: 2, lastsMs: REDIS_MS },
  failOverRedis: { weight: 2 },
  moveSlot: { weight: 2 },
  flushScripts: { weight: 1 },
  killPrimary: { weight: 3 },
  cutPrimary: { weight: 2 },
  freezePrimary: { weight: 2 },
  switchOver: { weight: 2 },
  killStandby: { weight: 2 },
  losePackets: { weight: 3, lastsMs: BAD_NETWORK_MS },
  delayPackets: { weight: 3, lastsMs: BAD_NETWORK_MS },
  cutClients: { weight: 1 },
  slowClients: { weight: 1 },
} as const satisfies Record<string, FaultKind>

export type ClusterFaultName = keyof typeof CLUSTER_FAULTS

/** Faults that another server than the first one of Postgres outlives. */
const FAILOVERS: ReadonlySet<string> = new Set(['killPrimary', 'cutPrimary', 'freezePrimary', 'switchOver'])

/** The faults that are planned unless others are asked for. A former build may know one Postgres only. */
export const usualFaults = (hasFormerBuild: boolean): ClusterFaultName[] =>
  (Object.keys(CLUSTER_FAULTS) as ClusterFaultName[]).filter(
    (name) => !hasFormerBuild || !FAILOVERS.has(name),
  )

/** The effect of a fault on writes. */
export interface Pause {
  readonly name: ClusterFaultName
  /** The longest time that a client waited for a write through a gateway that was not the target. */
  readonly ms: number
  /** The same for bare connections to the first server of Postgres; undefined when the fault replaces it. */
  readonly bareMs?: number
  /** The same for bare connections to Redis. */
  readonly bareRedisMs: number
  /** The parts of a pause in which another server of Postgres took over; undefined for other faults. */
  readonly takeover?: Takeover
}

export interface Takeover {
  /** Until the failure was noticed and the other server was promoted: nothing of it is Loquat's. */
  readonly promotedMs: number
  /** The longest time from any later moment until a gateway acknowledged a write. */
  readonly loquatMs: number
}

const RECOVERS_WITHIN_MS = 60_000
/** Longer than an attempt to connect. */
const SILENT_MS = 8_000
/** Time between a repaired fault and the next one. */
const CALM_MS = 1_000

/**
 * Makes hosts of a cluster and their network fail, one after another, and measures how long each fault holds
 * writes up.
 */
export class ClusterFaults {
  readonly losses: Loss[] = []
  readonly done: string[] = []
  readonly pauses: Pause[] = []
  /** Gateways that did not recover. */
  readonly violations: string[] = []
  readonly #cluster: Cluster
  readonly #listeners: readonly Listener[]
  readonly #probes: Probes
  /** Clients that write meanwhile, besides the probes. */
  readonly #writers: number
  readonly #say: (line: string) => void
  readonly #begin = performance.now()
  /** The build that the fleet has begun with. */
  readonly #former: string | undefined

  constructor(
    cluster: Cluster,
    listeners: readonly Listener[],
    writing: { readonly probes: Probes; readonly writers: number },
    say: (line: string) => void,
  ) {
    this.#cluster = cluster
    this.#former = cluster.source
    this.#listeners = listeners
    this.#probes = writing.probes
    this.#writers = writing.writers
    this.#say = say
  }

  /** Resolves when the time is over, or all faults have happened, and everything runs again. */
  async run(plan: readonly Fault<ClusterFaultName>[], durationMs: number): Promise<void> {
    for (const fault of plan) {
      for (const step of this.#steps(fault)) {
        await sleep(CALM_MS)
        if (performance.now() > this.#begin + durationMs) return
        await this.#measure(fault, step)
      }
    }
  }

  /** Applies a fault or a part of it, and waits until all gateways acknowledge writes again. */
  async #measure(fault: Fault<ClusterFaultName>, apply: () => Promise<Affected>): Promise<void> {
    const gateways = [...this.#cluster.gateways.keys()]
    const { postgres, redis } = this.#cluster
    const bareRedis = await BareRedisWrites.start(redis.servers, `bare:${this.#keyOf(fault.index)}`)
    const bare = FAILOVERS.has(fault.name)
      ? undefined
      : await BareWrites.start(postgres.primary.url, { probes: gateways.length, writers: this.#writers })
    const since = performance.now()
    const { target, others = gateways, promotedAt } = await apply()
    const repaired = performance.now()
    if (!(await this.#probes.acknowledgeAt(gateways, repaired, RECOVERS_WITHIN_MS)))
      this.violations.push(`a gateway acknowledges nothing after ${fault.name} (${target})`)
    const until = performance.now()
    const ms = Math.round(this.#probes.longestPause(others, since, until))
    const bareMs = bare && Math.round(bare.longestPause(since, until))
    const bareRedisMs = Math.round(bareRedis.longestPause(since, until))
    await Promise.all([bare?.stop(), bareRedis.stop()])
    const takeover = promotedAt && {
      promotedMs: Math.round(promotedAt - since),
      loquatMs: Math.round(this.#probes.longestPause(others, promotedAt, until)),
    }
    this.pauses.push({
      ...{ name: fault.name, ms, bareRedisMs },
      ...(bareMs !== undefined && { bareMs }),
      ...(takeover && { takeover }),
    })
    const second = ((since - this.#begin) / 1000).toFixed(1)
    const ofBare = `bare connections to ${bareMs === undefined ? '' : `Postgres for ${bareMs} ms, to `}Redis for ${bareRedisMs} ms`
    const parts =
      takeover &&
      ` (the standby was promoted after ${takeover.promotedMs} ms; Loquat needed up to ${takeover.loquatMs} ms more)`
    const line = `${second}s ${fault.name} (${target}, ${fault.forMs} ms): writes paused for ${ms} ms${parts ?? ''}; ${ofBare}`
    this.done.push(line)
    this.#say(`  ${line}`)
  }

  /** The parts of a fault, one after another. */
  #steps(fault: Fault<ClusterFaultName>): (() => Promise<Affected>)[] {
    const workers = this.#cluster.workers.map((_, index) => async () => {
      await this.#replaceWorker(index, 'SIGTERM', 0)
      return { target: `worker-${index}` }
    })
    const gateways = this.#cluster.gateways.map(
      (_, index) => () => this.#atGateway(index, (gateway) => this.#replaceGateway(gateway, 'SIGTERM', 0)),
    )
    switch (fault.name) {
      case 'rollingRestart':
        return [...workers, ...gateways]
      // docs/deploy.md: workers first, and back again gateways first.
      case 'upgrade':
        this.#cluster.source = undefined
        return [...workers, ...gateways]
      case 'rollBack':
        this.#cluster.source = this.#former
        return [...gateways, ...workers]
      default:
        return [() => this.#apply(fault)]
    }
  }

  async #apply({ name, index, forMs }: Fault<ClusterFaultName>): Promise<Affected> {
    const cluster = this.#cluster
    const { network, postgres, redis, workers } = cluster
    const worker = index % workers.length
    const direction = (['both', 'from', 'to'] as const)[index % 3]!
    switch (name) {
      case 'rollingRestart':
      case 'upgrade':
      case 'rollBack':
      case 'nothing':
        await sleep(forMs)
        return { target: 'none' }
      case 'killGateway':
        return this.#atGateway(index, (gateway) => this.#replaceGateway(gateway, 'SIGKILL', forMs))
      case 'stopGateway':
        return this.#atGateway(index, (gateway) => this.#replaceGateway(gateway, 'SIGTERM', forMs))
      case 'freezeGateway':
        return this.#atGateway(index, (gateway) => cluster.freezeGateway(gateway, forMs))
      case 'cutGateway':
        return this.#atGateway(index, (gateway) => {
          const host = `gateway-${gateway}`
          const others = cluster.othersThan(host)
          // One time in two, its clients still reach it.
          return this.#cut(host, index % 2 === 0 ? others : [...others, 'test'], direction, forMs)
        })
      case 'cutGatewayFromRedis':
        return this.#atGateway(index, (gateway) => {
          const host = `gateway-${gateway}`
          const nodes = cluster.othersThan(host).filter((other) => other.startsWith('redis'))
          return this.#cut(host, nodes, direction, forMs)
        })
      case 'cutGatewayFromPostgres':
        return this.#atGateway(index, (gateway) =>
          this.#cut(`gateway-${gateway}`, POSTGRES, direction, forMs),
        )
      case 'killWorker':
        await this.#replaceWorker(worker, 'SIGKILL', forMs)
        return { target: `worker-${worker}` }
      case 'freezeWorker':
        workers[worker]!.kill('SIGSTOP')
        await sleep(forMs)
        workers[worker]!.kill('SIGCONT')
        return { target: `worker-${worker}` }
      case 'cutWorker': {
        const host = `worker-${worker}`
        await this.#cut(host, cluster.othersThan(host), direction, forMs)
        return { target: `${host}, ${direction}` }
      }
      case 'killRedisNode':
        return this.#killRedis(redis.servers[index % redis.servers.length]!, forMs)
      case 'killRedisMaster':
        return this.#killRedis(await this.#master(index), forMs)
      case 'freezeRedisMaster':
        return this.#atRedis(await this.#master(index), async (server) => {
          server.signal('SIGSTOP')
          await sleep(forMs)
          server.signal('SIGCONT')
        })
      case 'cutRedisMaster':
      case 'cutRedisMasterFromNodes':
        return this.#atRedis(await this.#master(index), (server) => {
          const host = `redis-${redis.servers.indexOf(server)}`
          const all = cluster.othersThan(host)
          const others = name === 'cutRedisMaster' ? all : all.filter((other) => other.startsWith('redis'))
          return this.#cut(host, others, direction, forMs)
        })
      case 'failOverRedis':
        return this.#atRedis(await this.#master(index), async (master) => {
          const replica = await redis.replicaOf(master)
          await replica.client.call('CLUSTER', 'FAILOVER')
          await redis.hasNewMaster(master)
        })
      case 'moveSlot':
        await redis.moveSlotOf(this.#keyOf(index))
        return { target: `the slot of ${this.#keyOf(index)}` }
      case 'flushScripts':
        await Promise.all(redis.servers.map(({ client }) => client.script('FLUSH')))
        return { target: 'all nodes of Redis' }
      case 'killPrimary':
        return this.#replacePrimary(forMs, (primary) => primary.kill())
      case 'cutPrimary':
        return this.#replacePrimary(
          forMs,
          (primary) => network.cut(primary.name, cluster.othersThan(primary.name), 'both'),
          SILENT_MS,
        )
      case 'freezePrimary':
        return this.#replacePrimary(forMs, (primary) => primary.signalAll('SIGSTOP'), SILENT_MS)
      case 'switchOver':
        return this.#replacePrimary(0, (primary) => primary.shutDown())
      case 'killStandby': {
        const { name: standby } = postgres.standby
        await postgres.standby.kill()
        await sleep(forMs)
        await postgres.setSynchronous(false)
        await postgres.copy()
        return { target: standby }
      }
      case 'losePackets':
      case 'delayPackets': {
        const hosts = cluster.othersThan('')
        const host = hosts[index % hosts.length]!
        const share = (1 + (index % MOST_LOST_PERCENT)) / 100
        const delayMs = 50 + (index % 10) * 50
        await (name === 'losePackets' ? network.lose(host, share) : network.delay(host, delayMs))
        await sleep(forMs)
        await network.heal()
        const target = `${host}, ${name === 'losePackets' ? `${Math.round(share * 100)} %` : `${delayMs} ms`}`
        const others = host.startsWith('gateway') && this.#gatewaysBut(Number(host.slice(8)))
        return { target, ...(others && { others }) }
      }
      case 'cutClients':
      case 'slowClients':
        for (const [n, listener] of this.#listeners.entries()) {
          if (n % (1 + (index % 3)) !== 0) continue
          if (name === 'cutClients') listener.cut()
          else listener.slow(forMs * 3)
        }
        return { target: `one in ${1 + (index % 3)}` }
    }
  }

  async #atGateway(index: number, work: (gateway: number) => Promise<void>): Promise<Affected> {
    const gateway = index % this.#cluster.gateways.length
    await work(gateway)
    return { target: `gateway-${gateway}`, others: this.#gatewaysBut(gateway) }
  }

  #gatewaysBut(gateway: number): number[] {
    return [...this.#cluster.gateways.keys()].filter((each) => each !== gateway)
  }

  /** Lets a node of Redis fail, and waits until it copies its successor or has a replica again. */
  async #atRedis(server: RedisServer, work: (server: RedisServer) => Promise<void>): Promise<Affected> {
    const loss: Loss = { at: Date.now(), isEmpty: false, until: Number.POSITIVE_INFINITY }
    this.losses.push(loss)
    await work(server)
    await this.#cluster.redis.settled()
    loss.until = Date.now()
    return { target: `redis-${this.#cluster.redis.servers.indexOf(server)}` }
  }

  #killRedis(server: RedisServer, forMs: number): Promise<Affected> {
    return this.#atRedis(server, async () => {
      await server.kill()
      await sleep(forMs)
      await server.startAgain()
    })
  }

  /**
   * Lets the primary fail, promotes the standby as a program for high availability does, and makes the former
   * primary a standby. `silentMs`: how long nothing answers at the address of the former primary, not even
   * that it has died.
   */
  async #replacePrimary(
    noticedMs: number,
    fail: (primary: PostgresNode) => Promise<void>,
    silentMs = 0,
  ): Promise<Affected> {
    const { postgres, network } = this.#cluster
    const former = postgres.primary
    await fail(former)
    await sleep(noticedMs)
    await postgres.promote()
    const promotedAt = performance.now()
    await sleep(silentMs)
    await former.kill()
    await network.heal()
    await postgres.copy()
    return { target: former.name, promotedAt }
  }

  async #cut(host: string, others: readonly string[], direction: Direction, forMs: number): Promise<void> {
    await this.#cluster.network.cut(host, others, direction)
    await sleep(forMs)
    await this.#cluster.network.heal()
  }

  /** The master of the organization or of the jobs. */
  #master(index: number): Promise<RedisServer> {
    return this.#cluster.redis.masterOf(this.#keyOf(index))
  }

  #keyOf(index: number): string {
    return index % 4 === 0 ? '{jobs}' : `events:{realm:${this.#cluster.realm}}`
  }

  async #replaceGateway(index: number, signal: 'SIGKILL' | 'SIGTERM', awayMs: number): Promise<void> {
    const exit = await this.#cluster.end(this.#cluster.gateways[index]!.process, signal)
    if (signal === 'SIGTERM' && exit !== 0)
      this.#cluster.crashes.push(`gateway ${index} ended with ${exit} after SIGTERM`)
    await sleep(awayMs)
    await this.#cluster.restartGateway(index)
  }

  async #replaceWorker(index: number, signal: 'SIGKILL' | 'SIGTERM', awayMs: number): Promise<void> {
    const exit = await this.#cluster.end(this.#cluster.workers[index]!, signal)
    if (signal === 'SIGTERM' && exit !== 0)
      this.#cluster.crashes.push(`worker ${index} ended with ${exit} after SIGTERM`)
    await sleep(awayMs)
    await this.#cluster.restartWorker(index)
  }
}

interface Affected {
  /** The name of the failed part. */
  readonly target: string
  /** The gateways that should have served meanwhile; undefined for all of them. */
  readonly others?: readonly number[]
  /** When another server of Postgres had become the primary, by `performance.now()`. */
  readonly promotedAt?: number
}
