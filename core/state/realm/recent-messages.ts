import { type Audience, decodeAudience } from '../../platform/events/audience.ts'
import type { LogEntry } from '../../platform/events/log.ts'
import type { MessageId, Seq, UserId } from '../../platform/ids.ts'
import type { Membership } from '../channels/membership.ts'
import { changesReception, newMessageId } from './message-entries.ts'

/** Above twice this number, the older half is forgotten. */
const MAX_REMEMBERED = 500

interface RecentMessage {
  readonly seq: Seq
  readonly id: MessageId
  readonly audience: Audience
}

/**
 * The newest messages of an organization's log and who received them, so that a process can tell a user's
 * newest message without Postgres. It forgets all when messages are deleted or moved to another channel,
 * which changes who received them.
 */
export class RecentMessages {
  #messages: RecentMessage[] = []
  #from = 0 as Seq

  /**
   * Every message after this position is remembered, and none was deleted or moved to another channel since.
   */
  get from(): Seq {
    return this.#from
  }

  /** Forgets everything, at a position of the log that may be older than before. */
  beginAt(position: Seq): void {
    this.#messages = []
    this.#from = position
  }

  /** Takes the next entry of the log. */
  take({ seq, payload, audience }: LogEntry): void {
    if (changesReception(payload)) this.beginAt(seq)
    const id = newMessageId(payload)
    if (id === undefined) return
    this.#messages.push({ seq, id, audience: decodeAudience(audience) })
    if (this.#messages.length <= 2 * MAX_REMEMBERED) return
    this.#from = this.#messages[MAX_REMEMBERED]!.seq
    this.#messages = this.#messages.slice(MAX_REMEMBERED + 1)
  }

  /** The newest message after position `after`, which is not before `from`, that the user received. */
  newestOf(user: UserId, after: Seq, membership: Membership): MessageId | undefined {
    for (let n = this.#messages.length - 1; n >= 0; n--) {
      const { seq, id, audience } = this.#messages[n]!
      if (seq <= after) return undefined
      if (isIn(audience, user, seq, membership)) return id
    }
    return undefined
  }
}

function isIn(audience: Audience, user: UserId, seq: Seq, membership: Membership): boolean {
  if (audience.kind === 'users') return audience.ids.includes(user)
  return audience.kind === 'channel' && membership.hadAt(audience.id, user, seq)
}
