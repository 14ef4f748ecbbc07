import { realmsBehind } from '../../core/notifying/notifications/cursor.ts'
import { notifyOfNewMessages } from '../../core/notifying/notifications/new-messages.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { Logger } from '../../core/platform/log.ts'
import type { Core } from '../../core/state/core.ts'

/** How long a message waits at most before somebody looks. */
const POLL_MS = 500
/** An organization whose messages cannot be looked through is tried again after so long, at most. */
const MAX_BACK_OFF_MS = 60_000

/**
 * Looks through new messages for whom to notify of them. Every worker runs one; of an organization one worker at a
 * time looks. Organizations take turns, so that a busy one does not hold the others up.
 */
export class NotificationIntake {
  readonly #core: Core
  readonly #log: Logger
  readonly #failures = new Map<RealmId, { readonly count: number; readonly notBefore: number }>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #stopping = false

  constructor(core: Core, log: Logger) {
    this.#core = core
    this.#log = log
  }

  start(): void {
    this.#timer = setTimeout(async () => {
      this.#round = this.#lookAtAll().catch((error) =>
        this.#log.warn({ err: error }, 'new messages cannot be looked for'),
      )
      await this.#round
      if (!this.#stopping) this.start()
    }, POLL_MS)
  }

  /** Lets the transaction that is open end. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#round
  }

  async #lookAtAll(): Promise<void> {
    let behind = await realmsBehind(this.#core.db)
    while (behind.length > 0) {
      const busy: RealmId[] = []
      for (const realm of behind) {
        if (this.#stopping) return
        if (await this.#look(realm)) busy.push(realm)
      }
      behind = busy
    }
  }

  /** Whether there may be more. */
  async #look(realm: RealmId): Promise<boolean> {
    const failed = this.#failures.get(realm)
    if (failed !== undefined && failed.notBefore > Date.now()) return false
    try {
      const isFull = await notifyOfNewMessages(this.#core, realm)
      this.#failures.delete(realm)
      return isFull
    } catch (error) {
      const count = (failed?.count ?? 0) + 1
      const wait = Math.min(POLL_MS * 2 ** count, MAX_BACK_OFF_MS)
      this.#failures.set(realm, { count, notBefore: Date.now() + wait })
      this.#log.warn({ err: error, realm }, 'nobody could be notified of new messages; later again')
      return false
    }
  }
}
