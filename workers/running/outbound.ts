import type { Queue } from 'bullmq'
import { MAX_BREAKER_WAIT_SECONDS } from '../../config/limits.ts'
import type { Logger } from '../../core/platform/log/log.ts'
import type { Breaker } from './breaker.ts'
import type { JobMetrics } from './job-metrics.ts'

/** A job without a place looks again after this time, unless a job that ends calls it before. */
const LOOK_AGAIN_MS = 5_000
/** Jobs that wait for the same place look again at most this often in a second, together. */
const LOOKS_PER_SECOND = 20
/** Waiting jobs that a worker can call; others look again by themselves. */
const MAX_CALLABLE = 10_000

/** Jobs that may run at the same time in one worker, as a part of the places of their queue. */
export interface Share {
  /** The jobs with the same key share the places. */
  readonly key: string
  /** From 0 to 1; at least one place. */
  readonly part: number
  /** At most this number of places. */
  readonly most?: number
}

/** The host that a request of a job goes to. */
export interface Target {
  /** Identifies the host, and the organization where each has a breaker of its own. */
  readonly host: string
  readonly shares: readonly Share[]
  /** The longest time that the request takes. */
  readonly holdMs: number
  /** Since when the request waits, in milliseconds; default: since the job was enqueued. */
  readonly since?: number
}

/** Thrown by a job that has to wait for a place or for a host. It is delayed and uses up no attempt. */
export class Postponed extends Error {
  readonly afterMs: number
  /** The share whose next free place the job waits for; undefined when it waits for a host. */
  readonly share: string | undefined

  constructor(afterMs: number, share?: string) {
    super('The job waits for its turn.')
    this.afterMs = afterMs
    this.share = share
  }
}

/** The requests of one attempt of a job. */
export interface JobRequests {
  /**
   * Runs `request`, which calls `silent` when the host does not answer in time. Throws `Postponed` when the
   * host does not answer others, or too many jobs of this worker have requests to it.
   */
  run<T>(target: Target, request: (silent: () => void) => Promise<T>): Promise<T>
}

/** Runs requests at once. */
export const unlimitedRequests: JobRequests = { run: (_target, request) => request(() => undefined) }

/**
 * The requests of a worker's jobs to servers that people name. A server that does not answer holds a few of
 * the worker's places, never all: a job steps aside when its host, its member or its organization has no
 * place left, and when the breaker of its host is open.
 */
export class Outbound {
  readonly #breaker: Breaker
  readonly #metrics: JobMetrics
  readonly #log: Logger
  readonly #running = new Map<string, number>()
  /** The jobs that wait for a place of a share, in the order of their arrival. */
  readonly #waiting = new Map<string, Map<string, Queue>>()
  #waitingCount = 0

  constructor(breaker: Breaker, metrics: JobMetrics, log: Logger) {
    this.#log = log
    this.#breaker = breaker
    this.#metrics = metrics
  }

  /**
   * The requests of a job that was enqueued at `since`, in milliseconds, and of a queue with this number of
   * places.
   */
  requestsOf(job: { readonly queue: string; readonly since: number }, places: number): JobRequests {
    /** How many requests of the job need each share: a job has one place for all its requests. */
    const held = new Map<string, number>()
    return {
      run: async (target, request) => {
        const shares = target.shares.map(({ key, part, most: limit = Number.POSITIVE_INFINITY }) => ({
          key,
          most: Math.max(1, Math.min(Math.ceil(places * part), limit)),
        }))
        const isFull = ({ key, most }: (typeof shares)[number]) =>
          !held.has(key) && (this.#running.get(key) ?? 0) >= most
        const full = shares.find(isFull)
        if (full !== undefined) {
          this.#metrics.postponed(job.queue, 'place')
          const others = this.#waiting.get(full.key)?.size ?? 0
          const lookAgainMs = Math.max(LOOK_AGAIN_MS, (1000 * others) / LOOKS_PER_SECOND)
          throw new Postponed(lookAgainMs * (1 + Math.random()), full.key)
        }
        for (const { key } of shares) {
          if (!held.has(key)) this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
          held.set(key, (held.get(key) ?? 0) + 1)
        }
        try {
          return await this.#ask(job, target, request)
        } finally {
          for (const { key } of shares) {
            const left = held.get(key)! - 1
            if (left > 0) held.set(key, left)
            else {
              held.delete(key)
              this.#leave(key)
            }
          }
        }
      },
    }
  }

  async #ask<T>(
    { queue, since: enqueuedAt }: { readonly queue: string; readonly since: number },
    { host, holdMs, since = enqueuedAt }: Target,
    request: (silent: () => void) => Promise<T>,
  ): Promise<T> {
    // Each job ends at some time, also when its host never answers.
    const isOverdue = Date.now() - since > MAX_BREAKER_WAIT_SECONDS * 1000
    const waitMs = isOverdue ? 0 : await this.#breaker.ask(host, holdMs)
    if (waitMs > 0) {
      this.#metrics.postponed(queue, 'host')
      throw new Postponed(waitMs * (1 + Math.random() / 4))
    }
    let isSilent = false
    try {
      return await request(() => {
        isSilent = true
      })
    } finally {
      await this.#report(queue, host, isSilent)
    }
  }

  /** Never rejects: the request was made, whether or not Redis can note how it went. */
  async #report(queue: string, host: string, isSilent: boolean): Promise<void> {
    try {
      if (!isSilent) await this.#breaker.answered(host)
      else if (await this.#breaker.silent(host)) this.#metrics.paused(queue)
    } catch (error) {
      this.#log.warn(
        { err: error, queue },
        'Redis cannot note whether a host answers; the next request notes it',
      )
    }
  }

  /** Notes that a job, which is delayed by now, waits for a place; calls it when one is free already. */
  wait(queue: Queue, id: string, share: string): void {
    if (this.#waitingCount >= MAX_CALLABLE) return
    const waiting = this.#waiting.get(share) ?? new Map<string, Queue>()
    if (!waiting.has(id)) this.#waitingCount++
    waiting.set(id, queue)
    this.#waiting.set(share, waiting)
    if (!this.#running.has(share)) this.#callNext(share)
  }

  #leave(share: string): void {
    const left = this.#running.get(share)! - 1
    if (left > 0) this.#running.set(share, left)
    else this.#running.delete(share)
    this.#callNext(share)
  }

  #callNext(share: string): void {
    const waiting = this.#waiting.get(share)
    const [next] = waiting ?? []
    if (waiting === undefined || next === undefined) return
    const [id, queue] = next
    waiting.delete(id)
    this.#waitingCount--
    if (waiting.size === 0) this.#waiting.delete(share)
    // A job that looked again by itself is not delayed any more.
    void queue
      .getJob(id)
      .then((job) => job?.promote())
      .catch(() => undefined)
  }
}
