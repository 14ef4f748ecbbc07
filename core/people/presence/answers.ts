import { PRESENCE_HISTORY_DAYS } from '../../../config/limits.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { PresenceMirror } from './mirror.ts'
import type { Presence } from './presence.ts'
import { legacyPresences, modernPresence } from './wire.ts'

/** What a client wants to know of everybody's presence. */
export interface PresenceQuestion {
  /** By user id with two times; else by address with statuses. */
  readonly isSlim: boolean
  /** The client has everything up to this update id; undefined, 0 and less for nothing. */
  readonly since?: number
  /** People who were heard of in so many days; for a client that has nothing yet. */
  readonly historyDays?: number
  /** Of whom the client may be told; everybody without it. Such an answer is nobody else's. */
  readonly sees?: (user: UserRecord) => boolean
  /** Whoever hears of what comes next must be told all that was before. */
  readonly isExact?: boolean
}

/** An answer as JSON text, so that many clients can share it. */
export interface PresenceAnswer {
  /** An object by user. */
  readonly presences: string
  /** Update id up to which the client has everything now. */
  readonly lastUpdateId: number
  /** Others get the same object. */
  readonly isShared: boolean
}

/** An answer about more people than this is made once a second, and shared. */
const SHARED_FROM = 256
/** Most answers that are kept to be shared. */
const MAX_SHARED = 16
/** Clients whose newest answers are of the same so many seconds get the same next one. */
const MARK_SECONDS = 5
/** For so many times that, back from now. */
const MARKS = 120

/**
 * Answers clients from what the process remembers. A short answer is exact. A long one may be a second old,
 * and may tell a client again what it knows; it is true for the update id it gives, so nothing is missed. So
 * ten thousand clients that ask once a minute cost a few answers a second.
 */
export class PresenceAnswers {
  readonly #mirror: PresenceMirror
  readonly #realm: RealmState
  readonly #shared = new Map<string, PresenceAnswer>()
  /** What was the newest update id now and then, ascending. */
  readonly #marks: number[] = []
  #second = 0
  #markedAt = 0

  constructor(mirror: PresenceMirror, realm: RealmState) {
    this.#mirror = mirror
    this.#realm = realm
  }

  /** The presence of one person, if the person was ever heard of. */
  of(user: UserRecord): Presence | undefined {
    return this.#isDisabled ? undefined : this.#mirror.get(user.id)
  }

  /** Whether the organization does not want anybody to be told. */
  get #isDisabled(): boolean {
    return this.#realm.record.settings.presence_disabled
  }

  /** At `now`, in milliseconds. */
  answer(question: PresenceQuestion, now = Date.now()): PresenceAnswer {
    this.#beginSecond(Math.floor(now / 1000))
    const from = this.#from(question)
    const isShort = this.#mirror.countSince(from) <= SHARED_FROM
    if (isShort || question.isExact || question.sees !== undefined) return this.#text(question, from, now)
    const mark = this.#marks.findLast((one) => one <= from) ?? 0
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

  /** Active people whose presence changed after `from`; from the beginning, those heard of lately. */
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

  /** Where the client stands. One that knows of more than there is knows another past: it gets everything. */
  #from({ since = 0 }: PresenceQuestion): number {
    return since > 0 && since <= this.#mirror.last ? since : 0
  }

  /** -1 for a client that has been given nothing. */
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
