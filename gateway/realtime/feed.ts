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
import type { Ending, Listener } from './listener.ts'
import type { QueueSession } from './session.ts'

/** Entries kept for queues that attach or poll late: by number and by bytes. */
const RING_ENTRIES = 4096
const RING_BYTES = 8 * 1024 * 1024

/** An event, as far as it matters of whom it tells. */
interface Told {
  readonly audience: FeedEntry['audience']
  /** Of whom it tells, or who speaks. */
  readonly subject: UserId | undefined
  /** It tells of that user alone. */
  readonly isOfUsers: boolean
  readonly addsUser: boolean
}

/**
 * One realm's events on their way to the queues this gateway serves. Follows the realm's state, so that
 * whoever is subscribed at an event's position is known when it passes; keeps a ring of recent entries;
 * hands each to the waiting polls that want it, at a cost that depends on those alone.
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
  /** Entries that are being handed over. */
  #passing: FeedEntry[] = []

  /** `heartbeatMs`: how long a listener waits for an event until it gets a heartbeat; asked for each. */
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

  detach(session: QueueSession, why: Ending): void {
    session.end(why)
    if (this.#sessions.get(session.id) !== session) return
    this.#sessions.delete(session.id)
    this.#byUser.get(session.filter.user)?.delete(session)
    for (const sessions of this.#byChannel.values()) sessions.delete(session)
    this.#allPublic.delete(session)
  }

  /** Forgets entries from before `time` (milliseconds): nobody may ask for them any more. */
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
   * Hands a listener what it does not have yet, from the ring, and from the log where the ring does not reach.
   * Ends when it takes no more or is not the session's any more, and when it has everything: then live events go
   * to it, unless `dontWait`. Rejects with `LogTrimmed`.
   */
  async feed(session: QueueSession, listener: Listener, dontWait = false): Promise<void> {
    if (session.listener !== listener) return
    let at = session.scanned
    let batch = new Batch(session.delivered)
    const handOver = (): boolean => {
      if (!session.deliver(batch, at)) return false
      batch = new Batch(session.delivered)
      return true
    }
    /** False when the listener takes no more: `at` is behind the entry then, or it has the first of its events. */
    const pass = (entry: FeedEntry): boolean => {
      if (batch.isFull && !handOver()) return false
      if (this.#wants(session, entry)) {
        const texts = this.#serialise(session, entry)
        while (!batch.addEntry(entry.seq, texts)) if (!handOver()) return false
      }
      at = entry.seq
      return true
    }
    const ringStart = () => ((this.#ring[0]?.seq ?? this.position + 1) - 1) as Seq
    // Before then it is not known any more who was subscribed.
    const checkKnown = () => {
      if (at < this.#realm.membership.exactFrom) throw new LogTrimmed()
    }
    checkKnown()
    while (at < ringStart()) {
      for await (const page of replay(this.#core, this.#realm.id, at, ringStart())) {
        if (session.listener !== listener) return
        checkKnown()
        for (const entry of page) if (!pass(new FeedEntry(entry))) return
      }
    }
    if (session.listener !== listener) return
    checkKnown()
    // From here to the wait nothing is awaited: no entry can pass in between.
    for (let index = this.#indexAfter(at); index < this.#ring.length; index++) {
      if (!pass(this.#ring[index]!)) return
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

  /** As `feed`, for a listener that stays: it is ended when the log cannot give what it lacks. */
  async catchUp(session: QueueSession, listener: Listener): Promise<void> {
    try {
      await this.feed(session, listener)
    } catch (error) {
      if (session.listener !== listener) return
      if (!(error instanceof LogTrimmed))
        this.#core.log.warn({ err: error }, 'a listener cannot be caught up')
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
      if (!session.isWaiting || !session.asksFor(entry) || this.#hides(session, entry, entry.seq)) continue
      if (session.offer(entry, () => this.#serialise(session, entry))) this.#markDirty(session)
    }
    if (this.#dirty.length > 0) this.#passing.push(entry)
  }

  #takeEphemeral(entry: EphemeralEntry): void {
    for (const session of this.#audienceOf(entry)) {
      if (!session.isWaiting || !entry.isFor(session.filter, this.#realm.users.get(session.filter.user)))
        continue
      if (this.#hides(session, entry)) continue
      if (session.offerEphemeral(entry, this.position)) this.#markDirty(session)
    }
  }

  #serialise(session: QueueSession, entry: FeedEntry): readonly string[] {
    const { seq, subject } = entry
    // Whoever is told by name of a user that is added may know of it.
    const isMaskable = subject !== undefined && !(entry.addsUser && entry.audience.kind === 'users')
    const masks = isMaskable && this.#isStranger(session, subject, seq)
    return entry.serialiseFor(
      session.filter,
      session.id,
      this.#realm,
      masks ? this.#core.options.rootUrl : undefined,
    )
  }

  /**
   * Whether the session's user was a guest at the event's position who might not know of its subject: whoever polls
   * late hears what a waiting poll heard. For whoever might know of everyone nothing is looked up.
   */
  #isStranger({ filter }: QueueSession, subject: UserId, seq: Seq): boolean {
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
   * spec.md, feature level 228: what happens to a user is told to who may know of that one. What is for the
   * session's user by name is told in any case.
   */
  #hides(
    session: QueueSession,
    { audience, subject, isOfUsers, addsUser }: Told,
    seq: Seq = this.position,
  ): boolean {
    if (!isOfUsers || audience.kind === 'users' || subject === undefined) return false
    // Clients without the capability get something in the place of a user they may not know of (FL 232).
    if (addsUser && session.filter.capabilities.user_list_incomplete !== true) return false
    return this.#isStranger(session, subject, seq)
  }

  /** Answers go out when the entries that arrived together have all passed. */
  #markDirty(session: QueueSession): void {
    this.#dirty.push(session)
    if (this.#dirty.length > 1) return
    queueMicrotask(() => {
      const dirty = this.#dirty
      const passing = this.#passing
      this.#dirty = []
      this.#passing = []
      for (const one of dirty) if (one.flush(this.position)) void this.catchUp(one, one.listener!)
      for (const entry of passing) entry.settle()
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
      session.asksFor(entry) &&
      !this.#hides(session, entry, entry.seq)
    )
  }

  #wantsEphemeral(session: QueueSession, entry: EphemeralEntry): boolean {
    const { filter } = session
    return (
      this.#isAddressed(session, entry.audience) &&
      entry.isFor(filter, this.#realm.users.get(filter.user)) &&
      !this.#hides(session, entry)
    )
  }

  /** Whether an event was for the session's user, as of its position. */
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

  /** Does for the sessions what a change of the state means for them; the state has moved already. */
  #follow(change: StateChange): void {
    switch (change.type) {
      case '_membership':
        for (const { channel, users } of change.left)
          this.#each(users, (one) => this.#byChannel.get(channel)?.delete(one))
        for (const { channel, users } of change.joined)
          this.#each(users, (one) => getOrCreateSet(this.#byChannel, channel).add(one))
        return
      case '_user': {
        const user = this.#realm.users.get(change.user.id)
        if (user === undefined) return
        const { id, isActive, keyVersion, sessionVersion } = user
        this.#each([id], (one) => {
          if (!isActive) one.end('deactivated')
          else if (one.keyVersion !== keyVersion) one.end('keyChanged')
          else if ((one.sessionVersion ?? sessionVersion) !== sessionVersion) one.end('sessionEnded')
        })
        return
      }
      case '_realm':
        if (this.#realm.record.isDeactivated)
          for (const one of this.#sessions.values()) one.end('deactivated')
        return
    }
  }

  #each(users: readonly UserId[], visit: (session: QueueSession) => void): void {
    for (const user of users) for (const session of this.#byUser.get(user) ?? []) visit(session)
  }

  #keep(entry: FeedEntry): void {
    this.#ring.push(entry)
    this.#ringBytes += entry.size
    if (this.#ring.length <= RING_ENTRIES && this.#ringBytes <= RING_BYTES) return
    // Half at once, so that dropping is rare and cheap.
    this.#drop(this.#ring.length >> 1)
  }

  /** Drops the oldest entries of the ring. */
  #drop(count: number): void {
    for (const old of this.#ring.splice(0, count)) this.#ringBytes -= old.size
  }

  #indexAfter(seq: Seq): number {
    const first = this.#ring[0]
    return first === undefined ? 0 : Math.max(0, seq - first.seq + 1)
  }

  /** The state skipped entries: nothing in memory continues it. Listening clients come again. */
  #restart(): void {
    this.#ring = []
    this.#ringBytes = 0
    for (const session of [...this.#sessions.values()]) this.detach(session, 'goingAway')
  }
}
