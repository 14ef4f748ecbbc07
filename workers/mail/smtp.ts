import { setTimeout as sleep } from 'node:timers/promises'
import { UnrecoverableError } from 'bullmq'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { RuntimeConfig } from '../../config/environment.ts'
import { type Holding, mailDelivered } from '../../core/notifying/mail/delivery.ts'
import type { Mail } from '../../core/notifying/mail/mail.ts'
import type { Database } from '../../core/platform/db/database.ts'
import type { MailTransport } from './mail-transport.ts'

type SmtpConfig = Pick<RuntimeConfig, 'smtpTls' | 'smtpConnections' | 'smtpTimeoutSeconds'>

/** How often and after what pauses Postgres is told of a mail that is gone already. */
const TELL_TIMES = 5
const TELL_PAUSE_MS = 500

/** Hands mails to the mail server of `SMTP_URL`, over connections that are kept. */
export class SmtpCarrier implements MailTransport {
  readonly #transport: ReturnType<typeof pool>
  readonly #timeoutMs: number

  constructor(config: SmtpConfig, url: string) {
    this.#transport = pool(config, new URL(url))
    this.#timeoutMs = config.smtpTimeoutSeconds * 1000
  }

  async carry(db: Database, { outboxId }: Holding, mail: Mail, ended?: AbortSignal): Promise<void> {
    await this.#send(mail, ended)
    // From here on the mail is there: whatever delays this statement may send it a second time.
    for (let time = 1; ; time++) {
      try {
        return await mailDelivered(db, outboxId)
      } catch (error) {
        if (time === TELL_TIMES) throw error
        await sleep(TELL_PAUSE_MS)
      }
    }
  }

  close(): void {
    this.#transport.close()
  }

  async #send(mail: Mail, ended: AbortSignal | undefined): Promise<void> {
    const { messageId, from, to, replyTo, subject, html, text, headers } = mail
    const late = AbortSignal.timeout(this.#timeoutMs)
    const signal = ended === undefined ? late : AbortSignal.any([late, ended])
    try {
      await this.#transport.sendMail({
        messageId,
        from,
        to,
        replyTo,
        subject,
        html,
        text,
        headers,
        signal,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      if (late.aborted) throw new Error('the mail server took too long', { cause: error })
      throw isFinal(error as NodemailerError) ? new UnrecoverableError((error as Error).message) : error
    }
  }
}

function pool({ smtpTls, smtpConnections, smtpTimeoutSeconds }: SmtpConfig, url: URL) {
  const timeout = smtpTimeoutSeconds * 1000
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  return createTransport({
    pool: true,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : Number(url.port),
    secure: url.protocol === 'smtps:',
    requireTLS: smtpTls === 'required',
    ignoreTLS: smtpTls === 'never',
    auth: user === '' ? undefined : { user, pass },
    maxConnections: smtpConnections,
    // A mail whose connection is lost may have arrived: whether it is sent again is not for the pool to say.
    maxRequeues: 0,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  })
}

/**
 * Refused for good: this recipient, or this text. A server that refuses the sender or the log-in says nothing about
 * the mail: that is tried again, and goes when the operator has put it right.
 */
const isFinal = ({ permanent, command }: NodemailerError): boolean =>
  permanent === true && (command === 'RCPT TO' || command === 'DATA')
