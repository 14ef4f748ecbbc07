import type { JobDeclaration } from '../../core/platform/jobs/declare-job.ts'
import type { Core } from '../../core/state/core.ts'
import { defineJob, exponentialDelay, type Job } from '../running/define-job.ts'
import type { MailContent } from './mail-content.ts'
import type { Mailer } from './mailer.ts'

/** With delays from one second that double: 13 hours, for which a mail server may be unavailable. */
const ATTEMPTS = 17

/**
 * The definition of a mail in a file `workers/jobs/mail-*.ts`. The mail's template has the name of the job.
 */
export interface MailSpec<Data> {
  /**
   * Loads the values of the template at each attempt, so that they are current when the mail is sent. Returns
   * undefined when the mail is obsolete: the account is deactivated, the link has expired, the message was
   * read. `outboxId` is the mail's row in `job_outbox`.
   */
  readonly load: (core: Core, data: Data, outboxId: number) => Promise<MailContent | undefined>
}

/**
 * Defines a job that sends a mail, once (docs/architecture.md, Mail). A mail that the server refuses
 * permanently fails at once and keeps the reason; other failures are retried.
 */
export const mailJob =
  <Data>(declaration: JobDeclaration<Data>, { load }: MailSpec<Data>) =>
  (mailer: Mailer): Job =>
    defineJob({
      ...declaration,
      retry: { attempts: ATTEMPTS, delayMs: exponentialDelay(1_000, Number.POSITIVE_INFINITY) },
      run: async ({ core, data, log, outboxId, signal, requests }) => {
        if (outboxId === undefined) throw new Error('a mail needs a row in the outbox')
        await mailer.send(
          core,
          { outboxId, name: declaration.name, data },
          log,
          () => load(core, data, outboxId),
          signal,
          requests,
        )
      },
    })
