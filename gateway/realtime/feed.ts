import type { LogEntry } from '../../core/platform/events/log.ts'
import { LogTrimmed, replay } from '../../core/platform/events/replay.ts'
import type { RealmId, Seq } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import { changeIn, type StateChange } from '../../core/state/realm/changes.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { AttachedSessions } from './attached-sessions.ts'
import { Batch } from './batch.ts'
import { Deliveries, SESSIONS_A_TURN } from './deliveries.ts'
import type { EphemeralEntry } from './ephemeral-entry.ts'
import type { EphemeralFeed } from './ephemeral-feeds.ts'
import { isAddressed, isHidden, isSubjectMasked } from './event-access.ts'
import { FeedEntry } from './feed-entry.ts'
import type { EndReason, Listener } from './listener.ts'
import { RecentEntries } from './recent-entries.ts'
import type { QueueSession } from './session.ts'

/**
 * Delivers one realm's events to the queues that this gateway serves. It follows the realm's state, so it knows the
 * subscribers at each event's position.
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

  /** `heartbeatMs` returns how long a listener waits for an event before a heartbeat. It is called for each wait. */
  constructor(
    core: Core,
    realm: RealmState,
    ephemeral: EphemeralFeed,
    heartbeatMs: () => number,
    sessionsATurn = SESSIONS_A_TURN,
  ) {
    this.#core = core
    this.#deliveries = new Deliveries((session) => this.#deliver(session), sessionsATurn)
    this.#realm = realm
    this.#sessions = new AttachedSessions(realm)
    this.#ephemeral = ephemeral
    ephemeral.listener = (entry) => this.#takeEphemeral(entry)
    this.#heartbeatMs = heartbeatMs
    this.#unfollow = realm.follow((entry) => (entry === undefined ? this.#restart() : this.#take(entry)))
  }

  get realm(): RealmId {
    return this.#realm.id
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

  attach(session: QueueSession): QueueSession {
    this.#sessions.add(session)
    return session
  }

  detach(session: QueueSession, reason: EndReason): void {
    session.end(reason)
    this.#sessions.remove(session)
  }

  /** Drops the entries that arrived before `time` (Unix milliseconds), because the retention has passed. */
  forgetBefore(time: number): void {
    this.#recent.dropBefore(time)
  }

  close(): void {
    this.#unfollow()
    this.#ephemeral.listener = undefined
    for (const session of [...this.#sessions.all()]) this.detach(session, 'goingAway')
  }

  /**
   * Delivers to a listener the events that it lacks, from the recent entries, and older ones from the log.
   * Returns when the listener takes no more events or is no longer the session's listener. Also returns when the
   * listener has all events; it then waits for live events, except that with `dontWait` an empty delivery answers it.
   * Rejects with `LogTrimmed`.
   */
  async feed(session: QueueSession, listener: Listener, dontWait = false): Promise<void> {
    if (session.listener !== listener) return
    let at = session.scanned
    let batch = new Batch(session.delivered)
    const deliverBatch = (): boolean => {
      if (!session.deliver(batch, at)) return false
      batch = new Batch(session.delivered)
      return true
    }
    /** Adds an entry. False when the listener takes no more; it then has none or only the first of the entry's events. */
    const add = (entry: FeedEntry): boolean => {
      if (batch.isFull && !deliverBatch()) return false
      if (this.#wants(session, entry)) {
        const texts = this.#serialise(session, entry)
        while (!batch.addEntry(entry.seq, texts)) if (!deliverBatch()) return false
      }
      at = entry.seq
      return true
    }
    const recentStart = () => ((this.#recent.firstSeq ?? this.position + 1) - 1) as Seq
    // The subscribers at earlier positions are no longer known.
    const checkSubscribersKnown = () => {
      if (at < this.#realm.membership.exactFrom) throw new LogTrimmed()
    }
    checkSubscribersKnown()
    while (at < recentStart()) {
      for await (const page of replay(this.#core, this.#realm.id, at, recentStart())) {
        if (session.listener !== listener) return
        checkSubscribersKnown()
        for (const entry of page) if (!add(new FeedEntry(entry))) return
      }
    }
    if (session.listener !== listener) return
    checkSubscribersKnown()
    // Nothing is awaited from here to `session.wait`, so no entry can arrive in between.
    for (let index = this.#recent.indexAfter(at); index < this.#recent.length; index++) {
      if (!add(this.#recent.at(index))) return
    }
    if (!batch.isFull) {
      for (const entry of session.ephemeral.take()) {
        if (!this.#wantsEphemeral(session, entry)) continue
        batch.addUnlogged(at, (id) => entry.serialiseFor(session.filter, id))
      }
    }
    if (!batch.isEmpty || dontWait) {
      if (!session.deliver(batch, at)) return
    } else session.skipTo(at)
    session.wait(this.#heartbeatMs(), () => this.position)
  }

  /** As `feed`, for a listener that stays connected. Never rejects: when the events cannot be read, the listener ends. */
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
      const change = changeIn(raw.payload)
      if (typeof change !== 'string') this.#follow(change)
    }
    const entry = new FeedEntry(raw)
    this.#recent.add(entry)
    for (const session of this.#sessions.inAudience(entry.audience)) {
      if (!session.isWaiting || !session.includes(entry)) continue
      if (isHidden(this.#realm, session.filter, entry, entry.seq)) continue
      if (session.offer(entry, () => this.#serialise(session, entry))) this.#deliveries.add(session)
    }
    this.#deliveries.releaseAfter(entry)
  }

  #takeEphemeral(entry: EphemeralEntry): void {
    for (const session of this.#sessions.inAudience(entry.audience)) {
      if (!session.isWaiting || !entry.isFor(session.filter, this.#realm.users.get(session.filter.user)))
        continue
      if (isHidden(this.#realm, session.filter, entry, this.position)) continue
      if (session.offerEphemeral(entry, this.position)) this.#deliveries.add(session)
    }
  }

  #serialise(session: QueueSession, entry: FeedEntry): readonly string[] {
    const isMasked = isSubjectMasked(this.#realm, session.filter, entry)
    return entry.serialiseFor(
      session.filter,
      session.id,
      this.#realm,
      isMasked ? this.#core.options.rootUrl : undefined,
    )
  }

  #deliver(session: QueueSession): void {
    if (session.flush(this.position)) void this.catchUp(session, session.listener!)
  }

  #wants(session: QueueSession, entry: FeedEntry): boolean {
    const { filter } = session
    return (
      isAddressed(this.#realm, filter, entry.audience, entry.seq) &&
      session.includes(entry) &&
      !isHidden(this.#realm, filter, entry, entry.seq)
    )
  }

  #wantsEphemeral(session: QueueSession, entry: EphemeralEntry): boolean {
    const { filter } = session
    return (
      isAddressed(this.#realm, filter, entry.audience, this.position) &&
      entry.isFor(filter, this.#realm.users.get(filter.user)) &&
      !isHidden(this.#realm, filter, entry, this.position)
    )
  }

  /** Updates or ends the sessions that a change of state affects. The realm's state contains the change already. */
  #follow(change: StateChange): void {
    switch (change.type) {
      case '_membership':
        this.#sessions.updateSubscribers(change)
        return
      case '_user': {
        const user = this.#realm.users.get(change.user.id)
        if (user === undefined) return
        const { id, isActive, keyVersion, sessionVersion } = user
        for (const session of this.#sessions.ofUser(id)) {
          if (!isActive) session.end('deactivated')
          else if (session.keyVersion !== keyVersion) session.end('keyChanged')
          else if ((session.sessionVersion ?? sessionVersion) !== sessionVersion) session.end('sessionEnded')
        }
        return
      }
      case '_realm':
        if (this.#realm.record.isDeactivated)
          for (const session of this.#sessions.all()) session.end('deactivated')
        return
    }
  }

  /** Drops the recent entries and ends all sessions, because the state skipped entries of the log. Clients reconnect. */
  #restart(): void {
    this.#recent.clear()
    const sessions = [...this.#sessions.all()]
    this.#sessions.clear()
    for (const session of sessions) session.end('goingAway')
  }
}
