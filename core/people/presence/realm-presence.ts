import {
  MAX_PRESENCE_REPORTS_TOGETHER,
  MAX_USERS_FOR_PRESENCE_EVENTS,
  PRESENCE_MEMORY_MS,
  PRESENCE_OFFLINE_THRESHOLD_SECONDS,
} from '../../../config/limits.ts'
import { CoalescingBatch } from '../../platform/db/coalescing-batch.ts'
import type { Sql } from '../../platform/db/statements/statement.ts'
import { toRealm } from '../../platform/events/audience.ts'
import { publishEphemeral } from '../../platform/events/ephemeral.ts'
import type { UserId } from '../../platform/ids.ts'
import { countRedis } from '../../platform/log/round-trips.ts'
import { redisFailureOf } from '../../platform/redis/redis.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { PresenceAnswers } from './answers.ts'
import { loadPresence } from './copy.ts'
import { presenceEvent } from './event.ts'
import { PresenceMirror } from './mirror.ts'
import { changesTimes, type PresenceStatus, statusAt } from './presence.ts'
import { type PresenceChanges, type PresenceReport, PresenceStore, type ReportedTimes } from './store.ts'

/** The age of the last report after withdrawal: old enough that no client shows the person as online. */
const GONE_SINCE_SECONDS = PRESENCE_OFFLINE_THRESHOLD_SECONDS + 120

/** A report, or none to bring memory up to date, and who reads Postgres when Redis has lost its data. */
interface Exchange {
  readonly report: PresenceReport | undefined
  readonly sql: Sql
}

/**
 * Presence in one organization, as this process knows it. Redis is the truth, and Postgres has a copy that is
 * some minutes older. Every request to Redis also returns the changes since the request before, so memory is
 * as new as its newest request. One request runs at a time; reports that arrive meanwhile share the next one.
 * A report that changes nothing needs no request while memory is younger than PRESENCE_MEMORY_MS.
 */
export class RealmPresence {
  readonly answers: PresenceAnswers
  readonly #core: Core
  readonly #realm: RealmState
  readonly #store: PresenceStore
  readonly #mirror = new PresenceMirror()
  readonly #exchanges: CoalescingBatch<Exchange, ReportedTimes | undefined>
  /** Milliseconds from any moment on. */
  readonly #clock: () => number
  /** When the newest answered request to Redis was sent. */
  #freshAt = Number.NEGATIVE_INFINITY

  constructor(core: Core, realm: RealmState, clock = () => performance.now()) {
    this.#clock = clock
    this.#core = core
    this.#realm = realm
    this.#store = new PresenceStore(core.redis)
    this.answers = new PresenceAnswers(this.#mirror, realm)
    this.#exchanges = new CoalescingBatch({
      together: (waiting) => Math.min(waiting.length, MAX_PRESENCE_REPORTS_TOGETHER),
      store: (batch) => this.#exchangeAll(batch),
      isAway: (error) => redisFailureOf(error) !== undefined,
      sharesTurn: true,
    })
  }

  /**
   * Stores a report of a person's client at `now` (milliseconds), and emits an event when the person comes
   * online or becomes active. Stores nothing for people who hide their presence (spec.md presence_enabled),
   * and nothing with presence_disabled. Afterwards memory has everything up to the update id `since`, and
   * everything that was reported before, at other gateways PRESENCE_MEMORY_MS before. One round trip to Redis
   * at most, none to Postgres.
   */
  async report(user: UserRecord, isActive: boolean, since = 0, now = Date.now()): Promise<void> {
    const isFresh = since <= this.#mirror.last && this.#clock() - this.#freshAt < PRESENCE_MEMORY_MS
    const { presence_disabled } = this.#realm.record.settings
    if (!user.settings.presence_enabled || presence_disabled) {
      if (!isFresh) await this.refresh()
      return
    }
    const times = this.#mirror.get(user.id)
    const changes = times === undefined || changesTimes(times, isActive, Math.floor(now / 1000))
    if (changes || !isFresh) await this.#note(user, isActive ? 'active' : 'idle', now, now)
  }

  /** Makes a person appear active, and emits it when the person was not. */
  async show(user: UserRecord, now = Date.now()): Promise<void> {
    await this.#note(user, 'active', now, now)
  }

  /** Makes a person appear offline, and emits it when the person was online. */
  async withdraw(user: UserRecord, now = Date.now()): Promise<void> {
    await this.#note(user, 'gone', now - GONE_SINCE_SECONDS * 1000, now)
  }

  /** `at`: the time of the report that others see, in milliseconds. */
  async #note(user: UserRecord, kind: PresenceReport['kind'], at: number, now: number): Promise<void> {
    const seconds = Math.floor(now / 1000)
    const report = { user: user.id, kind, at: Math.floor(at / 1000) }
    const { before, after } = (await this.#exchange(this.#core.db, report))!
    if (statusAt(after, seconds) === statusAt(before, seconds)) return
    if (this.#realm.users.size > MAX_USERS_FOR_PRESENCE_EVENTS) return
    void publishEphemeral(this.#core, this.#realm.id, presenceEvent(user, after, now), toRealm)
  }

  /** Brings `answers` up to date. Uses `sql` when Redis has lost its data. */
  async refresh(sql: Sql = this.#core.db): Promise<void> {
    await this.#exchange(sql)
  }

  /** A person's status at `now` (Unix seconds), as of the newest refresh. */
  statusOf(user: UserId, now: number): PresenceStatus {
    const presence = this.#mirror.get(user)
    return presence === undefined ? 'offline' : statusAt(presence, now)
  }

  /** Returns the reporting person's times. They are undefined without a report. */
  #exchange(sql: Sql, report?: PresenceReport): Promise<ReportedTimes | undefined> {
    countRedis(1)
    return this.#exchanges.submit({ report, sql })
  }

  async #exchangeAll(batch: readonly Exchange[]): Promise<(ReportedTimes | undefined)[]> {
    const reports = batch.flatMap(({ report }) => report ?? [])
    const { reported } = await this.#exchangeReports(reports, batch[0]!.sql)
    const times = reported.values()
    return batch.map(({ report }) => report && times.next().value)
  }

  async #exchangeReports(reports: readonly PresenceReport[], sql: Sql): Promise<PresenceChanges> {
    for (;;) {
      const sentAt = this.#clock()
      const found = await this.#store.exchange(this.#realm.id, this.#mirror.last, reports)
      if (found !== undefined) {
        this.#mirror.take(found)
        this.#freshAt = sentAt
        return found
      }
      await this.#restore(sql)
    }
  }

  /** Refills an empty Redis from Postgres and from memory, with the newer of the two for each person. */
  async #restore(sql: Sql): Promise<void> {
    const newest = new Map(
      (await loadPresence(sql, this.#realm.id)).map((presence) => [presence.user, presence]),
    )
    for (const presence of this.#mirror.since(0)) {
      if (presence.updateId > (newest.get(presence.user)?.updateId ?? 0)) newest.set(presence.user, presence)
    }
    const all = [...newest.values()]
    const last = all.reduce((greatest, { updateId }) => Math.max(greatest, updateId), this.#mirror.last)
    await this.#store.fill(this.#realm.id, all, last)
  }
}

const known = new WeakMap<RealmState, RealmPresence>()

/** The presence of an organization; it lives as long as the organization is in memory. */
export function presenceOf(core: Core, realm: RealmState): RealmPresence {
  let presence = known.get(realm)
  if (presence === undefined) {
    presence = new RealmPresence(core, realm)
    known.set(realm, presence)
  }
  return presence
}
