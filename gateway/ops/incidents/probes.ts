import { withMemory } from '../../../core/platform/redis/memory-in-use.ts'
import { redisFailureOf } from '../../../core/platform/redis/redis.ts'
import type { Core } from '../../../core/state/core.ts'
import type { Storage } from '../../../storage/storage.ts'
import type { RequestShares } from '../../http/limits/request-shares.ts'
import { OutsideProbe } from './outside-probe.ts'
import { PostgresProbe } from './postgres-probe.ts'
import { askStorage } from './storage-probe.ts'

/** An organization with this number of waiting requests at one time is noisy. */
const NOISY_REQUESTS = 10
/** An organization that was noisy has calmed down when there was no sign for this time. */
const QUIET_MS = 8_000

/** Asks the servers that this gateway needs, and notes their faults. */
export class Probes {
  readonly #core: Core
  readonly #storage: Storage
  readonly #storageName: string
  readonly #outside: OutsideProbe
  readonly #postgres: PostgresProbe
  /** The requests of organizations at this gateway. */
  shares: RequestShares | undefined

  constructor(
    core: Core,
    storage: Storage,
    storageName: string,
    outside: ConstructorParameters<typeof OutsideProbe>[1],
  ) {
    this.#core = core
    this.#postgres = new PostgresProbe(core)
    this.#outside = new OutsideProbe(core.troubles, outside)
    this.#storage = storage
    this.#storageName = storageName
  }

  /** Asks all servers. Never rejects. */
  async run(): Promise<void> {
    this.#lookAtShares()
    await Promise.all([
      this.#outside.run(),
      this.#postgres.run(),
      askStorage(this.#core.troubles, this.#storage, this.#storageName),
    ])
  }

  /** Whether Postgres refuses writes, by the last probe. */
  get refusesWrites(): boolean {
    const { troubles } = this.#core
    return troubles.has('postgres-full') || troubles.has('postgres-read-only')
  }

  /** Writes to Redis. Never rejects. */
  async writeToRedis(): Promise<void> {
    const { redis, troubles } = this.#core
    try {
      await redis.set('health:written', '1', 'EX', 60)
    } catch (error) {
      const reason = await withMemory(redis, (error as Error).message)
      const failure = redisFailureOf(error)
      if (failure !== undefined)
        troubles.note(failure === 'refusing' ? 'redis-refuses' : 'redis-away', { reason })
    }
  }

  #lookAtShares(): void {
    const { troubles } = this.#core
    const busiest = this.shares?.takeBusiest()
    if (busiest === undefined || busiest.waiting < NOISY_REQUESTS) {
      troubles.settle('organization-noisy', undefined, QUIET_MS)
      return
    }
    const { realm, waiting } = busiest
    troubles.note('organization-noisy', { realm, reason: `${waiting} of its requests waited` })
  }
}
