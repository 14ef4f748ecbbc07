import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, FaultKind, Loss } from './faults.ts'
import type { Listener } from './listener.ts'
import type { OneMachine } from './one-machine.ts'

const FREEZE_MS = [1_000, 20_000] as const

/** The faults of one machine. */
export const ONE_MACHINE_FAULTS = {
  killGateway: { weight: 5 },
  freezeGateway: { weight: 4, lastsMs: FREEZE_MS },
  freezeWorker: { weight: 2, lastsMs: FREEZE_MS },
  stopGateway: { weight: 3 },
  rollingRestart: { weight: 2 },
  killWorker: { weight: 1 },
  killRedis: { weight: 3 },
  stopRedis: { weight: 1 },
  loseRedis: { weight: 2 },
  wipeRedis: { weight: 1 },
  holdRedis: { weight: 2 },
  crashPostgres: { weight: 3 },
  stopPostgres: { weight: 2 },
  cutClients: { weight: 3 },
  slowClients: { weight: 3 },
} as const satisfies Record<string, FaultKind>

export type FaultName = keyof typeof ONE_MACHINE_FAULTS

/** Faults that suspend a process with SIGSTOP. */
export const FREEZES: ReadonlySet<FaultName> = new Set(['freezeGateway', 'freezeWorker'])

/**
 * Makes servers and clients fail as planned. Skips a fault when its target has not recovered from the last
 * one.
 */
export class OneMachineFaults {
  readonly losses: Loss[] = []
  readonly done: string[] = []
  readonly #machine: OneMachine
  readonly #listeners: readonly Listener[]
  readonly #busy = new Set<string>()
  readonly #running = new Set<Promise<void>>()
  readonly #begin = performance.now()

  constructor(machine: OneMachine, listeners: readonly Listener[]) {
    this.#machine = machine
    this.#listeners = listeners
  }

  /** Resolves when all faults have happened and everything runs again. */
  async run(plan: readonly Fault<FaultName>[]): Promise<void> {
    for (const fault of plan) {
      await sleep(this.#begin + fault.atMs - performance.now())
      const work = this.#apply(fault).finally(() => this.#running.delete(work))
      this.#running.add(work)
    }
    await Promise.all(this.#running)
  }

  async #apply({ name, index, forMs }: Fault<FaultName>): Promise<void> {
    const { gateways, workers } = this.#machine
    const gateway = index % gateways.length
    const worker = index % workers.length
    switch (name) {
      case 'killGateway':
      case 'stopGateway':
        return this.#whenIdle(name, `gateway ${gateway}`, () =>
          this.#replaceGateway(gateway, name === 'killGateway' ? 'SIGKILL' : 'SIGTERM', forMs),
        )
      case 'freezeGateway':
        return this.#whenIdle(name, `gateway ${gateway}`, () => this.#machine.freezeGateway(gateway, forMs))
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
          await this.#machine.end(workers[worker]!, 'SIGKILL')
          await sleep(forMs)
          await this.#machine.restartWorker(worker)
        })
      case 'killRedis':
      case 'stopRedis':
      case 'loseRedis':
        return this.#whenIdle(name, 'redis', async () => {
          const keepsData = name !== 'loseRedis'
          if (name !== 'stopRedis') this.losses.push({ at: Date.now(), isEmpty: !keepsData })
          await this.#machine.restartRedis(name === 'stopRedis' ? 'SIGTERM' : 'SIGKILL', keepsData, forMs)
        })
      case 'wipeRedis':
        return this.#whenIdle(name, 'redis', async () => {
          this.losses.push({ at: Date.now(), isEmpty: true })
          await this.#machine.wipeRedis()
        })
      case 'holdRedis':
        return this.#whenIdle(name, 'redis', async () => {
          this.#machine.redis.process.kill('SIGSTOP')
          await sleep(forMs * 2)
          this.#machine.redis.process.kill('SIGCONT')
        })
      case 'crashPostgres':
      case 'stopPostgres':
        return this.#whenIdle(name, 'postgres', () =>
          this.#machine.restartPostgres(name === 'crashPostgres' ? 'SIGQUIT' : 'SIGINT', forMs),
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
    const exit = await this.#machine.end(this.#machine.gateways[index]!.process, signal)
    if (signal === 'SIGTERM' && exit !== 0)
      this.#machine.crashes.push(`gateway ${index} ended with ${exit} after SIGTERM`)
    await sleep(awayMs)
    await this.#machine.restartGateway(index)
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
