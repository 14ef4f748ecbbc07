import type { JobQueues, OutboxJob } from '../../core/platform/jobs/outbox.ts'
import type { BullSink } from '../../core/platform/jobs/sink.ts'

/**
 * The job queues of a command. They load BullMQ with the first job, because it takes up to 0.1 s and most
 * commands write no job.
 */
export class LazyJobQueues implements JobQueues {
  readonly #redisUrl: string
  #sink: Promise<BullSink> | undefined

  constructor(redisUrl: string) {
    this.#redisUrl = redisUrl
  }

  async handOver(jobs: readonly OutboxJob[]): Promise<void> {
    await (await this.#open()).handOver(jobs)
  }

  async forgetFailed(jobs: readonly OutboxJob[]): Promise<void> {
    await (await this.#open()).forgetFailed(jobs)
  }

  async close(): Promise<void> {
    await (await this.#sink)?.close()
  }

  #open(): Promise<BullSink> {
    this.#sink ??= import('../../core/platform/jobs/sink.ts').then(
      ({ BullSink }) => new BullSink(this.#redisUrl),
    )
    return this.#sink
  }
}
