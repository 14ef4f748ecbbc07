import type { Job } from 'bullmq'
import { MAX_FAILING_JOBS } from '../../config/limits.ts'
import { databaseFailureOf } from '../../core/platform/db/servers/failures.ts'
import type { Troubles } from '../../core/platform/incidents/troubles.ts'
import { redisFailureOf } from '../../core/platform/redis/redis.ts'
import { StorageError } from '../../storage/storage.ts'

/** From this attempt of a job on, or with this number of failing jobs of one name, operators hear of it. */
const SHOWN_FROM = 3
/** A job whose next attempt another worker has run is forgotten after this time. */
const FORGET_MS = 11 * 60_000

/** The organization of a job; null without one. */
export function realmOf({ data }: Pick<Job, 'data'>): number | null {
  const realm = (data as { readonly realm?: unknown } | null | undefined)?.realm
  return typeof realm === 'number' ? realm : null
}

/** Notes the jobs that fail again and again, by name. */
export class JobTroubles {
  readonly #troubles: Troubles
  /** The failing jobs of each name: when each failed last. */
  readonly #failing = new Map<string, Map<string, number>>()
  #size = 0

  constructor(troubles: Troubles) {
    this.#troubles = troubles
  }

  /** An attempt has failed. Faults of servers and of mail have incidents of their own. */
  failed(job: Job, error: Error, isFinal: boolean): void {
    const isScheduled = job.repeatJobKey !== undefined
    const isKnown =
      databaseFailureOf(error) !== undefined ||
      redisFailureOf(error) !== undefined ||
      error instanceof StorageError ||
      this.#troubles.isNoted(error)
    if (isKnown) return
    // Each run of a scheduled job is a job of its own.
    const id = isScheduled ? 'scheduled' : String(job.id)
    if (isFinal && !isScheduled) {
      this.#forget(nameOf(job), id)
      return
    }
    const failing = this.#failing.get(nameOf(job)) ?? new Map<string, number>()
    const oldest = Date.now() - FORGET_MS
    for (const [other, at] of failing) if (at < oldest) this.#forget(nameOf(job), other)
    if (!failing.has(id)) {
      if (this.#size >= MAX_FAILING_JOBS) return
      this.#size++
    }
    failing.set(id, Date.now())
    this.#failing.set(nameOf(job), failing)
    if (job.attemptsMade < SHOWN_FROM && failing.size < SHOWN_FROM && !isScheduled) return
    this.#troubles.note('job-fails', { subject: nameOf(job), reason: error.message, realm: realmOf(job) })
  }

  /** A job is done. */
  ended(job: Job): void {
    if (this.#size > 0)
      this.#forget(nameOf(job), job.repeatJobKey === undefined ? String(job.id) : 'scheduled')
  }

  #forget(name: string, id: string): void {
    const failing = this.#failing.get(name)
    if (failing === undefined || !failing.delete(id)) return
    this.#size--
    if (failing.size > 0) return
    this.#failing.delete(name)
    this.#troubles.settle('job-fails', name)
  }
}

const nameOf = ({ queueName, name }: Job): string => `${queueName} / ${name}`
