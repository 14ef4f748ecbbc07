import { coalesceRuns } from '../../platform/coalesce-runs.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import { type Head, isStateChange, type LogEntry } from '../../platform/events/log.ts'
import type { Memory } from '../../platform/events/repair.ts'
import type { Tail, TailReader } from '../../platform/events/tail.ts'
import type { RealmId, Seq, UserId } from '../../platform/ids.ts'
import type { ChannelDirectory } from '../channels/directory.ts'
import type { Membership } from '../channels/membership.ts'
import { type ChannelRecord, channelTold } from '../channels/record.ts'
import type { GroupDirectory } from '../groups/directory.ts'
import { groupSettings } from '../groups/permission-settings.ts'
import { groupTold } from '../groups/record.ts'
import type { Hooks } from '../hooks.ts'
import type { AlertWords } from '../users/alert-words.ts'
import { apiKey } from '../users/api-key.ts'
import type { UserDirectory } from '../users/directory.ts'
import { GuestDmPartners } from '../users/guest-dm-partners.ts'
import type { Mutes } from '../users/muted-users.ts'
import { isGuest, type UserRecord, userTold } from '../users/record.ts'
import { changeIn, type StateChange } from './changes.ts'
import { listsTold, type RealmLists } from './lists.ts'
import { loadRealm, type RealmSnapshot } from './load.ts'
import { doGuestsKnowAll, fullMembershipOf, type RealmRecord, realmTold } from './record.ts'
import { type RealmView, viewOf } from './view.ts'

const NEWER = statement(
  'events.newer',
  'SELECT seq, payload, audience FROM event_log WHERE realm_id = $1 AND seq > $2 ORDER BY seq LIMIT 500', // event_log_pkey
)
const HEAD = statement(
  'events.head',
  'SELECT seq, state_seq AS "stateSeq" FROM event_head WHERE realm_id = $1',
)

/** Called with each entry in order, once, after the state has moved to it; `undefined` when entries were missed. */
export type EntryListener = (entry: LogEntry | undefined) => void

export interface StateOptions {
  readonly hooks: Hooks
  readonly db: Database
  readonly secretKey: string
  /** This server draws what stands for a picture that nobody has uploaded. */
  readonly drawsPictures?: boolean
  /** How long the log keeps entries, in milliseconds: what was so earlier is forgotten, of all kinds of facts. */
  readonly retentionMs: number
}

/**
 * What a process keeps of a realm: its users, channels and who is subscribed, at one position of the
 * realm's log. It is loaded in a snapshot and then moved forward by the log alone, so it is never older
 * than the newest entry this process has read. A refusal is not given on it without `sync()` first.
 */
export class RealmState implements TailReader, Memory, RealmView {
  readonly id: RealmId
  readonly #options: StateOptions
  readonly #listeners = new Set<EntryListener>()
  #keys = new WeakMap<UserRecord, string>()
  #record!: RealmRecord
  #users!: UserDirectory
  #channels!: ChannelDirectory
  #groups!: GroupDirectory
  #membership!: Membership
  #alertWords!: AlertWords
  #mutes!: Mutes
  #guestDmPartners!: GuestDmPartners
  #lists!: RealmLists
  #position!: Seq
  #changedAt!: Seq
  /** Entries of this process that have been committed, follow the position, and are delivered presently. */
  #own: LogEntry[] = []
  #tail: Tail | undefined

  private constructor(snapshot: RealmSnapshot, options: StateOptions) {
    this.id = snapshot.realm.id
    this.#options = options
    this.#load(snapshot)
  }

  /** Undefined when there is no such realm. */
  static async open(realm: RealmId, options: StateOptions): Promise<RealmState | undefined> {
    const snapshot = await options.db.snapshot((sql) => loadRealm(sql, realm, options.drawsPictures))
    return snapshot && new RealmState(snapshot, options)
  }

  get hooks(): Hooks {
    return this.#options.hooks
  }
  get record(): RealmRecord {
    return this.#record
  }
  get users(): UserDirectory {
    return this.#users
  }
  get channels(): ChannelDirectory {
    return this.#channels
  }
  get groups(): GroupDirectory {
    return this.#groups
  }
  get membership(): Membership {
    return this.#membership
  }
  /** Whether a user of now was a guest when the entry at `seq` happened. */
  wasGuestAt(user: UserRecord, seq: Seq): boolean {
    return this.#membership.facts.wasAt(`guest:${user.id}`, seq, isGuest(user))
  }

  /** Whether a channel of now was private when the entry at `seq` happened. */
  wasPrivateAt(channel: ChannelRecord, seq: Seq): boolean {
    return this.#membership.facts.wasAt(`private:${channel.id}`, seq, channel.isPrivate)
  }

  /** Whether guests could know of everyone when the entry at `seq` happened. */
  didGuestsKnowAllAt(seq: Seq): boolean {
    return this.#membership.facts.wasAt('guests-know-all', seq, doGuestsKnowAll(this.#record))
  }

  /** Whether a guest had a direct conversation with another when the entry at `seq` happened. */
  hadMetAt(guest: UserId, other: UserId, seq: Seq): boolean {
    return this.#membership.facts.wasAt(metKey(guest, other), seq, this.#guestDmPartners.has(guest, other))
  }

  get alertWords(): AlertWords {
    return this.#alertWords
  }
  get mutes(): Mutes {
    return this.#mutes
  }
  get guestDmPartners(): GuestDmPartners {
    return this.#guestDmPartners
  }
  get lists(): RealmLists {
    return this.#lists
  }
  /** Position of the newest entry this state contains. */
  get position(): Seq {
    return this.#position
  }
  /** Position of the newest entry that changed this state; others, messages above all, pass it by. */
  get changedAt(): Seq {
    return this.#changedAt
  }
  get followers(): number {
    return this.#listeners.size
  }

  apiKeyOf(user: UserRecord): string {
    let key = this.#keys.get(user)
    if (key === undefined) {
      key = apiKey(this.#options.secretKey, this.id, user.id, user.keyVersion)
      this.#keys.set(user, key)
    }
    return key
  }

  /** Every later entry goes to `listener`; call the result to stop. */
  follow(listener: EntryListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads the stream from here on. */
  attach(tail: Tail): void {
    this.#tail = tail
    tail.start()
  }

  close(): void {
    this.#tail?.stop()
    this.#listeners.clear()
  }

  /**
   * Resolves when the state contains every change of it that was committed before the call. One query that reads
   * one row; only when the state is behind, one more.
   */
  readonly sync = coalesceRuns(async () => {
    const [head] = await this.#options.db.run<Head>(HEAD, [this.id])
    if (head !== undefined && this.#position < head.stateSeq) await this.#pull()
  })

  /** Resolves when the state contains every entry that was committed before the call, also those it passes by. */
  readonly catchUp = coalesceRuns(() => this.#pull())

  /**
   * Takes the entries that a transaction of this process has committed, before its caller is told: whatever that
   * caller asks of this process next is judged by them. No query, unless others have written what comes before them
   * and they change the state. What does not change it is delivered once its caller has been told.
   */
  async takeOwn(entries: readonly LogEntry[]): Promise<void> {
    const [first] = entries
    if (first === undefined) return
    const reached = Math.max(this.#position, this.#own.at(-1)?.seq ?? 0)
    const isChange = entries.some(isStateChange)
    if (first.seq > reached + 1) {
      if (isChange) await this.catchUp()
      return // the tail brings what comes before them, and then them
    }
    this.#own.push(...entries)
    if (isChange) return this.#deliverOwn()
    setImmediate(() => this.#deliverOwn().catch(() => this.catchUp().catch(() => undefined)))
  }

  #deliverOwn(): Promise<void> {
    return this.take(this.#own.splice(0))
  }

  /** The log went back: takes the realm as Postgres has it now, whatever position that is. */
  async startOver(): Promise<void> {
    const snapshot = await this.#options.db.snapshot((sql) =>
      loadRealm(sql, this.id, this.#options.drawsPictures),
    )
    if (snapshot !== undefined) this.#replace(snapshot)
  }

  /** Asks a question of the state; a refusal (an ApiError) is repeated on fresh state before it is given. */
  async withFreshState<T>(ask: () => T | Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await this.sync()
      return ask()
    }
  }

  /**
   * Takes the head's lock in a transaction and brings the state up to date on its connection: until COMMIT
   * the state is exactly what the database holds, and nobody else of this realm writes. A record that was taken from
   * the state before may be an old one after: take it again. No query when the head is held and the state is current.
   */
  async lockAndSync(tx: Tx): Promise<void> {
    const { stateSeq } = await tx.lockLog()
    if (this.#position < stateSeq) await this.catchUpOn(tx)
  }

  /** Takes what the log holds as `sql` sees it: in a snapshot, up to the snapshot's position at least. */
  catchUpOn(sql: Sql): Promise<void> {
    return this.#pull(sql)
  }

  /** Takes entries from the stream or the log; those it knows are skipped. */
  async take(entries: readonly LogEntry[]): Promise<void> {
    for (const entry of entries) {
      if (entry.seq <= this.#position) continue
      if (entry.seq !== this.#position + 1) return this.catchUp()
      if (!this.#advance(entry)) return this.#reload(this.#options.db)
    }
  }

  async #pull(sql: Sql = this.#options.db): Promise<void> {
    for (;;) {
      const entries = await sql.run<LogEntry>(NEWER, [this.id, this.#position])
      const next = entries.find((entry) => entry.seq > this.#position)
      if (next !== undefined && next.seq !== this.#position + 1) return this.#reload(sql)
      for (const entry of entries) {
        if (entry.seq > this.#position && !this.#advance(entry)) return this.#reload(sql)
      }
      if (entries.length === 0) return this.#reloadIfBehind(sql)
      if (entries.length < 500) return
    }
  }

  /** The log was trimmed past this state: it slept longer than the log remembers. */
  async #reloadIfBehind(sql: Sql): Promise<void> {
    const [head] = await sql.run<Head>(HEAD, [this.id])
    if (head !== undefined && head.seq > this.#position) {
      const [newer] = await sql.run<LogEntry>(NEWER, [this.id, this.#position])
      if (newer === undefined) await this.#reload(sql)
    }
  }

  /**
   * On the caller's connection, whose transaction sees one moment of the realm: it may hold the head while
   * every other connection waits for that, so that there is no second one to be had.
   */
  async #reload(sql: Sql): Promise<void> {
    const { db, drawsPictures } = this.#options
    const snapshot = await (sql === db
      ? db.snapshot((own) => loadRealm(own, this.id, drawsPictures))
      : loadRealm(sql, this.id, drawsPictures))
    if (snapshot === undefined || snapshot.position <= this.#position) return
    this.#replace(snapshot)
  }

  #replace(snapshot: RealmSnapshot): void {
    this.#load(snapshot)
    for (const listener of this.#listeners) listener(undefined)
  }

  #load(snapshot: RealmSnapshot): void {
    const view = viewOf(snapshot)
    this.#record = view.record
    this.#users = view.users
    this.#channels = view.channels
    this.#groups = view.groups
    this.#membership = view.membership
    this.#alertWords = view.alertWords
    this.#mutes = view.mutes
    this.#guestDmPartners = view.guestDmPartners
    this.#lists = view.lists
    const met = new GuestDmPartners()
    for (const { seq, payload } of snapshot.history) {
      const change = changeIn(payload)
      if (typeof change === 'string') continue // what a later version remembers beside this one
      if (change.type === '_membership') this.#membership.remember(seq, change.joined, change.left)
      else this.#noteFact(seq, change, met)
      if (change.type === '_met') met.add(change.guest, change.others)
    }
    this.#keys = new WeakMap()
    this.#own = []
    this.#position = snapshot.position
    this.#changedAt = snapshot.position
  }

  /** False, and nothing is different, for an entry of a later version that this one cannot apply. */
  #advance(entry: LogEntry): boolean {
    if (isStateChange(entry)) {
      const change = changeIn(entry.payload)
      if (change === 'unknown') return false
      if (change !== 'nothing') this.#apply(entry.seq, change)
      this.#changedAt = entry.seq
    }
    this.#position = entry.seq
    // At any entry: a realm may change its guests for weeks while nobody joins a channel.
    this.#membership.forgetBefore(Date.now() - this.#options.retentionMs)
    for (const listener of this.#listeners) listener(entry)
    return true
  }

  /**
   * Remembers what was so and decides what events reach: of a user, of a channel, of the realm. `met`: which guests
   * are known to have met whom before.
   */
  #noteFact(seq: Seq, change: StateChange, met: GuestDmPartners): void {
    const { facts } = this.#membership
    if (change.type === '_realm' && change.guestsKnewAll !== undefined) {
      facts.note('guests-know-all', seq, change.guestsKnewAll)
    }
    if (change.type === '_met') {
      const { guest, others } = change
      for (const other of others) if (!met.has(guest, other)) facts.note(metKey(guest, other), seq, false)
    }
    if (change.type === '_user' && change.wasGuest !== undefined) {
      facts.note(`guest:${change.user.id}`, seq, change.wasGuest)
    }
    if (change.type === '_channel' && change.wasPrivate !== undefined) {
      facts.note(`private:${change.channel.id}`, seq, change.wasPrivate)
    }
  }

  #apply(seq: Seq, change: StateChange): void {
    this.#noteFact(seq, change, this.#guestDmPartners)
    switch (change.type) {
      case '_realm':
        this.#record = realmTold(change.realm, this.#record)
        this.#groups.setFullMembership(fullMembershipOf(this.#record))
        return
      case '_user': {
        const former = this.#users.get(change.user.id)
        if (former !== undefined) this.#keys.delete(former)
        this.#users.put(userTold(change.user, former))
        this.#membership.setActive(change.user.id, change.user.isActive)
        return
      }
      case '_profiles':
        this.#users.touch()
        return
      case '_lists':
        this.#lists = listsTold(change.lists, this.#lists)
        return
      case '_channel':
        this.#channels.put(
          channelTold(change.channel, this.#channels.get(change.channel.id), this.#record.systemGroups),
        )
        return
      case '_group':
        this.#groups.put(
          groupTold(change.group, this.#groups.get(change.group.id), (group) =>
            groupSettings({}, group, this.#record.systemGroups),
          ),
        )
        return
      case '_group_membership':
        for (const one of change.changes) this.#groups.change(one)
        return
      case '_alert_words':
        this.#alertWords.put(change.user, change.words)
        return
      case '_mutes':
        this.#mutes.put(change.user, change.muted)
        return
      case '_met':
        this.#guestDmPartners.add(change.guest, change.others)
        return
      case '_membership':
        this.#membership.apply(seq, change.joined, change.left)
        return
    }
  }
}

const metKey = (guest: UserId, other: UserId): string => `met:${guest}:${other}`
