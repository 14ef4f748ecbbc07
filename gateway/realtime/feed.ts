import type { LogEntry } from '../../core/platform/events/log.ts'
import { LogTrimmed, replay } from '../../core/platform/events/replay.ts'
import type { ChannelId, RealmId, Seq, UserId } from '../../core/platform/ids.ts'
import { getOrCreateSet } from '../../core/platform/multimap.ts'
import type { Core } from '../../core/state/core.ts'
import { changeIn, type StateChange } from '../../core/state/realm/changes.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import {
  canAccessAllUsers,
  canAccessUser,
  couldAccessAllUsers,
  couldAccessUser,
} from '../../core/state/users/permissions.ts'
import { Batch } from './batch.ts'
import type { EphemeralEntry } from './ephemeral-entry.ts'
import type { EphemeralFeed } from './ephemeral-feeds.ts'
import { FeedEntry } from './feed-entry.ts'
import type { EndReason, Listener } from './listener.ts'
import type { QueueSession } from './session.ts'

/** Limits of the ring of recent entries, which serves queues that attach or poll late. Above it the log is read. */
const RING_ENTRIES = 4096
const RING_BYTES = 8 * 1024 * 1024

/** The properties of an event that decide whether a guest may receive it. */
type EventSubject = Pick<FeedEntry, 'audience' | 'subject' | 'isAboutUser' | 'addsUser'>

/**
 * Delivers one realm's events to the queues that this gateway serves. It follows the realm's state, so it knows the
 * subscribers at each event's position. It keeps a ring of recent entries. The cost of an event to a channel depends
 * on the number of queues that may receive it, not on the number of all queues.
 */
export class RealmFeed {
  readonly #core: Core
  readonly #realm: RealmState
  readonly #ephemeral: EphemeralFeed
  readonly #heartbeatMs: () => number
  readonly #unfollow: () => void
  readonly #sessions = new Map<string, QueueSession>()
  readonly #byUser = new Map<UserId, Set<QueueSession>>()
  readonly #byChannel = new Map<ChannelId, Set<QueueSession>>()
  readonly #allPublic = new Set<QueueSession>()
  #ring: FeedEntry[] = []
  #ringBytes = 0
  #dirty: QueueSession[] = []
  /** Entries that were offered to the sessions in `#dirty`. */
  #offered: FeedEntry[] = []

  /** `heartbeatMs` returns how long a listener waits for an event before a heartbeat. It is called for each wait. */
  constructor(core: Core, realm: RealmState, ephemeral: EphemeralFeed, heartbeatMs: () => number) {
    this.#core = core
    this.#realm = realm
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
    return this.#sessions.values()
  }

  get size(): number {
    return this.#sessions.size
  }

  session(id: string): QueueSession | undefined {
    return this.#sessions.get(id)
  }

  attach(session: QueueSession): QueueSession {
    this.#sessions.set(session.id, session)
    getOrCreateSet(this.#byUser, session.filter.user).add(session)
    for (const channel of this.#realm.membership.channelsOf(session.filter.user)) {
      getOrCreateSet(this.#byChannel, channel).add(session)
    }
    if (session.filter.allPublicStreams) this.#allPublic.add(session)
    return session
  }

  detach(session: QueueSession, reason: EndReason): void {
    session.end(reason)
    if (this.#sessions.get(session.id) !== session) return
    this.#sessions.delete(session.id)
    this.#byUser.get(session.filter.user)?.delete(session)
    for (const sessions of this.#byChannel.values()) sessions.delete(session)
    this.#allPublic.delete(session)
  }

  /** Drops the entries that arrived before `time` (Unix milliseconds), because the retention has passed. */
  forgetBefore(time: number): void {
    const kept = this.#ring.findIndex((entry) => entry.at >= time)
    this.#drop(kept === -1 ? this.#ring.length : kept)
  }

  close(): void {
    this.#unfollow()
    this.#ephemeral.listener = undefined
    for (const session of [...this.#sessions.values()]) this.detach(session, 'goingAway')
  }

  /**
   * Delivers to a listener the events that it lacks, from the ring, and from the log where the ring does not reach.
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
    const ringStart = () => ((this.#ring[0]?.seq ?? this.position + 1) - 1) as Seq
    // The subscribers at earlier positions are no longer known.
    const checkSubscribersKnown = () => {
      if (at < this.#realm.membership.exactFrom) throw new LogTrimmed()
    }
    checkSubscribersKnown()
    while (at < ringStart()) {
      for await (const page of replay(this.#core, this.#realm.id, at, ringStart())) {
        if (session.listener !== listener) return
        checkSubscribersKnown()
        for (const entry of page) if (!add(new FeedEntry(entry))) return
      }
    }
    if (session.listener !== listener) return
    checkSubscribersKnown()
    // Nothing is awaited from here to `session.wait`, so no entry can arrive in between.
    for (let index = this.#indexAfter(at); index < this.#ring.length; index++) {
      if (!add(this.#ring[index]!)) return
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
    this.#keep(entry)
    for (const session of this.#audienceOf(entry)) {
      if (!session.isWaiting || !session.includes(entry) || this.#isHidden(session, entry, entry.seq))
        continue
      if (session.offer(entry, () => this.#serialise(session, entry))) this.#markDirty(session)
    }
    if (this.#dirty.length > 0) this.#offered.push(entry)
  }

  #takeEphemeral(entry: EphemeralEntry): void {
    for (const session of this.#audienceOf(entry)) {
      if (!session.isWaiting || !entry.isFor(session.filter, this.#realm.users.get(session.filter.user)))
        continue
      if (this.#isHidden(session, entry)) continue
      if (session.offerEphemeral(entry, this.position)) this.#markDirty(session)
    }
  }

  #serialise(session: QueueSession, entry: FeedEntry): readonly string[] {
    const { seq, subject } = entry
    // A user to whom the addition of another user is addressed may know that user.
    const isMaskable = subject !== undefined && !(entry.addsUser && entry.audience.kind === 'users')
    const masks = isMaskable && this.#lacksAccess(session, subject, seq)
    return entry.serialiseFor(
      session.filter,
      session.id,
      this.#realm,
      masks ? this.#core.options.rootUrl : undefined,
    )
  }

  /**
   * Whether the session's user was a guest without access to `subject` at the event's position. A late poll so gets the
   * same events as a waiting one. Returns early for users with access to all users, which is the usual case.
   */
  #lacksAccess({ filter }: QueueSession, subject: UserId, seq: Seq): boolean {
    const realm = this.#realm
    const reader = realm.users.get(filter.user)
    if (reader === undefined) return false
    const isLate = seq < realm.position
    if (isLate ? couldAccessAllUsers(realm, reader, seq) : canAccessAllUsers(realm, reader)) return false
    const user = realm.users.get(subject)
    if (user === undefined) return false
    return !(isLate ? couldAccessUser(realm, reader, user, seq) : canAccessUser(realm, reader, user))
  }

  /**
   * Whether an event is hidden from the session's user: events about a user go only to users with access to that user
   * (spec.md, feature level 228). An event that is addressed to the session's user is never hidden.
   */
  #isHidden(
    session: QueueSession,
    { audience, subject, isAboutUser, addsUser }: EventSubject,
    seq: Seq = this.position,
  ): boolean {
    if (!isAboutUser || audience.kind === 'users' || subject === undefined) return false
    // Clients without the capability get a placeholder for a user whom they may not access (FL 232).
    if (addsUser && session.filter.capabilities.user_list_incomplete !== true) return false
    return this.#lacksAccess(session, subject, seq)
  }

  /** Schedules the delivery of a session's events after all entries that arrived together were offered. */
  #markDirty(session: QueueSession): void {
    this.#dirty.push(session)
    if (this.#dirty.length > 1) return
    queueMicrotask(() => {
      const dirty = this.#dirty
      const offered = this.#offered
      this.#dirty = []
      this.#offered = []
      for (const session of dirty)
        if (session.flush(this.position)) void this.catchUp(session, session.listener!)
      for (const entry of offered) entry.releaseShared()
    })
  }

  #audienceOf({ audience }: Pick<FeedEntry, 'audience'>): Iterable<QueueSession> {
    switch (audience.kind) {
      case 'internal':
        return []
      case 'users':
        return audience.ids.flatMap((id) => [...(this.#byUser.get(id) ?? [])])
      case 'realm':
      case 'members':
        return [...this.#sessions.values()].filter((session) => this.#isAddressed(session, audience))
      case 'channel': {
        const subscribed = this.#byChannel.get(audience.id) ?? new Set<QueueSession>()
        const sessions =
          this.#allPublic.size === 0 ? subscribed : new Set([...subscribed, ...this.#allPublic])
        const filtered = audience.except?.length || this.#allPublic.size > 0
        return filtered ? [...sessions].filter((session) => this.#isAddressed(session, audience)) : sessions
      }
    }
  }

  #wants(session: QueueSession, entry: FeedEntry): boolean {
    return (
      this.#isAddressed(session, entry.audience, entry.seq) &&
      session.includes(entry) &&
      !this.#isHidden(session, entry, entry.seq)
    )
  }

  #wantsEphemeral(session: QueueSession, entry: EphemeralEntry): boolean {
    const { filter } = session
    return (
      this.#isAddressed(session, entry.audience) &&
      entry.isFor(filter, this.#realm.users.get(filter.user)) &&
      !this.#isHidden(session, entry)
    )
  }

  /** Whether the audience of an event contains the session's user, as of the event's position. */
  #isAddressed(session: QueueSession, audience: FeedEntry['audience'], seq: Seq = this.position): boolean {
    const { user, allPublicStreams } = session.filter
    if (audience.kind === 'internal') return false
    if (audience.kind === 'users') return audience.ids.includes(user)
    if (audience.except?.includes(user)) return false
    const record = this.#realm.users.get(user)
    if (audience.kind === 'realm') return true
    const isMember = () => record !== undefined && !this.#realm.wasGuestAt(record, seq)
    if (audience.kind === 'members') return isMember()
    if (this.#realm.membership.hadAt(audience.id, user, seq)) return true
    if (!allPublicStreams) return false
    const channel = this.#realm.channels.get(audience.id)
    return channel !== undefined && !this.#realm.wasPrivateAt(channel, seq) && isMember()
  }

  /** Updates or ends the sessions that a change of state affects. The realm's state contains the change already. */
  #follow(change: StateChange): void {
    switch (change.type) {
      case '_membership':
        for (const { channel, users } of change.left)
          this.#forEachOf(users, (session) => this.#byChannel.get(channel)?.delete(session))
        for (const { channel, users } of change.joined)
          this.#forEachOf(users, (session) => getOrCreateSet(this.#byChannel, channel).add(session))
        return
      case '_user': {
        const user = this.#realm.users.get(change.user.id)
        if (user === undefined) return
        const { id, isActive, keyVersion, sessionVersion } = user
        this.#forEachOf([id], (session) => {
          if (!isActive) session.end('deactivated')
          else if (session.keyVersion !== keyVersion) session.end('keyChanged')
          else if ((session.sessionVersion ?? sessionVersion) !== sessionVersion) session.end('sessionEnded')
        })
        return
      }
      case '_realm':
        if (this.#realm.record.isDeactivated)
          for (const session of this.#sessions.values()) session.end('deactivated')
        return
    }
  }

  #forEachOf(users: readonly UserId[], visit: (session: QueueSession) => void): void {
    for (const user of users) for (const session of this.#byUser.get(user) ?? []) visit(session)
  }

  #keep(entry: FeedEntry): void {
    this.#ring.push(entry)
    this.#ringBytes += entry.size
    if (this.#ring.length <= RING_ENTRIES && this.#ringBytes <= RING_BYTES) return
    // Dropping half of the ring at once makes drops rare.
    this.#drop(this.#ring.length >> 1)
  }

  /** Drops the oldest entries of the ring. */
  #drop(count: number): void {
    for (const old of this.#ring.splice(0, count)) this.#ringBytes -= old.size
  }

  /** Returns the index in the ring of the first entry after a position. */
  #indexAfter(seq: Seq): number {
    const first = this.#ring[0]
    return first === undefined ? 0 : Math.max(0, seq - first.seq + 1)
  }

  /** Empties the ring and ends all sessions, because the state skipped entries of the log. Clients reconnect. */
  #restart(): void {
    this.#ring = []
    this.#ringBytes = 0
    for (const session of [...this.#sessions.values()]) this.detach(session, 'goingAway')
  }
}
