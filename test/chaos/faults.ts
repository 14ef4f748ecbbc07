import { setTimeout as sleep } from 'node:timers/promises'
import type { Listener } from './listener.ts'
import type { Random } from './random.ts'
import type { Servers } from './servers.ts'

/** Faults with their relative frequency. */
export const FAULTS = {
  killGateway: 5,
  freezeGateway: 4,
  freezeWorker: 2,
  stopGateway: 3,
  rollingRestart: 2,
  killWorker: 1,
  killRedis: 3,
  stopRedis: 1,
  loseRedis: 2,
  wipeRedis: 1,
  holdRedis: 2,
  crashPostgres: 3,
  stopPostgres: 2,
  cutClients: 3,
  slowClients: 3,
} as const

export type FaultName = keyof typeof FAULTS

/** Faults that suspend a process with SIGSTOP. */
export const FREEZES: ReadonlySet<FaultName> = new Set(['freezeGateway', 'freezeWorker'])

/** A planned fault. The seed determines all of it. */
export interface Fault {
  readonly atMs: number
  readonly name: FaultName
  /** Chooses the gateway or worker, or the share of clients that the fault affects. */
  readonly index: number
  /** Duration of the fault, or the time until a process that ended starts again. */
  readonly forMs: number
}

/** A moment at which Redis lost data. */
export interface Loss {
  /** Unix milliseconds. */
  readonly at: number
  /** Whether Redis lost everything, and not only the last second. */
  readonly isEmpty: boolean
}

/** Plans faults for the given duration, on average one every `everyMs`. */
export function planFaults(
  random: Random,
  options: { readonly durationMs: number; readonly everyMs: number; readonly only?: readonly FaultName[] },
): Fault[] {
  const { durationMs, everyMs, only } = options
  const weights = only === undefined ? FAULTS : Object.fromEntries(only.map((name) => [name, FAULTS[name]]))
  const plan: Fault[] = []
  for (let atMs = everyMs; atMs < durationMs; atMs += random.int(everyMs / 4, everyMs * 1.75)) {
    const name = random.weighted(weights as Record<FaultName, number>)
    const isLong = FREEZES.has(name)
    plan.push({
      atMs,
      name,
      index: random.int(0, 59),
      forMs: isLong ? random.int(1_000, 20_000) : random.int(0, 1_500),
    })
  }
  return plan
}

/** Makes servers and clients fail as planned. Skips a fault when its target has not recovered from the last one. */
export class Faults {
  readonly losses: Loss[] = []
  readonly done: string[] = []
  readonly #servers: Servers
  readonly #listeners: readonly Listener[]
  readonly #busy = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  readonly #begin = performance.now()

  constructor(servers: Servers, listeners: readonly Listener[]) {
    this.#servers = servers
    this.#listeners = listeners
  }

  /** Resolves when all faults have happened and everything runs again. */
  async run(plan: readonly Fault[]): Promise<void> {
    for (const fault of plan) {
      await sleep(this.#begin + fault.atMs - performance.now())
      const work = this.#apply(fault).finally(() => this.#running.delete(work))
      this.#running.add(work)
    }
    await Promise.all(this.#running)
  }

  async #apply({ name, index, forMs }: Fault): Promise<void> {
    const { gateways, workers } = this.#servers
    const gateway = index % gateways.length
    const worker = index % workers.length
    switch (name) {
      case 'killGateway':
      case 'stopGateway':
        return this.#whenIdle(name, `gateway ${gateway}`, () =>
          this.#replaceGateway(gateway, name === 'killGateway' ? 'SIGKILL' : 'SIGTERM', forMs),
        )
      case 'freezeGateway':
        return this.#whenIdle(name, `gateway ${gateway}`, () => this.#servers.freezeGateway(gateway, forMs))
      case 'freezeWorker':
        return this.#whenIdle(name, `worker ${worker}`, async () => {
          const process = workers[worker]!
          process.kill('SIGSTOP')
          await sleep(forMs)
          process.kill('SIGCONT')
        })
      case 'rollingRestart':
        for (const n of gateways.keys()) {
          await this.#whenIdle(name, `gateway ${n}`, () => this.#replaceGateway(n, 'SIGTERM', 0))
        }
        return
      case 'killWorker':
        return this.#whenIdle(name, `worker ${worker}`, async () => {
          await this.#servers.end(workers[worker]!, 'SIGKILL')
          await sleep(forMs)
          await this.#servers.restartWorker(worker)
        })
      case 'killRedis':
      case 'stopRedis':
      case 'loseRedis':
        return this.#whenIdle(name, 'redis', async () => {
          const keepsData = name !== 'loseRedis'
          if (name !== 'stopRedis') this.losses.push({ at: Date.now(), isEmpty: !keepsData })
          await this.#servers.restartRedis(name === 'stopRedis' ? 'SIGTERM' : 'SIGKILL', keepsData, forMs)
        })
      case 'wipeRedis':
        return this.#whenIdle(name, 'redis', async () => {
          this.losses.push({ at: Date.now(), isEmpty: true })
          await this.#servers.wipeRedis()
        })
      case 'holdRedis':
        return this.#whenIdle(name, 'redis', async () => {
          this.#servers.redis.process.kill('SIGSTOP')
          await sleep(forMs * 2)
          this.#servers.redis.process.kill('SIGCONT')
        })
      case 'crashPostgres':
      case 'stopPostgres':
        return this.#whenIdle(name, 'postgres', () =>
          this.#servers.restartPostgres(name === 'crashPostgres' ? 'SIGQUIT' : 'SIGINT', forMs),
        )
      case 'cutClients':
      case 'slowClients':
        this.#note(name, `one in ${1 + (index % 3)}`)
        for (const [n, listener] of this.#listeners.entries()) {
          if (n % (1 + (index % 3)) !== 0) continue
          if (name === 'cutClients') listener.cut()
          else listener.slow(forMs * 3)
        }
    }
  }

  async #replaceGateway(index: number, signal: 'SIGKILL' | 'SIGTERM', awayMs: number): Promise<void> {
    const exit = await this.#servers.end(this.#servers.gateways[index]!.process, signal)
    if (signal === 'SIGTERM' && exit !== 0)
      this.#servers.crashes.push(`gateway ${index} ended with ${exit} after SIGTERM`)
    await sleep(awayMs)
    await this.#servers.restartGateway(index)
  }

  /** Runs `work` unless another fault affects the same target. */
  async #whenIdle(name: FaultName, target: string, work: () => Promise<void>): Promise<void> {
    if (this.#busy.has(target)) return
    this.#busy.add(target)
    this.#note(name, target)
    try {
      await work()
    } finally {
      this.#busy.delete(target)
    }
  }

  #note(name: FaultName, target: string): void {
    this.done.push(`${((performance.now() - this.#begin) / 1000).toFixed(1)}s ${name} (${target})`)
  }
}
