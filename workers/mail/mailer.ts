import type { RuntimeConfig } from '../../config/environment.ts'
import {
  HELD_SECONDS,
  type Holding,
  holdMail,
  releaseMail,
  takeMail,
} from '../../core/notifying/mail/delivery.ts'
import type { Logger } from '../../core/platform/log.ts'
import type { Core } from '../../core/state/core.ts'
import { composeMail, type MailOrigin } from './compose.ts'
import type { MailContent } from './mail-content.ts'
import { type MailTransport, openCarrier } from './mail-transport.ts'
import { Templates } from './templates.ts'

/** Sends the mails of jobs, each once. */
export class Mailer {
  readonly #config: RuntimeConfig
  readonly #templates: Templates
  readonly #transport: MailTransport
  readonly #heldSeconds: number

  /** `heldSeconds`: after how long without a word of it an attempt counts as dead. */
  constructor(config: RuntimeConfig, heldSeconds: number = HELD_SECONDS) {
    this.#config = config
    this.#templates = new Templates(config.mailTemplatesDir)
    this.#transport = openCarrier(config)
    this.#heldSeconds = heldSeconds
  }

  /**
   * Delivers the mail of a job, unless that has been done, and ends the job; `load` is asked only then, and
   * answers nothing when there is nothing to say any more. A mail that may have been delivered by an attempt that
   * died is sent again, with the same Message-ID. Throws what kept it from being delivered.
   */
  async send(
    core: Core,
    origin: MailOrigin,
    log: Logger,
    load: () => Promise<MailContent | undefined>,
    signal?: AbortSignal,
  ): Promise<void> {
    const holding = await takeMail(core.db, origin.outboxId, this.#heldSeconds)
    if (holding === undefined) return
    const stillThere = setInterval(() => this.#hold(core, holding, log), (this.#heldSeconds * 1000) / 3)
    try {
      const content = await load()
      if (content === undefined) return await releaseMail(core.db, holding)
      const mail = composeMail(this.#config, this.#templates, origin, content)
      if (holding.isInDoubt)
        log.warn({ mail: mail.messageId }, 'a mail may arrive twice: a worker died with it')
      await this.#transport.carry(core.db, holding, mail, signal)
    } catch (error) {
      await releaseMail(core.db, holding).catch((failure) => log.warn({ err: failure }, 'mail'))
      throw error
    } finally {
      clearInterval(stillThere)
    }
  }

  close(): void {
    this.#transport.close()
  }

  #hold(core: Core, holding: Holding, log: Logger): void {
    holdMail(core.db, holding, this.#heldSeconds).catch((error) => log.warn({ err: error }, 'mail'))
  }
}
