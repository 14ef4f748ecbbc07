import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { hostOf, parseDatabaseAddress } from '../../../../config/database-address.ts'
import { cut, failUnreplicated, onRefusedWrite, READ_ONLY, retire } from './connection.ts'
import { databaseFailureOf } from './failures.ts'
import { LostAnswers } from './lost-answers.ts'
import { SilentStatements } from './silent-statements.ts'
import { CONNECT_TIMEOUT_MS } from './time-limits.ts'

/** Time in which other servers may still answer after the first that accepts writes. */
const OTHERS_ANSWER_MS = 500
/**
 * Least time between two searches that find no server; a quarter more or less, so that processes do not
 * search together.
 */
const SEARCH_EVERY_MS = 250
/**
 * Time between two looks at the other servers, for one that was promoted while the former primary still
 * answers: the shorter one while a statement waits for a server that sends nothing, as a frozen one does.
 */
const LOOK_EVERY_MS = 2_000
const LOOK_IN_SILENCE_EVERY_MS = 500

/** The SQLSTATE of a connection that the server has no place for. */
const TOO_MANY_CONNECTIONS = '53300'

/**
 * No server of DATABASE_URL accepts writes. The code makes it a server that is away, as a standby alone would
 * be.
 */
export class NoPrimary extends Error {
  readonly code = READ_ONLY
}

export interface DatabaseServersOptions {
  /** The value of DATABASE_URL. */
  readonly url: string
  /** Receives news for operators, such as a change of the primary. */
  readonly onWarning?: (message: string) => void
  /**
   * Runs on connections to a primary of a timeline that is new to this process, before their first use.
   * `isRival`: this process has used another server with the same timeline.
   */
  readonly prepare?: (client: pg.Client, timeline: number, isRival: boolean) => Promise<void>
}

/** A server that accepts writes, and the timeline of its WAL, which each promotion increments. */
interface Primary {
  readonly url: string
  readonly timeline: number
}

/**
 * The servers of DATABASE_URL. With several, each connection goes to the one that accepts writes. When that
 * server fails or refuses a write, one search per process finds its successor, and connections to the former
 * server are closed.
 *
 * Of several servers that accept writes, the one with the newest timeline is the primary: it was promoted
 * last. A server with an older timeline than this process has used is never used again, because the promoted
 * server does not have its writes.
 */
export class DatabaseServers {
  readonly #options: DatabaseServersOptions
  readonly #urls: readonly [string, ...string[]]
  readonly #needsPrimary: boolean
  readonly #clients = new Map<pg.Client, string>()
  readonly #lostAnswers = new LostAnswers(this.#clients)
  #primary: Primary | undefined
  #newestTimeline = 0
  #prepared: Primary | undefined
  #searching: Promise<Primary> | undefined
  #failure: { readonly error: unknown; readonly until: number } | undefined
  #isLooking = false
  #timer: NodeJS.Timeout | undefined
  /** Called when an open connection has failed. */
  whenLost: (() => void) | undefined
  /** Called when a server has refused a connection because it has too many. */
  whenFull: ((error: Error) => void) | undefined

  constructor(options: DatabaseServersOptions) {
    const address = parseDatabaseAddress(options.url)
    if (address === undefined) throw new Error('DATABASE_URL is malformed')
    this.#options = options
    this.#urls = address.urls
    this.#needsPrimary = address.needsPrimary
  }

  /**
   * Opens a connection. With several servers, to the one that accepts writes; else rejects with `NoPrimary`.
   */
  async connect(settings: pg.ClientConfig): Promise<pg.Client> {
    if (!this.#needsPrimary) return this.#open(this.#urls[0], settings)
    const known = this.#primary
    if (known !== undefined) {
      try {
        return await this.#openPrimary(known.url, settings)
      } catch (error) {
        if (!mayHaveMoved(error)) throw error
      }
    }
    const { url } = await this.#search()
    return this.#openPrimary(url, settings)
  }

  /** Watches for answers that the network has lost, as long as connections are in use. */
  watchAnswers(areInUse: () => boolean): void {
    this.#lostAnswers.watch(areInUse)
  }

  /** With several servers, watches for one that is promoted while the former primary still answers. */
  watch(): void {
    if (this.#urls.length === 1) return
    const silent = new SilentStatements()
    let sinceLook = 0
    this.#timer = setInterval(() => {
      sinceLook += LOOK_IN_SILENCE_EVERY_MS
      if (!silent.look(this.#clients.keys()) && sinceLook < LOOK_EVERY_MS) return
      sinceLook = 0
      void this.#look()
    }, LOOK_IN_SILENCE_EVERY_MS)
    this.#timer.unref()
  }

  close(): void {
    this.#lostAnswers.close()
    clearInterval(this.#timer)
  }

  async #openPrimary(url: string, settings: pg.ClientConfig): Promise<pg.Client> {
    const client = await this.#open(url, settings)
    try {
      const timeline = await this.#timelineOf(client, url)
      const { prepare } = this.#options
      const isOther = this.#prepared !== undefined && this.#prepared.url !== url
      const isKnown = this.#prepared?.timeline === timeline
      if (!isKnown || isOther) await prepare?.(client, timeline, isKnown && isOther)
      this.#prepared = { url, timeline }
      this.#refuseFormer(url, timeline)
      this.#use({ url, timeline })
      return client
    } catch (error) {
      cut(client, error as Error)
      throw error
    }
  }

  async #open(url: string, settings: pg.ClientConfig): Promise<pg.Client> {
    const client = new pg.Client({ ...settings, connectionString: url })
    client.on('error', (error) => {
      retire(client, error)
      this.whenLost?.()
    })
    client.on('end', () => {
      retire(client, new Error('Connection terminated'))
      this.#clients.delete(client)
    })
    onRefusedWrite(client, () => this.#leave(url))
    failUnreplicated(client)
    this.#clients.set(client, url)
    try {
      await client.connect()
      return client
    } catch (error) {
      this.#clients.delete(client)
      cut(client, error as Error)
      if (codeOf(error) === TOO_MANY_CONNECTIONS) this.whenFull?.(error as Error)
      throw error
    }
  }

  /**
   * Throws `NoPrimary` when the server does not accept writes, or lacks writes that this process may have
   * made.
   */
  async #timelineOf(client: pg.Client, url: string): Promise<number> {
    const { rows } = await client.query<{ isReadOnly: boolean; timeline: number | null }>(ROLE)
    const { isReadOnly, timeline } = rows[0]!
    if (timeline === null) throw new NoPrimary(`${hostOf(url)} is a standby`)
    if (isReadOnly) throw new NoPrimary(`${hostOf(url)} is read-only`)
    this.#refuseFormer(url, timeline)
    return timeline
  }

  #refuseFormer(url: string, timeline: number): void {
    const newest = this.#newestTimeline
    if (timeline >= newest) return
    throw new NoPrimary(
      `${hostOf(url)} is a former primary (timeline ${timeline}, after ${newest} was in use): stop it; if it is a restored backup, restart Loquat`,
    )
  }

  /** Remembers the primary and closes connections to other servers. */
  #use(primary: Primary): void {
    const former = this.#primary
    this.#primary = primary
    this.#newestTimeline = Math.max(this.#newestTimeline, primary.timeline)
    if (former?.url === primary.url) return
    if (former !== undefined) this.#warn(`the primary is now ${hostOf(primary.url)}`)
    for (const [client, url] of this.#clients) {
      if (url !== primary.url) cut(client, new Error('Connection terminated: the server is not the primary'))
    }
  }

  /**
   * Closes connections to a server that refused a write after their present use, so that the next ones search
   * the primary.
   */
  #leave(url: string): void {
    if (this.#primary?.url === url) this.#primary = undefined
    const reason = new Error(`Connection terminated: ${hostOf(url)} accepts no writes`)
    for (const [client, its] of this.#clients) if (its === url) retire(client, reason)
  }

  /** Finds the primary. Connections that are opened at the same time share one search. */
  #search(): Promise<Primary> {
    const failure = this.#failure
    if (failure !== undefined && performance.now() < failure.until) return Promise.reject(failure.error)
    this.#searching ??= this.#findPrimary(this.#urls)
      .catch((error) => {
        const pause = SEARCH_EVERY_MS * (0.75 + Math.random() / 2)
        this.#failure = { error, until: performance.now() + pause }
        throw error
      })
      .finally(() => {
        this.#searching = undefined
      })
    return this.#searching
  }

  /**
   * Asks servers at once. Throws `NoPrimary` when none accepts writes, and the error of the account when all
   * refuse it.
   */
  async #findPrimary(urls: readonly string[]): Promise<Primary> {
    const found: Primary[] = []
    const errors: unknown[] = []
    const asked = urls.map((url) =>
      this.#ask(url).then(
        (primary) => void found.push(primary),
        (error) => void errors.push(error),
      ),
    )
    const all = Promise.all(asked)
    const first = Promise.any(asked.map((each) => each.then(() => found.length > 0 || Promise.reject())))
    await first.then(() => Promise.race([all, sleep(OTHERS_ANSWER_MS)])).catch(() => all)
    const [newest] = found.sort((a, b) => b.timeline - a.timeline)
    if (newest !== undefined) return newest
    const reasons = errors.map((error) => (error instanceof Error ? error.message || codeOf(error) : error))
    if (errors.every((error) => databaseFailureOf(error) === undefined)) throw errors[0]
    throw new NoPrimary(`no server of DATABASE_URL accepts writes: ${reasons.join('; ')}`)
  }

  async #ask(url: string): Promise<Primary> {
    const settings = { application_name: 'loquat-search', connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
    const client = new pg.Client({ ...settings, query_timeout: CONNECT_TIMEOUT_MS, connectionString: url })
    client.on('error', () => undefined) // the query rejects
    try {
      await client.connect()
      const timeline = await this.#timelineOf(client, url)
      void client.end().catch(() => undefined)
      return { url, timeline }
    } catch (error) {
      cut(client, error as Error)
      throw error
    }
  }

  /** Asks the other servers whether one was promoted, and moves there. */
  async #look(): Promise<void> {
    const { timeline, url } = this.#primary ?? {}
    if (timeline === undefined || this.#isLooking) return
    this.#isLooking = true
    try {
      const other = await this.#findPrimary(this.#urls.filter((each) => each !== url))
      if (other.timeline <= timeline || this.#primary?.url !== url) return
      this.#warn(
        `${hostOf(url!)} still answers, but ${hostOf(other.url)} was promoted: stop the former primary`,
      )
      this.#use(other)
    } catch {
      // Usually the others are standbys.
    } finally {
      this.#isLooking = false
    }
  }

  #warn(message: string): void {
    this.#options.onWarning?.(message)
  }
}

/** Opens one connection to the server of DATABASE_URL that accepts writes. */
export const connectOnce = (url: string, settings: pg.ClientConfig = {}): Promise<pg.Client> =>
  new DatabaseServers({ url }).connect({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...settings })

/** A standby has no WAL of its own. The name of a WAL file begins with its timeline in hexadecimal digits. */
const ROLE = `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  CASE WHEN pg_is_in_recovery() THEN NULL
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`

/**
 * Whether another server may be the primary now. Too many connections and a wrong password say nothing of
 * that.
 */
const mayHaveMoved = (error: unknown): boolean =>
  databaseFailureOf(error) === 'away' && codeOf(error) !== TOO_MANY_CONNECTIONS

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
