import { UnrecoverableError } from 'bullmq'
import type { RuntimeConfig } from '../../config/environment.ts'
import {
  LOCK_SECONDS,
  lockMail,
  type MailLock,
  releaseMailLock,
  renewMailLock,
} from '../../core/notifying/mail/delivery.ts'
import type { Mail } from '../../core/notifying/mail/mail.ts'
import type { Logger } from '../../core/platform/log/log.ts'
import type { Core } from '../../core/state/core.ts'
import { isTimeout } from '../running/hosts.ts'
import { type JobRequests, type Target, unlimitedRequests } from '../running/outbound.ts'
import { composeMail, type MailOrigin } from './compose.ts'
import type { MailContent } from './mail-content.ts'
import { type MailTransport, openTransport } from './mail-transport.ts'
import { isDeferred, watchMail } from './mail-troubles.ts'
import { Templates } from './templates.ts'

/** The part of a worker's places for mails of one organization to addresses of one domain. */
const DOMAIN_PART = 1 / 2

/** Codes of a mail server that cannot be reached. */
const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EDNS|ECONNECTION)$/

/** Why a mail was not sent, as the plots of /ops count it. */
function failureOf(error: unknown): 'refused' | 'unanswered' | 'unreachable' | 'deferred' {
  if (error instanceof UnrecoverableError) return 'refused'
  if (isTimeout(error)) return 'unanswered'
  const { code = '', cause } = error as { code?: string; cause?: { code?: string } }
  if (isDeferred(error)) return 'deferred'
  return UNREACHABLE.test(cause?.code ?? code) ? 'unreachable' : 'refused'
}

/** Sends the mails of jobs, each once. */
export class Mailer {
  readonly #config: RuntimeConfig
  readonly #templates: Templates
  readonly #transport: MailTransport
  readonly #lockSeconds: number

  /** `lockSeconds`: an attempt that has not renewed its lock for this long counts as dead. */
  constructor(config: RuntimeConfig, lockSeconds: number = LOCK_SECONDS) {
    this.#config = config
    this.#templates = new Templates(config.mailTemplatesDir)
    this.#transport = openTransport(config)
    this.#lockSeconds = lockSeconds
  }

  /**
   * Delivers the mail of a job unless it has been delivered, and ends the job. Calls `load` only when the
   * mail is to be delivered; when `load` returns undefined, no mail is sent. A mail that a dead attempt may
   * have delivered is sent again with the same Message-ID. Throws when the mail cannot be delivered.
   */
  async send(
    core: Core,
    origin: MailOrigin,
    log: Logger,
    load: () => Promise<MailContent | undefined>,
    signal?: AbortSignal,
    requests: JobRequests = unlimitedRequests,
  ): Promise<void> {
    const lock = await lockMail(core.db, origin.outboxId, this.#lockSeconds)
    if (lock === undefined) return
    const renewal = setInterval(() => this.#renewLock(core, lock, log), (this.#lockSeconds * 1000) / 3)
    try {
      const content = await load()
      if (content === undefined) return await releaseMailLock(core.db, lock)
      const mail = composeMail(this.#config, this.#templates, origin, content)
      if (lock.isInDoubt)
        log.warn({ mail: mail.messageId }, 'a mail may arrive twice: a worker died while it sent the mail')
      await requests.run(this.#targetOf(origin, mail), async (silent) => {
        try {
          await watchMail(core.troubles, this.#attemptOf(origin), () =>
            this.#transport.deliver(core.db, lock, mail, signal),
          )
          core.usage.add('mail.sent')
        } catch (error) {
          core.usage.add(`mail.${failureOf(error)}`)
          if (isTimeout(error)) silent()
          throw error
        }
      })
    } catch (error) {
      await releaseMailLock(core.db, lock).catch((failure) =>
        log.warn({ err: failure }, 'the lock of a mail cannot be released; it expires'),
      )
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  #attemptOf({ data }: MailOrigin) {
    const { realm = null } = data as { readonly realm?: number }
    const { smtpUrl } = this.#config
    return { realm, server: smtpUrl === undefined ? undefined : new URL(smtpUrl).host }
  }

  /** The one mail server may fail to answer for the recipients of one domain only. */
  #targetOf({ data }: MailOrigin, { to: { address } }: Mail): Target {
    const { realm } = data as { readonly realm?: number }
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
    const host = `mail ${realm} ${domain}`
    const { smtpConnections, smtpTimeoutSeconds } = this.#config
    // Jobs of several queues share the connections.
    const share = { key: host, part: DOMAIN_PART, most: smtpConnections - 1 }
    return { host, shares: [share], holdMs: 2000 * smtpTimeoutSeconds }
  }

  close(): void {
    this.#transport.close()
  }

  #renewLock(core: Core, lock: MailLock, log: Logger): void {
    renewMailLock(core.db, lock, this.#lockSeconds).catch((error) =>
      log.warn({ err: error }, 'the lock of a mail cannot be renewed; the next renewal tries again'),
    )
  }
}
