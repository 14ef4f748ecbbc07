import type { QueueName } from '../../core/platform/jobs/names.ts'
import type { Core } from '../../core/state/core.ts'
import { exponential, type JobDeclaration } from '../job.ts'
import type { MailContent } from './mail-content.ts'
import type { Mailer } from './mailer.ts'

/** With pauses from a second that double, 13 hours: a mail server may be away that long. */
const ATTEMPTS = 17

/** A kind of mail: one file each in workers/jobs/, and a template of its name. */
export interface MailJob<Data> {
  readonly queue: QueueName
  /** Of the job, unique within the queue, and of its template. */
  readonly name: string
  /**
   * What to say to whom, asked at each attempt, so that it is true when it is sent. Undefined when there is nothing to
   * say any more: the person is gone, the link has expired, the message was read.
   */
  readonly load: (core: Core, data: Data) => Promise<MailContent | undefined>
}

/**
 * The job that sends a mail: asked for by `tx.enqueue(queue, name, data)`, and sent once (docs/architecture.md,
 * Mail). One that the server refuses for good fails at once and keeps the reason; others are tried again.
 */
export const mailJob =
  <Data>({ queue, name, load }: MailJob<Data>) =>
  (mailer: Mailer): JobDeclaration => ({
    queue,
    name,
    attempts: ATTEMPTS,
    backOff: exponential(1_000, Number.POSITIVE_INFINITY),
    run: async (core, data, log, { outboxId, signal }) => {
      if (outboxId === undefined) throw new Error('a mail is asked for in a transaction')
      await mailer.send(core, { outboxId, name, data }, log, () => load(core, data as Data), signal)
    },
  })
