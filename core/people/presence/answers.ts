import { PRESENCE_HISTORY_DAYS } from '../../../config/limits.ts'
import type { RealmRecord } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserDirectory } from '../../state/users/directory.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { PresenceMirror } from './mirror.ts'
import type { Presence } from './presence.ts'
import { legacyText, modernText } from './wire.ts'

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

/** The sources of exact answers about everybody. They are exact as long as none of it changes. */
interface Source {
  /** Of the mirror. */
  readonly version: number
  readonly users: UserDirectory
  readonly usersVersion: number
  /** Has the settings of the organization. */
  readonly record: RealmRecord
}

/** Answers about more people than this are created once a second and shared. */
const SHARED_FROM = 256
/** The largest number of answers that are kept for sharing. */
const MAX_SHARED = 16
/**
 * Clients whose previous answers are from the same interval of this number of seconds share the next answer.
 */
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
  /** Exact answers about everybody, from `#source`. */
  readonly #exact = new Map<string, PresenceAnswer>()
  #source: Source | undefined
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
    if (question.sees !== undefined) return this.#text(question, from, now)
    if (question.isExact && from === 0) return this.#exactOfAll(question, now)
    const isShort = this.#mirror.countSince(from) <= SHARED_FROM
    if (isShort || question.isExact) return this.#text(question, from, now)
    const mark = this.#marks.findLast((mark) => mark <= from) ?? 0
    const key = `${question.isSlim} ${mark} ${from === 0 ? question.historyDays : 'since'}`
    let shared = this.#shared.get(key)
    if (shared === undefined || shared.lastUpdateId < from) {
      shared = share(this.#shared, key, this.#text(question, from === 0 ? 0 : mark, now))
    }
    return shared
  }

  /** Clients that ask before anything changes share the answer. */
  #exactOfAll(question: PresenceQuestion, now: number): PresenceAnswer {
    const { users, record } = this.#realm
    const source = { version: this.#mirror.version, users, usersVersion: users.version, record }
    if (this.#source === undefined || !isSame(this.#source, source)) this.#exact.clear()
    this.#source = source
    const key = `${question.isSlim} ${question.historyDays}`
    return this.#exact.get(key) ?? share(this.#exact, key, this.#text(question, 0, now))
  }

  #text(question: PresenceQuestion, from: number, now: number): PresenceAnswer {
    let members = ''
    for (const [user, presence] of this.#found(question, from, now)) {
      if (members !== '') members += ','
      members += question.isSlim
        ? `"${user.id}":${modernText(user, presence)}`
        : `${JSON.stringify(user.email)}:${legacyText(presence)}`
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
    this.#exact.clear()
    if (second < this.#markedAt + MARK_SECONDS) return
    this.#markedAt = second
    this.#marks.push(this.#mirror.last)
    if (this.#marks.length > MARKS) this.#marks.shift()
  }
}

function share(answers: Map<string, PresenceAnswer>, key: string, answer: PresenceAnswer): PresenceAnswer {
  const shared = { ...answer, isShared: true }
  if (answers.size >= MAX_SHARED) answers.clear()
  answers.set(key, shared)
  return shared
}

const isSame = (one: Source, other: Source): boolean =>
  one.version === other.version &&
  one.users === other.users &&
  one.usersVersion === other.usersVersion &&
  one.record === other.record
