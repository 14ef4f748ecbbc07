import type { LogEntry } from '../../core/platform/events/log.ts'
import { LogTrimmed, replay } from '../../core/platform/events/replay.ts'
import type { RealmId, Seq } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import { changeIn, type StateChange } from '../../core/state/realm/changes.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { AttachedSessions } from './attached-sessions.ts'
import { Batch } from './batch.ts'
import { Deliveries, SESSIONS_A_TURN } from './deliveries.ts'
import type { EphemeralEntry } from './ephemeral-entry.ts'
import type { EphemeralFeed } from './ephemeral-feeds.ts'
import { isAddressed, isHidden, isSubjectMasked } from './event-access.ts'
import { FeedEntry } from './feed-entry.ts'
import { addsReminder, readLateReminders } from './late-reminders.ts'
import type { EndReason, Listener } from './listener.ts'
import { RecentEntries } from './recent-entries.ts'
import type { QueueSession } from './session.ts'
import { UnofferedEntries } from './unoffered-entries.ts'
import { UnwritableEntries } from './unwritable-entries.ts'

/**
 * Delivers one realm's events to the queues that this gateway serves. It follows the realm's state, so it
 * knows the subscribers at each event's position.
 */
export class RealmFeed {
  readonly #core: Core
  readonly #realm: RealmState
  readonly #ephemeral: EphemeralFeed
  readonly #heartbeatMs: () => number
  readonly #unfollow: () => void
  readonly #sessions: AttachedSessions
  readonly #recent = new RecentEntries()
  readonly #deliveries: Deliveries
  readonly #unoffered: UnofferedEntries
  readonly #unwritable: UnwritableEntries
  readonly #meter = { events: 0 }
  #sessionsEndedAt: number
  /** The position up to which waiting sessions were offered all entries. */
  readonly #offeredPosition = (): Seq => {
    this.#unoffered.offer()
    return this.position
  }

  /**
   * `heartbeatMs` returns how long a listener waits for an event before a heartbeat. It is called for each
   * wait.
   */
  constructor(
    core: Core,
    realm: RealmState,
    ephemeral: EphemeralFeed,
    heartbeatMs: () => number,
    sessionsATurn = SESSIONS_A_TURN,
  ) {
    this.#core = core
    this.#deliveries = new Deliveries((session, now) => this.#deliver(session, now), sessionsATurn)
    this.#unoffered = new UnofferedEntries((entries) => this.#offer(entries))
    this.#unwritable = new UnwritableEntries(core.log, realm.id)
    this.#realm = realm
    this.#sessionsEndedAt = realm.record.settings.sessions_ended_at
    this.#sessions = new AttachedSessions(realm)
    this.#ephemeral = ephemeral
    ephemeral.listener = (entry) => this.#takeEphemeral(entry)
    this.#heartbeatMs = heartbeatMs
    this.#unfollow = realm.follow((entry) => (entry === undefined ? this.#restart() : this.#take(entry)))
  }

  get realm(): RealmId {
    return this.#realm.id
  }

  get record(): RealmRecord {
    return this.#realm.record
  }

  get position(): Seq {
    return this.#realm.position
  }

  get sessions(): Iterable<QueueSession> {
    return this.#sessions.all()
  }

  get size(): number {
    return this.#sessions.size
  }

  session(id: string): QueueSession | undefined {
    return this.#sessions.get(id)
  }

  /** Counts the events and heartbeats that were delivered since the former call. */
  countDelivered(): void {
    if (this.#meter.events > 0) this.#core.usage.count(this.realm, 'deliveries', this.#meter.events)
    this.#meter.events = 0
  }

  attach(session: QueueSession): QueueSession {
    session.reader = this.#realm.users.get(session.filter.user)
    session.meter = this.#meter
    this.#sessions.add(session)
    return session
  }

  detach(session: QueueSession, reason: EndReason): void {
    session.end(reason)
    this.#sessions.remove(session)
  }

  /**
   * Ends the session's listener if its user, key or browser session is no longer valid, or the organization
   * is deactivated.
   */
  endRefused(session: QueueSession): void {
    const reason = refusalOf(session, this.#realm)
    if (reason !== undefined) session.end(reason)
  }

  /** Drops the entries that arrived before `time` (Unix milliseconds), because the retention has passed. */
  forgetBefore(time: number): void {
    this.#recent.dropBefore(time)
  }

  close(): void {
    this.countDelivered()
    this.#unfollow()
    this.#ephemeral.listener = undefined
    for (const session of [...this.#sessions.all()]) this.detach(session, 'goingAway')
  }

  /**
   * Delivers to a listener the events that it lacks, from the recent entries, and older ones from the log.
   * Returns when the listener takes no more events or is no longer the session's listener. Also returns when
   * the listener has all events; it then waits for live events, except that with `dontWait` an empty delivery
   * answers it. Throws or rejects with `LogTrimmed`. Returns no promise unless it reads the log or reminders.
   */
  feed(session: QueueSession, listener: Listener, dontWait = false): Promise<void> | undefined {
    if (session.listener !== listener) return
    const progress = new FeedProgress(session)
    this.#checkSubscribersKnown(progress)
    if (progress.at < this.#recentStart || this.#recentReminders(progress).length > 0)
      return this.#feedAfterReading(progress, listener, dontWait)
    this.#feedRecent(progress, dontWait)
  }

  /** As `feed`, for a listener that needs entries of the log, or the current texts of its reminders. */
  async #feedAfterReading(progress: FeedProgress, listener: Listener, dontWait: boolean): Promise<void> {
    const { session } = progress
    do {
      while (progress.at < this.#recentStart) {
        for await (const page of replay(this.#core, this.#realm.id, progress.at, this.#recentStart)) {
          const entries = page.map((entry) => new FeedEntry(entry))
          const reminders = entries.filter((entry) => addsReminder(entry, session.filter))
          await this.#readReminders(progress, reminders)
          if (session.listener !== listener) return
          this.#checkSubscribersKnown(progress)
          for (const entry of entries) if (!this.#feedEntry(progress, entry)) return
        }
      }
      await this.#readReminders(progress, this.#recentReminders(progress))
    } while (progress.at < this.#recentStart)
    if (session.listener !== listener) return
    this.#checkSubscribersKnown(progress)
    this.#feedRecent(progress, dontWait)
  }

  /** The entries of new reminders that the listener lacks, from the recent entries. */
  #recentReminders({ session, at }: FeedProgress): FeedEntry[] {
    const reminders: FeedEntry[] = []
    for (let index = this.#recent.indexAfter(at); index < this.#recent.length; index++) {
      const entry = this.#recent.at(index)
      if (addsReminder(entry, session.filter)) reminders.push(entry)
    }
    return reminders
  }

  async #readReminders(progress: FeedProgress, entries: readonly FeedEntry[]): Promise<void> {
    if (entries.length === 0) return
    const { filter } = progress.session
    progress.reminders = await readLateReminders(this.#core, this.#realm, filter, entries)
  }

  /**
   * Feeds the recent entries. Nothing is awaited from here to `session.wait`, so no entry can arrive in
   * between.
   */
  #feedRecent(progress: FeedProgress, dontWait: boolean): void {
    const { session } = progress
    for (let index = this.#recent.indexAfter(progress.at); index < this.#recent.length; index++) {
      if (!this.#feedEntry(progress, this.#recent.at(index))) return
    }
    const { at } = progress
    let { batch } = progress
    if (!batch.isFull) {
      for (const entry of session.ephemeral.take()) {
        if (!this.#wantsEphemeral(session, entry)) continue
        batch = batch.withUnlogged(at, (id) => entry.serialiseFor(session.filter, id))
      }
    }
    if (!batch.isEmpty || dontWait) {
      if (!session.deliver(batch, at)) return
    } else session.skipTo(at)
    session.wait(this.#heartbeatMs, this.#offeredPosition)
  }

  /**
   * Adds an entry. False when the listener takes no more; it then has none or only the first of the entry's
   * events.
   */
  #feedEntry(progress: FeedProgress, entry: FeedEntry): boolean {
    const { session } = progress
    if (progress.batch.isFull && !progress.deliverBatch()) return false
    const texts = this.#textsFor(session, progress.reminders?.get(entry.seq) ?? entry)
    while (!progress.add(entry.seq, texts)) if (!progress.deliverBatch()) return false
    progress.at = entry.seq
    return true
  }

  /**
   * The events of an entry for a session. None when the entry is not for the session, or cannot be written,
   * as in `#offer`.
   */
  #textsFor(session: QueueSession, entry: FeedEntry): readonly string[] {
    try {
      return this.#wants(session, entry) ? this.#serialise(session, entry) : []
    } catch (error) {
      this.#unwritable.report(entry.seq, error)
      return []
    }
  }

  /** The position before the first recent entry. */
  get #recentStart(): Seq {
    return ((this.#recent.firstSeq ?? this.position + 1) - 1) as Seq
  }

  /** Throws `LogTrimmed` when the subscribers at the position are no longer known. */
  #checkSubscribersKnown({ at }: FeedProgress): void {
    if (at < this.#realm.membership.exactFrom) throw new LogTrimmed()
  }

  /**
   * As `feed`, for a listener that stays connected. Never rejects: when the events cannot be read, the
   * listener ends.
   */
  async catchUp(session: QueueSession, listener: Listener): Promise<void> {
    try {
      await this.feed(session, listener)
    } catch (error) {
      if (session.listener !== listener) return
      if (!(error instanceof LogTrimmed))
        this.#core.log.warn(
          { err: error },
          'events for a listener cannot be read; it ends, and its client reconnects',
        )
      session.end(error instanceof LogTrimmed ? 'queueGone' : 'goingAway')
    }
  }

  #take(raw: LogEntry): void {
    if (raw.audience === '_') {
      this.#unoffered.offer()
      const change = changeIn(raw.payload)
      if (typeof change !== 'string') this.#follow(change)
    }
    const entry = new FeedEntry(raw)
    this.#recent.add(entry)
    this.#unoffered.add(entry, raw.audience)
  }

  /**
   * Offers entries with the same audience, between which no state has changed, to the sessions that wait.
   * Never throws: an entry that cannot be written for a session is left out there, because an error here
   * would end the process.
   */
  #offer(entries: readonly FeedEntry[]): void {
    const realm = this.#realm
    const last = entries.at(-1)!
    // The present state is read faster than a past one. Unless it has just changed, it is the same.
    const seq = realm.changedAt > last.seq ? last.seq : realm.position
    for (const session of this.#sessions.inAudience(last.audience, seq)) {
      // Each session takes all entries before the next session takes any: so its memory is read once.
      for (const entry of entries) {
        if (!session.isWaiting) break
        try {
          if (!session.includes(entry, realm)) continue
          if (isHidden(realm, session.reader, session.filter, entry, seq)) continue
          if (!session.hasRoomFor(entry)) continue
          if (session.offer(entry, this.#serialise(session, entry, seq))) this.#deliveries.add(session)
        } catch (error) {
          this.#unwritable.report(entry.seq, error)
        }
      }
    }
    for (const entry of entries) this.#deliveries.releaseAfter(entry)
  }

  #takeEphemeral(entry: EphemeralEntry): void {
    const position = this.#offeredPosition()
    for (const session of this.#sessions.inAudience(entry.audience, position)) {
      if (!session.isWaiting || !entry.isFor(session.filter, session.reader)) continue
      if (isHidden(this.#realm, session.reader, session.filter, entry, position)) continue
      if (session.offerEphemeral(entry, position)) this.#deliveries.add(session)
    }
  }

  #serialise(session: QueueSession, entry: FeedEntry, seq = entry.seq): readonly string[] {
    const isMasked = isSubjectMasked(this.#realm, session.reader, entry, seq)
    return entry.serialiseFor(
      session.filter,
      session.id,
      this.#realm,
      isMasked ? this.#core.options.rootUrl : undefined,
    )
  }

  #deliver(session: QueueSession, now: number): void {
    if (session.flush(this.#offeredPosition(), now)) void this.catchUp(session, session.listener!)
  }

  #wants(session: QueueSession, entry: FeedEntry): boolean {
    const { filter } = session
    return (
      isAddressed(this.#realm, filter, entry.audience, entry.seq) &&
      session.includes(entry, this.#realm) &&
      !isHidden(this.#realm, session.reader, filter, entry, entry.seq)
    )
  }

  #wantsEphemeral(session: QueueSession, entry: EphemeralEntry): boolean {
    const { filter } = session
    return (
      isAddressed(this.#realm, filter, entry.audience, this.position) &&
      entry.isFor(filter, session.reader) &&
      !isHidden(this.#realm, session.reader, filter, entry, this.position)
    )
  }

  /**
   * Updates or ends the sessions that a change of state affects. The realm's state contains the change
   * already.
   */
  #follow(change: StateChange): void {
    switch (change.type) {
      case '_membership':
        this.#sessions.updateSubscribers(change)
        return
      case '_user': {
        const user = this.#realm.users.get(change.user.id)
        if (user === undefined) return
        for (const session of this.#sessions.ofUser(user.id)) {
          session.reader = user
          this.endRefused(session)
        }
        return
      }
      case '_realm':
        if (this.#realm.record.isDeactivated)
          for (const session of this.#sessions.all()) this.endRefused(session)
        this.#endFormerSessions()
        return
    }
  }

  /** Ends the listeners of browsers when an administrator has ended the sessions of everybody. */
  #endFormerSessions(): void {
    const endedAt = this.#realm.record.settings.sessions_ended_at
    if (endedAt === this.#sessionsEndedAt) return
    this.#sessionsEndedAt = endedAt
    for (const session of this.#sessions.all())
      if (session.browserSession !== undefined) session.end('sessionEnded')
  }

  /**
   * Drops the recent entries and ends all sessions, because the state skipped entries of the log. Clients
   * reconnect.
   */
  #restart(): void {
    this.#recent.clear()
    this.#unoffered.clear()
    this.#unwritable.clear()
    const sessions = [...this.#sessions.all()]
    this.#sessions.clear()
    for (const session of sessions) session.end('goingAway')
  }
}

/**
 * Why the listener of a session must end by the current state of its realm; undefined when it may continue.
 */
function refusalOf(session: QueueSession, realm: RealmState): EndReason | undefined {
  const { reader, keyVersion, sessionVersion } = session
  if (realm.record.isDeactivated) return 'deactivated'
  if (reader === undefined) return undefined
  if (!reader.isActive) return 'deactivated'
  if (keyVersion !== reader.keyVersion) return 'keyChanged'
  return (sessionVersion ?? reader.sessionVersion) === reader.sessionVersion ? undefined : 'sessionEnded'
}

/** How far a listener has been fed. */
class FeedProgress {
  readonly session: QueueSession
  /** All entries up to this position are delivered, in the batch, or not for the queue. */
  at: Seq
  batch: Batch
  /** Entries of reminders with their current texts, by position. */
  reminders: ReadonlyMap<Seq, FeedEntry> | undefined

  constructor(session: QueueSession) {
    this.session = session
    this.at = session.scanned
    this.batch = Batch.after(session.delivered)
  }

  /** Adds the events of an entry. False when some did not fit. */
  add(position: Seq, texts: readonly string[]): boolean {
    this.batch = this.batch.withEntry(position, texts)
    return this.batch.completes(position, texts)
  }

  /** Delivers the batch and begins another one. False when the listener takes no more. */
  deliverBatch(): boolean {
    if (!this.session.deliver(this.batch, this.at)) return false
    this.batch = Batch.after(this.session.delivered)
    return true
  }
}
