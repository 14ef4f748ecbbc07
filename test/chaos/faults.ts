import { setTimeout as sleep } from 'node:timers/promises'
import type { Listener } from './listener.ts'
import type { Random } from './random.ts'
import type { Servers } from './servers.ts'

/** What can go wrong, and how often it does beside the others. */
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

/** Processes that stand still and know nothing of it. */
export const FREEZES: ReadonlySet<FaultName> = new Set(['freezeGateway', 'freezeWorker'])

/** A fault as it is to happen. Everything about it follows from the seed. */
export interface Fault {
  readonly atMs: number
  readonly name: FaultName
  /** Of the gateway or worker; of the clients that are hit one in so many. */
  readonly index: number
  /** How long it lasts, or how long it takes until a process that has ended is started again. */
  readonly forMs: number
}

/** When Redis lost what it had, or its last second. */
export interface Loss {
  readonly at: number
  readonly isEmpty: boolean
}

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

/** Makes servers and clients fail, as planned. What has failed already is left alone until it is well. */
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

  /** Resolves when all has happened and everything runs again. */
  async run(plan: readonly Fault[]): Promise<void> {
    for (const fault of plan) {
      await sleep(this.#begin + fault.atMs - performance.now())
      const work = this.#happen(fault).finally(() => this.#running.delete(work))
      this.#running.add(work)
    }
    await Promise.all(this.#running)
  }

  async #happen({ name, index, forMs }: Fault): Promise<void> {
    const { gateways, workers } = this.#servers
    const gateway = index % gateways.length
    const worker = index % workers.length
    switch (name) {
      case 'killGateway':
      case 'stopGateway':
        return this.#alone(name, `gateway ${gateway}`, () =>
          this.#replaceGateway(gateway, name === 'killGateway' ? 'SIGKILL' : 'SIGTERM', forMs),
        )
      case 'freezeGateway':
        return this.#alone(name, `gateway ${gateway}`, () => this.#servers.freezeGateway(gateway, forMs))
      case 'freezeWorker':
        return this.#alone(name, `worker ${worker}`, async () => {
          const process = workers[worker]!
          process.kill('SIGSTOP')
          await sleep(forMs)
          process.kill('SIGCONT')
        })
      case 'rollingRestart':
        for (const one of gateways.keys()) {
          await this.#alone(name, `gateway ${one}`, () => this.#replaceGateway(one, 'SIGTERM', 0))
        }
        return
      case 'killWorker':
        return this.#alone(name, `worker ${worker}`, async () => {
          await this.#servers.end(workers[worker]!, 'SIGKILL')
          await sleep(forMs)
          await this.#servers.restartWorker(worker)
        })
      case 'killRedis':
      case 'stopRedis':
      case 'loseRedis':
        return this.#alone(name, 'redis', async () => {
          const keepsData = name !== 'loseRedis'
          if (name !== 'stopRedis') this.losses.push({ at: Date.now(), isEmpty: !keepsData })
          await this.#servers.restartRedis(name === 'stopRedis' ? 'SIGTERM' : 'SIGKILL', keepsData, forMs)
        })
      case 'wipeRedis':
        return this.#alone(name, 'redis', async () => {
          this.losses.push({ at: Date.now(), isEmpty: true })
          await this.#servers.wipeRedis()
        })
      case 'holdRedis':
        return this.#alone(name, 'redis', async () => {
          this.#servers.redis.process.kill('SIGSTOP')
          await sleep(forMs * 2)
          this.#servers.redis.process.kill('SIGCONT')
        })
      case 'crashPostgres':
      case 'stopPostgres':
        return this.#alone(name, 'postgres', () =>
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
    const how = await this.#servers.end(this.#servers.gateways[index]!.process, signal)
    if (signal === 'SIGTERM' && how !== 0)
      this.#servers.crashes.push(`gateway ${index}, told to stop, ended with ${how}`)
    await sleep(awayMs)
    await this.#servers.restartGateway(index)
  }

  async #alone(name: FaultName, what: string, work: () => Promise<void>): Promise<void> {
    if (this.#busy.has(what)) return
    this.#busy.add(what)
    this.#note(name, what)
    try {
      await work()
    } finally {
      this.#busy.delete(what)
    }
  }

  #note(name: FaultName, what: string): void {
    this.done.push(`${((performance.now() - this.#begin) / 1000).toFixed(1)}s ${name} (${what})`)
  }
}
