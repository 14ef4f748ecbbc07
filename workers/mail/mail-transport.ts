import { UnrecoverableError } from 'bullmq'
import { canMail } from '../../config/can-mail.ts'
import type { RuntimeConfig } from '../../config/environment.ts'
import type { MailLock } from '../../core/notifying/mail/delivery.ts'
import type { Mail } from '../../core/notifying/mail/mail.ts'
import { keepMail } from '../../core/notifying/mail/mailbox.ts'
import type { Database } from '../../core/platform/db/database.ts'
import { SmtpTransport } from './smtp.ts'

/** Delivers mails, and notes in the database that they are delivered. */
export interface MailTransport {
  /**
   * Throws `UnrecoverableError` when another attempt would fail as well, and throws when `signal` is aborted.
   */
  deliver(db: Database, lock: MailLock, mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

/** Keeps mails in the mailbox of a development server; nothing leaves the machine. */
const mailboxTransport: MailTransport = {
  deliver: keepMail,
  close: () => undefined,
}

/** The reason of mails that fail without a mail server. */
export const NO_MAIL_SERVER = 'no mail server is configured: set SMTP_URL and retry'

/** Fails each mail at once with a reason that operators see, before the links of the mail expire. */
const noTransport: MailTransport = {
  deliver: async () => {
    throw new UnrecoverableError(NO_MAIL_SERVER)
  },
  close: () => undefined,
}

export function openTransport(config: RuntimeConfig): MailTransport {
  if (config.smtpUrl !== undefined) return new SmtpTransport(config, config.smtpUrl)
  return canMail(config) ? mailboxTransport : noTransport
}
