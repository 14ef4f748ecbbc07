import type { Queue } from 'bullmq'
import { MAX_CRASHED_JOBS } from '../../config/limits.ts'
import type { Troubles } from '../../core/platform/incidents/troubles.ts'

/** Time between two looks at the jobs whose worker died. */
const LOOK_MS = 5_000
/** The worker of a job that has died this often was probably killed by the job. */
const SUSPECT_DEATHS = 2

/** The part of a job that tells whether it has run since its worker died. */
interface Crashed {
  readonly queue: Pick<Queue, 'name' | 'getJob'>
  readonly attempts: number
}

/**
 * Notes the jobs whose worker died while it ran them. The incident of a queue ends when each of them has run
 * to its end or has failed, with whichever worker.
 */
export class CrashTroubles {
  readonly #troubles: Troubles
  readonly #lookMs: number
  readonly #crashed = new Map<string, Crashed>()
  #timer: NodeJS.Timeout | undefined

  constructor(troubles: Troubles, lookMs = LOOK_MS) {
    this.#troubles = troubles
    this.#lookMs = lookMs
  }

  /** The worker of a job died. Never rejects. */
  async died(queue: Crashed['queue'], id: string, maxDeaths: number): Promise<void> {
    const job = await queue.getJob(id).catch(() => undefined)
    const deaths = Math.max(1, job?.stalledCounter ?? 1)
    if (this.#crashed.size < MAX_CRASHED_JOBS)
      this.#crashed.set(`${queue.name} ${id}`, { queue, attempts: job?.attemptsMade ?? 0 })
    const about = job === undefined ? id : `${job.name} (${id})`
    this.#troubles.note('job-crashes', {
      subject: queue.name,
      reason: `job ${about}: ${deaths} of at most ${maxDeaths} workers`,
      severity: deaths >= SUSPECT_DEATHS ? 'critical' : undefined,
    })
    this.#timer ??= setInterval(() => void this.#look(), this.#lookMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    for (const [key, { queue, attempts }] of this.#crashed) {
      const job = await queue.getJob(key.slice(queue.name.length + 1)).catch(() => null)
      if (job === null) continue // Redis does not answer
      const hasRun = job === undefined || job.finishedOn !== undefined || job.attemptsMade > attempts
      if (!hasRun) continue
      this.#crashed.delete(key)
      const others = [...this.#crashed.values()].some((each) => each.queue.name === queue.name)
      if (!others) this.#troubles.settle('job-crashes', queue.name)
    }
    if (this.#crashed.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
