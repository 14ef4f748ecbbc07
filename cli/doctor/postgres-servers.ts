import pg from 'pg'
import { hostOf, parseDatabaseAddress } from '../../config/database-address.ts'
import { CONNECT_TIMEOUT_MS } from '../../core/platform/db/servers/time-limits.ts'
import { ok, type Row, reasonOf, skipped, warning, wrong } from './check.ts'

/** Settings of the doctor's connections. */
export const DOCTOR_SETTINGS = {
  application_name: 'loquat-doctor',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: CONNECT_TIMEOUT_MS,
}

/** Bytes of WAL that a standby may be behind. Under load it is behind by a part of a file of 16 MiB. */
const BEHIND_BYTES = 16 * 1024 * 1024

/** One server's report of itself. */
type Server =
  | { readonly host: string; readonly error: string }
  | {
      readonly host: string
      readonly isStandby: boolean
      readonly isReadOnly: boolean
      /** Position in the WAL that was written or, on a standby, replayed. */
      readonly position: string
      readonly synchronousNames: string
      /** Standbys that copy this server. */
      readonly copies: number
    }

/** Checks each server when DATABASE_URL names several: which is the primary, and how it is copied. */
export async function checkServers(url: string): Promise<Row[]> {
  const urls = parseDatabaseAddress(url)?.urls ?? []
  if (urls.length < 2) return []
  return judgeServers(await Promise.all(urls.map(ask)))
}

const ASK = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END::text AS position,
  current_setting('synchronous_standby_names') AS "synchronousNames",
  (SELECT count(*)::int FROM pg_stat_replication) AS copies`

async function ask(url: string): Promise<Server> {
  const client = new pg.Client({ ...DOCTOR_SETTINGS, connectionString: url })
  client.on('error', () => undefined) // the query rejects
  try {
    await client.connect()
    return { host: hostOf(url), ...(await client.query(ASK)).rows[0] }
  } catch (error) {
    return { host: hostOf(url), error: reasonOf(error) }
  } finally {
    void client.end().catch(() => undefined)
  }
}

export function judgeServers(servers: readonly Server[]): Row[] {
  const answering = servers.flatMap((server) => ('error' in server ? [] : [server]))
  const primaries = answering.filter(({ isStandby }) => !isStandby)
  const [primary] = primaries
  const rows = servers.map((server): Row => {
    const name = `Postgres ${server.host}`
    if ('error' in server) return { name, ...warning(server.error, 'start it as a standby of the primary') }
    if (!server.isStandby) {
      if (primaries.length > 1) return { name, ...wrong('one of several primaries', FENCE) }
      return {
        name,
        ...(server.isReadOnly ? wrong('the primary is read-only', WRITABLE) : ok('the primary')),
      }
    }
    if (primary === undefined) return { name, ...ok('a standby') }
    const behind = Math.max(0, bytesOf(primary.position) - bytesOf(server.position))
    const found = `a standby, ${behind} bytes of WAL behind`
    return { name, ...(behind > BEHIND_BYTES ? warning(found, LATE) : ok(found)) }
  })
  return [...rows, { name: 'Postgres replication', ...judgeReplication(primaries) }]
}

const FENCE =
  'stop the former primary, and make it a standby of the one that was promoted last (docs/postgres.md)'
const WRITABLE = 'reset default_transaction_read_only'
const LATE = 'see its log; after a failover the newest messages would be missing'

function judgeReplication(primaries: readonly Exclude<Server, { error: string }>[]) {
  const [primary] = primaries
  if (primary === undefined || primaries.length > 1) return skipped('there is not one primary')
  if (primary.copies === 0) {
    return warning('nothing copies the primary', 'start a standby of it (docs/postgres.md)')
  }
  if (primary.synchronousNames === '') {
    const advice = 'set synchronous_standby_names on the primary (docs/postgres.md)'
    return warning('asynchronous: a failover loses the last acknowledged messages', advice)
  }
  return ok(`synchronous: ${primary.synchronousNames}`)
}

/** A position such as `1/4A000028` in bytes. */
function bytesOf(position: string): number {
  const [high = '', low = ''] = position.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}
