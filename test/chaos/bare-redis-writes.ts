import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisServer } from '../harness/redis-servers.ts'
import { insert, longestPause, type Write } from './probes.ts'

const EVERY_MS = 100

/**
 * Connections to all nodes of a Redis Cluster without anything of Loquat that write one key. The node that
 * serves its slot accepts the write, so their pauses show how long the cluster itself needs to replace a
 * master.
 */
export class BareRedisWrites {
  readonly #servers: readonly RedisServer[]
  readonly #key: string
  /** The accepted writes in the order of their beginnings. */
  readonly #accepted: Write[] = []
  #isStopped = false
  #running: Promise<void> | undefined

  private constructor(servers: readonly RedisServer[], key: string) {
    this.#servers = servers
    this.#key = key
  }

  /** Resolves when a write was accepted. */
  static async start(servers: readonly RedisServer[], key: string): Promise<BareRedisWrites> {
    const writes = new BareRedisWrites(servers, key)
    writes.#running = writes.#run()
    while (writes.#accepted.length === 0) await sleep(20)
    return writes
  }

  /** As of `Probes`. */
  longestPause(from: number, to: number): number {
    return longestPause(this.#accepted, from, to)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const from = performance.now()
      for (const { client } of this.#servers) {
        // While a node is away, its client fails or answers late: then the write counts for nothing.
        if (client.status !== 'ready') continue
        client.set(this.#key, from).then(
          () => insert(this.#accepted, { from, to: performance.now() }),
          () => undefined,
        )
      }
      await sleep(EVERY_MS)
    }
  }
}
