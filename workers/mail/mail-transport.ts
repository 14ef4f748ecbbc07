import { UnrecoverableError } from 'bullmq'
import { canMail } from '../../config/can-mail.ts'
import type { RuntimeConfig } from '../../config/environment.ts'
import type { Holding } from '../../core/notifying/mail/delivery.ts'
import type { Mail } from '../../core/notifying/mail/mail.ts'
import { keepMail } from '../../core/notifying/mail/mailbox.ts'
import type { Database } from '../../core/platform/db/database.ts'
import { SmtpCarrier } from './smtp.ts'

/** Takes a mail away, and notes in the database that it is delivered. */
export interface MailTransport {
  /** Throws `UnrecoverableError` where another attempt would end the same, and when `signal` ends it. */
  carry(db: Database, holding: Holding, mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

/** Keeps mails for whoever develops or tests: nothing leaves the machine. */
const mailboxCarrier: MailTransport = {
  carry: keepMail,
  close: () => undefined,
}

/** Says why there is no mail, at once and where an operator looks: not after weeks, when its links are too old. */
const noCarrier: MailTransport = {
  carry: async () => {
    throw new UnrecoverableError('no mail server is configured: set SMTP_URL and retry')
  },
  close: () => undefined,
}

export function openCarrier(config: RuntimeConfig): MailTransport {
  if (config.smtpUrl !== undefined) return new SmtpCarrier(config, config.smtpUrl)
  return canMail(config) ? mailboxCarrier : noCarrier
}
