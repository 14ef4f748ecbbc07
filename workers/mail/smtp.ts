import { setTimeout as sleep } from 'node:timers/promises'
import { UnrecoverableError } from 'bullmq'
import type { NodemailerError } from 'nodemailer'
import type { RuntimeConfig } from '../../config/environment.ts'
import { type MailLock, markDelivered } from '../../core/notifying/mail/delivery.ts'
import type { Mail } from '../../core/notifying/mail/mail.ts'
import type { Database } from '../../core/platform/db/database.ts'
import { asSpan } from '../../core/platform/log/spans.ts'
import type { MailTransport } from './mail-transport.ts'

type SmtpConfig = Pick<RuntimeConfig, 'smtpTls' | 'smtpConnections' | 'smtpTimeoutSeconds'>

class MailServerSilent extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(cause: unknown) {
    super('the mail server took too long', { cause })
  }
}

/** How long recording in Postgres that a mail was sent is tried, and the pause between two attempts. */
const RECORD_MS = 2 * 60_000
const RECORD_PAUSE_MS = 500

/** Sends mails to the mail server of `SMTP_URL` over a pool of connections. */
export class SmtpTransport implements MailTransport {
  readonly #open: () => ReturnType<typeof openSmtp>
  #transport: ReturnType<typeof openSmtp> | undefined
  readonly #timeoutMs: number

  constructor(config: SmtpConfig, url: string) {
    const address = new URL(url)
    this.#open = () => openSmtp(config, address)
    this.#timeoutMs = config.smtpTimeoutSeconds * 1000
  }

  async deliver(db: Database, { outboxId }: MailLock, mail: Mail, abort?: AbortSignal): Promise<void> {
    await this.#send(mail, abort)
    // If Postgres cannot record that the mail was sent, a later attempt of the job sends it again.
    const deadline = performance.now() + RECORD_MS
    for (;;) {
      try {
        return await markDelivered(db, outboxId)
      } catch (error) {
        if (abort?.aborted || performance.now() > deadline) throw error
        await sleep(RECORD_PAUSE_MS)
      }
    }
  }

  close(): void {
    void this.#transport?.then((transport) => transport.close())
  }

  async #send(mail: Mail, abort: AbortSignal | undefined): Promise<void> {
    const { messageId, from, to, replyTo, subject, html, text, headers } = mail
    const timeLimit = AbortSignal.timeout(this.#timeoutMs)
    const signal = abort === undefined ? timeLimit : AbortSignal.any([timeLimit, abort])
    this.#transport ??= this.#open()
    const transport = await this.#transport
    try {
      const sending = () =>
        transport.sendMail({
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
      await asSpan('mail', () => ({ 'messaging.system': 'smtp' }), sending)
    } catch (error) {
      if (timeLimit.aborted) throw new MailServerSilent(error)
      throw isPermanent(error as NodemailerError) ? new UnrecoverableError((error as Error).message) : error
    }
  }
}

/**
 * Opens a pool of connections to the mail server; it connects at the first use. Loads nodemailer, which takes
 * 4 MiB of memory.
 */
export async function openSmtp({ smtpTls, smtpConnections, smtpTimeoutSeconds }: SmtpConfig, url: URL) {
  const { createTransport } = await import('nodemailer')
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
    // The job decides whether a mail is sent again: it may have arrived when its connection was lost.
    maxRequeues: 0,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  })
}

/**
 * Whether the server refuses this recipient or this text permanently. A refused sender or log-in is retried:
 * the mail is sent when the operator has corrected the settings.
 */
const isPermanent = ({ permanent, command }: NodemailerError): boolean =>
  permanent === true && (command === 'RCPT TO' || command === 'DATA')
