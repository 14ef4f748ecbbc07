import { PRESENCE_HISTORY_DAYS } from '../../../config/limits.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { PresenceMirror } from './mirror.ts'
import type { Presence } from './presence.ts'
import { legacyPresences, modernPresence } from './wire.ts'

/** A client's request for presence. */
export interface PresenceQuestion {
  /** Whether the answer has two times by user id; otherwise it has statuses by address. */
  readonly isSlim: boolean
  /** The client has everything up to this update id; undefined or at most 0 when it has nothing. */
  readonly since?: number
  /** For a client without data: include people who were connected within this number of days. */
  readonly historyDays?: number
  /** Whether the client may see a user; undefined for everybody. An answer with it is not shared. */
  readonly sees?: (user: UserRecord) => boolean
  /** Whether the answer must include everything before the events that follow. */
  readonly isExact?: boolean
}

/** An answer as JSON text, which many clients can share. */
export interface PresenceAnswer {
  /** A JSON object by user. */
  readonly presences: string
  /** The client now has everything up to this update id. */
  readonly lastUpdateId: number
  /** Whether other clients get the same object. */
  readonly isShared: boolean
}

/** Answers about more people than this are created once a second and shared. */
const SHARED_FROM = 256
/** The largest number of answers that are kept for sharing. */
const MAX_SHARED = 16
/** Clients whose previous answers are from the same interval of this number of seconds share the next answer. */
const MARK_SECONDS = 5
/** The number of these intervals that are remembered. */
const MARKS = 120

/**
 * Responds to clients from the process's memory. A short response is exact. A long one may be a second old
 * and may repeat data that the client has; it is complete for its update id, so clients miss nothing. Ten
 * thousand clients that send a request once a minute therefore cost a few responses a second.
 */
export class PresenceAnswers {
  readonly #mirror: PresenceMirror
  readonly #realm: RealmState
  readonly #shared = new Map<string, PresenceAnswer>()
  /** The newest update ids at earlier times, ascending. */
  readonly #marks: number[] = []
  #second = 0
  #markedAt = 0

  constructor(mirror: PresenceMirror, realm: RealmState) {
    this.#mirror = mirror
    this.#realm = realm
  }

  /** The presence of one person; undefined when the person was never connected. */
  of(user: UserRecord): Presence | undefined {
    return this.#isDisabled ? undefined : this.#mirror.get(user.id)
  }

  /** Whether the organization has turned presence off. */
  get #isDisabled(): boolean {
    return this.#realm.record.settings.presence_disabled
  }

  /** Answers a request at `now`, in milliseconds. */
  answer(question: PresenceQuestion, now = Date.now()): PresenceAnswer {
    this.#beginSecond(Math.floor(now / 1000))
    const from = this.#from(question)
    const isShort = this.#mirror.countSince(from) <= SHARED_FROM
    if (isShort || question.isExact || question.sees !== undefined) return this.#text(question, from, now)
    const mark = this.#marks.findLast((mark) => mark <= from) ?? 0
    const key = `${question.isSlim} ${mark} ${from === 0 ? question.historyDays : 'since'}`
    let shared = this.#shared.get(key)
    if (shared === undefined || shared.lastUpdateId < from) {
      shared = this.#text(question, from === 0 ? 0 : mark, now)
      shared = { ...shared, isShared: true }
      if (this.#shared.size >= MAX_SHARED) this.#shared.clear()
      this.#shared.set(key, shared)
    }
    return shared
  }

  #text(question: PresenceQuestion, from: number, now: number): PresenceAnswer {
    let members = ''
    for (const [user, presence] of this.#found(question, from, now)) {
      if (members !== '') members += ','
      if (question.isSlim) {
        const { active_timestamp: active, idle_timestamp: idle } = modernPresence(user, presence)
        members += `"${user.id}":{"active_timestamp":${active},"idle_timestamp":${idle}}`
      } else members += `${JSON.stringify(user.email)}:${JSON.stringify(legacyPresences(presence))}`
    }
    return { presences: `{${members}}`, lastUpdateId: this.#lastUpdateId(question, from), isShared: false }
  }

  /**
   * Active people whose presence changed after `from`; from the beginning, those who were connected recently.
   */
  *#found(question: PresenceQuestion, from: number, now: number): Iterable<[UserRecord, Presence]> {
    const days = question.historyDays ?? PRESENCE_HISTORY_DAYS
    if (days === 0 || this.#isDisabled) return
    const heardSince = from === 0 ? now / 1000 - days * 86_400 : 0
    for (const presence of this.#mirror.since(from)) {
      const user = this.#realm.users.get(presence.user)
      if (!user?.isActive || question.sees?.(user) === false) continue
      if (presence.connectedAt >= heardSince) yield [user, presence]
    }
  }

  /**
   * The update id from which the client needs changes. A client with a higher id than the newest one gets
   * everything.
   */
  #from({ since = 0 }: PresenceQuestion): number {
    return since > 0 && since <= this.#mirror.last ? since : 0
  }

  /** -1 when the client gets nothing and had nothing. */
  #lastUpdateId({ historyDays }: PresenceQuestion, from: number): number {
    return (historyDays === 0 ? from : this.#mirror.last) || -1
  }

  #beginSecond(second: number): void {
    if (second === this.#second) return
    this.#second = second
    this.#shared.clear()
    if (second < this.#markedAt + MARK_SECONDS) return
    this.#markedAt = second
    this.#marks.push(this.#mirror.last)
    if (this.#marks.length > MARKS) this.#marks.shift()
  }
}
