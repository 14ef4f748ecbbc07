import { coalesceRuns } from '../../platform/concurrency/coalesce-runs.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import { type Head, isStateChange, type LogEntry } from '../../platform/events/log.ts'
import { RecentEntries } from '../../platform/events/recent-entries.ts'
import type { Memory } from '../../platform/events/repair.ts'
import type { TailReader } from '../../platform/events/tails.ts'
import type { RealmId, Seq } from '../../platform/ids.ts'
import { readPosition } from '../../platform/replicas/log-position.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { changeIn } from './changes.ts'
import type { Hooks } from './hooks.ts'
import { loadRealm, type RealmSnapshot } from './load.ts'
import { MessagesByConversation } from './messages-by-conversation.ts'
import { RealmData } from './realm-data.ts'
import { RecentMessages } from './recent-messages.ts'
import { SendingChanges } from './sending-changes.ts'
import { type RealmView, viewOf } from './view.ts'

/** The entry at a position, and those after it. */
const FROM = statement(
  'events.from',
  // event_log_pkey
  'SELECT seq, payload, audience FROM event_log WHERE realm_id = $1 AND seq >= $2 ORDER BY seq LIMIT 500',
)
const HEAD = statement(
  'events.head',
  'SELECT seq, state_seq AS "stateSeq" FROM event_head WHERE realm_id = $1',
)

/**
 * Called once with each entry, in order, after memory has applied it; with `undefined` when entries were
 * missed.
 */
export type EntryListener = (entry: LogEntry | undefined) => void

export interface StateOptions {
  readonly hooks: Hooks
  readonly db: Database
  readonly secretKey: string
  /** Whether this server draws placeholder pictures for users without an avatar. */
  readonly drawsPictures?: boolean
  /** How long the log keeps entries, in milliseconds. Older history of facts is forgotten. */
  readonly retentionMs: number
  /** Called when the log has lost entries that memory has applied. */
  readonly onRewound?: (realm: RealmId) => void
}

/** Loads of organizations in this process. */
let loads = 0

/**
 * An organization in a process's memory, at one position of its log. It is loaded from a snapshot and then
 * changed by the log alone, so it is never older than the newest entry that this process has read. Call
 * `sync()` before you refuse something because of it.
 */
export class RealmState extends RealmData implements TailReader, Memory {
  readonly #options: StateOptions
  readonly #listeners = new Set<EntryListener>()
  readonly recentMessages = new RecentMessages()
  readonly messagesByConversation = new MessagesByConversation()
  readonly sendingChanges = new SendingChanges()
  #position!: Seq
  #changedAt!: Seq
  #generation!: number
  /** Number of reloads begun, and number of the reload now in memory. */
  #reloads = 0
  #current = 0
  /** The newest position that a `sync` has seen. */
  #seen = 0 as Seq
  readonly #recent = new RecentEntries()
  /** Entries that this process has committed and will deliver next; they follow the position. */
  #own: LogEntry[] = []
  /** Called when a listener follows an organization that was unloaded. */
  whenFollowed: (() => void) | undefined

  private constructor(snapshot: RealmSnapshot, view: RealmView, options: StateOptions) {
    super(snapshot.realm.id, options.secretKey)
    this.#options = options
    this.#load(snapshot, view)
  }

  /** Loads an organization; undefined when there is none with this id. */
  static async open(realm: RealmId, options: StateOptions): Promise<RealmState | undefined> {
    const snapshot = await options.db.snapshot((sql) => loadRealm(sql, realm, options.drawsPictures))
    return snapshot && new RealmState(snapshot, await viewOf(snapshot), options)
  }

  get hooks(): Hooks {
    return this.#options.hooks
  }
  /** The position of the newest entry that is applied. */
  get position(): Seq {
    return this.#position
  }
  /**
   * The entries after `position` that this process has committed and that it will apply next. They do not
   * change memory.
   */
  get committed(): readonly LogEntry[] {
    return this.#own
  }
  /** The position of the newest entry that changed memory. Other entries, mostly messages, do not. */
  get changedAt(): Seq {
    return this.#changedAt
  }
  /**
   * A number that no other load of an organization in this process has. While it is unchanged, data cached
   * beside this state is valid: the log may go back between two loads.
   */
  get generation(): number {
    return this.#generation
  }
  get followers(): number {
    return this.#listeners.size
  }

  /** Calls `listener` with every later entry. The result stops it. */
  follow(listener: EntryListener): () => void {
    this.whenFollowed?.()
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
    this.messagesByConversation.forget()
  }

  /**
   * Resolves when memory has every change that was committed before the call. One query for one row; one more
   * when memory is behind.
   */
  readonly sync = coalesceRuns(async () => {
    const [head] = await this.#options.db.run<Head>(HEAD, [this.id])
    if (head === undefined) return
    this.#seen = head.seq
    if (this.#position < head.stateSeq) await this.#pull()
  })

  /**
   * As `sync`, and returns the position of the log. Every change acknowledged before the call is at or before
   * this position.
   */
  readonly syncPosition = coalesceRuns(async () => {
    const position = await readPosition(this.#options.db, this.id)
    if (position !== undefined && this.#position < position.stateSeq) await this.#pull()
    return position
  })

  /**
   * Resolves when every entry that was committed before the last `sync` began is applied, including entries
   * that do not change memory. No query when they are, as usual.
   */
  async reachSynced(): Promise<void> {
    if (this.#position < this.#seen) await this.catchUp()
  }

  /**
   * Resolves when every entry that was committed before the call is applied, including entries that do not
   * change memory.
   */
  readonly catchUp = coalesceRuns(() => this.#pull())

  /**
   * Applies the entries of a transaction of this process, before its caller gets the result, so that the
   * caller's next request sees them. Makes a query only when other processes wrote earlier entries and these
   * entries change memory. Entries that do not change memory are delivered after the caller has its result.
   */
  async takeOwn(entries: readonly LogEntry[]): Promise<void> {
    const [first] = entries
    if (first === undefined) return
    const reached = Math.max(this.#position, this.#own.at(-1)?.seq ?? 0)
    const isChange = entries.some(isStateChange)
    if (first.seq > reached + 1) {
      if (isChange) await this.catchUp()
      return // The tail delivers the earlier entries, and then these.
    }
    this.#own.push(...entries)
    if (isChange) return this.#deliverOwn()
    setImmediate(() => this.#deliverOwn().catch(() => this.catchUp().catch(() => undefined)))
  }

  #deliverOwn(): Promise<void> {
    return this.take(this.#own.splice(0))
  }

  /** Reloads the organization from Postgres at its present position, because the log went back. */
  async startOver(): Promise<void> {
    await this.#reload(this.#options.db, Number.NEGATIVE_INFINITY)
  }

  /**
   * Runs `ask`. When it throws an ApiError, memory is brought up to date and `ask` runs again, so that no
   * refusal comes from old data.
   */
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
   * Locks the organization's log in a transaction and brings memory up to date on its connection. Until
   * COMMIT memory equals the database, and nobody else writes in the organization. Records that were read
   * from memory before may be old: read them again. Makes no query when the log is locked and memory is
   * current.
   */
  async lockAndSync(tx: Tx): Promise<void> {
    const { stateSeq } = await tx.lockLog()
    if (this.#position < stateSeq) await this.#pull(tx)
  }

  /** Whether the log has other entries than memory at positions that memory has applied. */
  differsFrom(entries: readonly LogEntry[]): boolean {
    return this.#recent.differFrom(entries)
  }

  /** Applies the log as `sql` sees it: in a snapshot, at least up to the snapshot's position. */
  catchUpOn(sql: Sql): Promise<void> {
    return this.#pull(sql)
  }

  /** Applies entries from the stream or the log, and skips those that are applied already. */
  async take(entries: readonly LogEntry[]): Promise<void> {
    for (const entry of entries) {
      if (entry.seq <= this.#position) continue
      if (entry.seq !== this.#position + 1) return this.catchUp()
      if (!this.#advance(entry)) return this.#reload(this.#options.db)
    }
  }

  /** Applies the log. The tail may apply entries during each query; that is no reason to reload. */
  async #pull(sql: Sql = this.#options.db): Promise<void> {
    for (;;) {
      const from = this.#position
      const entries = await sql.run<LogEntry>(FROM, [this.id, from])
      if (this.#recent.differFrom(entries)) return this.#leaveLostEntries(sql)
      const next = entries.find((entry) => entry.seq > this.#position)
      if (next !== undefined && next.seq !== this.#position + 1) return this.#reload(sql)
      for (const entry of entries) {
        if (entry.seq > this.#position && !this.#advance(entry)) return this.#reload(sql)
      }
      if (this.#position === from) return this.#reloadIfBehind(sql)
      if (entries.length < 500) return
    }
  }

  /** Reloads memory that is older than the oldest entry of the log. */
  async #reloadIfBehind(sql: Sql): Promise<void> {
    const at = this.#position
    const [head] = await sql.run<Head>(HEAD, [this.id])
    if (head === undefined || head.seq <= at) return
    const entries = await sql.run<LogEntry>(FROM, [this.id, at])
    if (this.#position === at && !entries.some(({ seq }) => seq > at)) await this.#reload(sql)
  }

  /** Loads the organization as `sql` sees it, because memory has applied entries that the log has lost. */
  async #leaveLostEntries(sql: Sql): Promise<void> {
    this.#options.onRewound?.(this.id)
    await this.#reload(sql, Number.NEGATIVE_INFINITY)
  }

  /**
   * Reloads on the caller's connection. Its transaction may hold the lock for which all other connections
   * wait, so no other connection may be free. `after`: the snapshot must be newer than this position.
   * Default: memory's position.
   */
  async #reload(sql: Sql, after?: number): Promise<void> {
    const { db, drawsPictures } = this.#options
    const number = ++this.#reloads
    const snapshot = await (sql === db
      ? db.snapshot((own) => loadRealm(own, this.id, drawsPictures))
      : loadRealm(sql, this.id, drawsPictures))
    if (snapshot === undefined) return
    const view = await viewOf(snapshot)
    // The snapshot of a reload that began later is newer, even at a lower position.
    if (number < this.#current || snapshot.position <= (after ?? this.#position)) return
    this.#current = number
    this.#replace(snapshot, view)
  }

  #replace(snapshot: RealmSnapshot, view: RealmView): void {
    this.#load(snapshot, view)
    for (const listener of this.#listeners) listener(undefined)
  }

  #load(snapshot: RealmSnapshot, view: RealmView): void {
    this.loadData(snapshot, view)
    this.#own = []
    this.#position = snapshot.position
    this.#changedAt = snapshot.position
    this.#generation = ++loads
    this.#seen = snapshot.position
    this.recentMessages.beginAt(snapshot.position)
    this.messagesByConversation.forget()
    this.sendingChanges.beginAt(snapshot.position)
    this.#recent.clear()
    if (snapshot.newest?.seq === snapshot.position) this.#recent.add(snapshot.newest)
  }

  /**
   * Applies an entry. Returns false and changes nothing when the organization must be loaded again: only a
   * later version can apply the entry, or accounts were merged.
   */
  #advance(entry: LogEntry): boolean {
    if (isStateChange(entry)) {
      const change = changeIn(entry.payload)
      if (change === 'unknown') return false
      if (change !== 'nothing') {
        if (change.type === '_accounts_merged') return false
        this.apply(entry.seq, change)
      }
      this.#changedAt = entry.seq
    }
    this.#position = entry.seq
    this.recentMessages.take(entry)
    this.messagesByConversation.take(entry)
    this.sendingChanges.take(entry)
    this.#recent.add(entry)
    // Called for every entry, because a realm may change its guests for weeks while nobody joins a channel.
    this.membership.forgetBefore(Date.now() - this.#options.retentionMs)
    for (const listener of this.#listeners) listener(entry)
    return true
  }
}
