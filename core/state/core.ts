import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EntitySchema } from '@mikro-orm/core'
import { databaseHosts } from '../../config/database-address.ts'
import type { OpenIdProvider } from '../../config/openid-providers.ts'
import type { ServerProvider } from '../../config/server-providers.ts'
import type { CoalescingBatch } from '../platform/db/coalescing-batch.ts'
import { Database } from '../platform/db/database.ts'
import type { Sql } from '../platform/db/statements/statement.ts'
import { EventStream } from '../platform/events/event-stream.ts'
import type { LogEntry } from '../platform/events/log.ts'
import { Repairer } from '../platform/events/repair.ts'
import type { RealmId, UserId } from '../platform/ids.ts'
import { logOf, Troubles } from '../platform/incidents/troubles.ts'
import { handOverTogether } from '../platform/jobs/hand-over.ts'
import { noteTrace } from '../platform/jobs/job-trace.ts'
import type { JobSink, OutboxJob } from '../platform/jobs/outbox.ts'
import type { Logger } from '../platform/log/log.ts'
import { countRedis } from '../platform/log/round-trips.ts'
import { isTracing } from '../platform/log/spans.ts'
import type { LogLag } from '../platform/processes/report.ts'
import { Usage } from '../platform/processes/usage.ts'
import { connectRedis } from '../platform/redis/redis.ts'
import type { RedisClient } from '../platform/redis/redis-connection.ts'
import { wakeUpChannel } from '../platform/redis/wake-ups.ts'
import { Replicas } from '../platform/replicas/replicas.ts'
import type { StatementAtHead, WrittenAtHead } from '../platform/transactions/statement-at-head.ts'
import {
  type Committed,
  commit,
  commitLocked,
  type TransactionOptions,
  type Tx,
} from '../platform/transactions/transact.ts'
import { auditChanges } from './audit/derive.ts'
import type { Caller, Change } from './caller.ts'
import { currentActor } from './realm/current-actor.ts'
import type { Hooks } from './realm/hooks.ts'
import { Realms } from './realm/realms.ts'
import type { RealmState } from './realm/state.ts'

export interface CoreOptions {
  readonly databaseUrl: string
  readonly databasePoolSize: number
  readonly databaseStatementTimeoutMs?: number
  /** Replicas of the database for reads that are expensive. Default: none. */
  readonly databaseReplicaUrls?: readonly string[]
  readonly redisUrl: string
  /** MiB that the texts of messages may take in this process. Default: 64. */
  readonly messageCacheMb?: number
  readonly secretKey: string
  readonly rootUrl: string
  /**
   * Whether Gravatar serves the pictures of users without an avatar. Default: yes; otherwise this server
   * draws them.
   */
  readonly gravatar?: boolean
  /** Whether this server proxies external pictures and films. Default: clients load them directly. */
  readonly proxyExternalMedia?: boolean
  readonly eventLogRetentionSeconds: number
  /** Seconds after which an organization without requests and clients is unloaded. Default: 300. */
  readonly organizationIdleSeconds?: number
  /** Private addresses that requests to user-given URLs may reach. Default: none. */
  readonly allowedPrivateAddresses?: readonly string[]
  /**
   * The key pair by which push services of browsers know this server. Default: a pair that the server makes.
   */
  readonly vapidPublicKey?: string
  readonly vapidPrivateKey?: string
  /** Providers of OpenID Connect with which people log in. Default: none. */
  readonly openidProviders?: readonly OpenIdProvider[]
  readonly logInProviders?: readonly ServerProvider[]
  /** The address of a BigBlueButton server, if one is configured. */
  readonly bigBlueButtonUrl?: string
  /** The client id of an app at Zoom, if one is configured. */
  readonly zoomClientId?: string
}

const CONNECTS_WITHIN_MS = 1_000
const ENDS_WITHIN_MS = 2_000

/** Points at which a test can make a process fail. Production sets none. */
export interface Faults {
  /** Between COMMIT and the append to the stream. */
  afterCommit?(): void | Promise<void>
}

/** The chat domain in one process: its database, its stream, and the organizations in memory. */
export class Core {
  readonly options: CoreOptions
  readonly log: Logger
  readonly db: Database
  readonly replicas: Replicas
  readonly redis: RedisClient
  readonly stream: EventStream
  readonly realms: Realms
  /** The faults that this process has noticed. */
  readonly troubles = new Troubles()
  readonly faults: Faults
  readonly usage = new Usage()
  readonly #hooks: Hooks
  readonly #repairer: Repairer
  readonly #jobs: CoalescingBatch<readonly OutboxJob[], void>
  readonly #background = new Set<Promise<unknown>>()

  private constructor(
    options: CoreOptions,
    log: Logger,
    db: Database,
    replicas: Replicas,
    hooksOf: (core: Core) => Hooks,
    jobs: JobSink,
    faults: Faults,
  ) {
    this.options = options
    this.log = log
    this.db = db
    this.replicas = replicas
    this.faults = faults
    this.troubles.onChange = (trouble, event) =>
      event === 'begins'
        ? log.warn(logOf(trouble), 'an incident begins')
        : log.info(logOf(trouble), 'an incident ends')
    this.#hooks = hooksOf(this)
    this.#jobs = handOverTogether(db, jobs, log)
    this.redis = connectRedis(options.redisUrl, log)
    this.stream = new EventStream(this.redis)
    this.realms = new Realms({
      db,
      hooks: this.#hooks,
      redis: this.redis,
      secretKey: options.secretKey,
      drawsPictures: options.gravatar === false,
      retentionMs: options.eventLogRetentionSeconds * 1000,
      rootHost: new URL(options.rootUrl).hostname,
      idleMs: (options.organizationIdleSeconds ?? 300) * 1000,
      loadsAtOnce: Math.max(1, Math.floor(options.databasePoolSize / 2)),
      onRewound: (realm) => this.#repairer.reportFork(realm),
      beforeLoad: (realm) => this.#repairer.learnEpoch(realm),
      onUse: () => this.#repairer.endPause(),
    })
    const { realms } = this
    this.#repairer = new Repairer(
      db,
      this.stream,
      log,
      () => realms.loaded,
      () => realms.areInUse,
    )
    this.#repairer.start()
    this.redis.on('ready', () => this.#repairer.endPause())
    this.redis.on('error', ({ message }) => this.troubles.note('redis-away', { reason: message }))
    db.onConnectionLost(() => this.#repairer.endPause())
    db.onTooManyConnections(({ message }) => this.troubles.note('postgres-connections', { reason: message }))
  }

  /** Use `openCore`, which provides the entities and the hooks. */
  static async open(
    options: CoreOptions,
    log: Logger,
    entities: readonly EntitySchema[],
    hooksOf: (core: Core) => Hooks,
    jobs: JobSink,
    faults: Faults = {},
  ): Promise<Core> {
    const db = await Database.open({
      entities,
      url: options.databaseUrl,
      poolSize: options.databasePoolSize,
      statementTimeoutMs: options.databaseStatementTimeoutMs,
      onWarning: (reason) =>
        log.warn(
          { part: 'Postgres', host: databaseHosts(options.databaseUrl), reason },
          'a connection to Postgres failed; the pool opens another one',
        ),
    })
    const replicas = await Replicas.open(
      options.databaseReplicaUrls ?? [],
      log,
      options.databaseStatementTimeoutMs,
    )
    const core = new Core(options, log, db, replicas, hooksOf, jobs, faults)
    await core.#connected()
    return core
  }

  /**
   * One transaction on one organization with its events and jobs, which relies on nothing that memory says.
   * Resolves after COMMIT, when the organization in this process's memory contains the change. The events are
   * then on their way to the stream; if this process fails, the repairer appends them. `work` may run more
   * than once (`commit`). docs/event-log.md says which way to write to take.
   */
  async transact<T>(realm: RealmId, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
    const epoch = this.epochOf(realm)
    return this.#afterCommit(realm, epoch, await commit(this.db, realm, work, options))
  }

  /**
   * Makes a change that an operator or the server itself makes, in one transaction that locks the
   * organization first and brings memory up to date: until COMMIT memory equals the database. `work` gets
   * what `read` returns, whose statements share the round trip of the lock; memory may be older while `read`
   * runs. The audit log gets what the work changes. Rejects as `transact`.
   */
  async changeAsSystem<T, Found = undefined>(
    realm: RealmState,
    work: (tx: Tx, found: Found) => Promise<T>,
    read?: (sql: Sql) => Promise<Found>,
  ): Promise<T> {
    return this.#changeAudited(realm, null, work, read)
  }

  /**
   * As `transact`, for writes that are sent as one statement. Resolves to undefined, with nothing written,
   * when the log does not end where the caller knows (`StatementAtHead`).
   */
  async writeAtHead<Row>(
    realm: RealmId,
    statement: StatementAtHead<Row>,
    written: WrittenAtHead,
  ): Promise<readonly Row[] | undefined> {
    const epoch = this.epochOf(realm)
    const committed = await this.db.shares.inTurn(realm, () => statement.run(this.db, realm, written))
    return committed && this.#afterCommit(realm, epoch, committed)
  }

  /**
   * As `changeAsSystem`, for a change that a user asks for: `work` gets `actor`, the caller's current
   * account. Throws `ActorChanged` and the errors of `transact`.
   */
  async change<T>(caller: Caller, work: (change: Change) => Promise<T>): Promise<T> {
    const { realm, user } = caller
    return this.#changeAudited(realm, user.id, (tx) => work({ tx, actor: currentActor(realm, user) }))
  }

  /** `actor`: who makes the change; null for the server itself. */
  async #changeAudited<T, Found = undefined>(
    realm: RealmState,
    actor: UserId | null,
    work: (tx: Tx, found: Found) => Promise<T>,
    read?: (sql: Sql) => Promise<Found>,
  ): Promise<T> {
    const epoch = this.epochOf(realm.id)
    const audited = async (tx: Tx, found: Found) => {
      await realm.lockAndSync(tx)
      const result = await work(tx, found)
      auditChanges(tx, realm, actor)
      return result
    }
    return this.#afterCommit(realm.id, epoch, await commitLocked(this.db, realm.id, audited, read))
  }

  /** Whether Redis is connected and answers. */
  get isRedisAvailable(): boolean {
    return this.redis.status === 'ready' && !this.#repairer.isRedisSilent
  }

  /**
   * The epoch of the log that memory of the organization belongs to; undefined while Redis has not told it.
   */
  epochOf(realm: RealmId): number | undefined {
    return this.#repairer.epochOf(realm)
  }

  /** Loads the organization again when its log has another epoch than memory. */
  followEpoch(realm: RealmId): Promise<void> {
    return this.#repairer.followEpoch(realm)
  }

  /** How far this process is behind the event log. */
  get lag(): LogLag | undefined {
    return this.#repairer.lag()
  }

  /** `epoch`: memory's epoch before the commit. */
  async #afterCommit<T>(realm: RealmId, epoch: number | undefined, committed: Committed<T>): Promise<T> {
    const { result, entries, jobs, hasLater } = committed
    this.usage.count(realm, 'writes')
    if (jobs.length > 0) this.usage.count(realm, 'jobs', jobs.length)
    await this.faults.afterCommit?.()
    await this.#takeOwn(realm, entries)
    this.#hooks.committed(entries.length)
    // While Redis is away nothing waits for it here: the repairer and the sweep read the database later.
    if (!this.isRedisAvailable) return result
    this.#inBackground(
      this.#append(realm, entries, epoch),
      realm,
      'events are committed but not in the stream yet',
    )
    if (jobs.length > 0) {
      if (isTracing()) await noteTrace(this.redis, jobs)
      const handedOver = this.#jobs.submit(jobs)
      this.#inBackground(handedOver, realm, 'jobs are committed but not handed over yet')
    }
    if (hasLater) {
      countRedis(1)
      const published = this.redis.publish(wakeUpChannel(this.redis, 'later'), '')
      this.#inBackground(published, realm, 'workers cannot be notified of due work; their next poll finds it')
    }
    return result
  }

  /** Applies committed entries to memory. When that fails, the tail applies them later. */
  async #takeOwn(realm: RealmId, entries: readonly LogEntry[]): Promise<void> {
    try {
      await this.realms.inMemory(realm)?.takeOwn(entries)
    } catch (error) {
      this.log.warn({ err: error, realm }, 'memory cannot take what this process has committed')
    }
  }

  /** Runs work that follows a commit without delaying the caller. Failures are repaired from the database. */
  #inBackground(work: Promise<unknown>, realm: RealmId, failure: string): void {
    const done = work
      .catch((error) => this.log.warn({ err: error, realm }, failure))
      .finally(() => this.#background.delete(done))
    this.#background.add(done)
  }

  /**
   * Adds committed entries to the stream, if it still has the epoch. Postgres may have lost them since: the
   * process was paused, or did not reach Redis.
   */
  async #append(realm: RealmId, entries: readonly LogEntry[], epoch: number | undefined): Promise<void> {
    let outcome = await this.stream.append(realm, entries, epoch)
    if (outcome === 'cold') {
      await this.#repairer.repair(realm)
      outcome = await this.stream.append(realm, entries, epoch)
    }
    if (outcome === 'forked') this.#repairer.reportFork(realm, epoch)
    if (outcome === 'gap') this.#repairer.reportGap(realm)
    if (outcome === 'newEpoch') {
      await this.#repairer.followEpoch(realm)
      // Adds the entries if Postgres has them.
      await this.#repairer.repair(realm)
      this.#repairer.reportGap(realm)
    }
  }

  /** Waits briefly for Redis. A process also starts without it. */
  async #connected(): Promise<void> {
    if (this.redis.status === 'ready') return
    const given = AbortSignal.timeout(CONNECTS_WITHIN_MS)
    await once(this.redis, 'ready', { signal: given }).catch(() => undefined)
  }

  /** Waits for the work that follows the last commits, then closes the connections. */
  async close(): Promise<void> {
    this.#repairer.stop()
    // Other processes append from the database the entries that Redis does not accept now.
    await Promise.race([Promise.all(this.#background), sleep(ENDS_WITHIN_MS, undefined, { ref: false })])
    this.realms.close()
    this.redis.disconnect()
    await Promise.all([this.db.close(), this.replicas.close()])
  }
}
