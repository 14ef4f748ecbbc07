import type pg from 'pg'
import type { Config } from '../../config/environment.ts'
import {
  knowsLetterCase,
  LETTER_CASE_ADVICE,
  LETTER_CASE_FOUND,
  unusedCtype,
} from '../../core/platform/db/letter-case.ts'
import { BEFORE_FIRST_RELEASE, executedMigrations } from '../../core/platform/db/migrate.ts'
import { migrations } from '../../core/platform/db/migrations/index.ts'
import { findPooler, POOLER_ADVICE } from '../../core/platform/db/pooler.ts'
import { READ_ONLY } from '../../core/platform/db/servers/connection.ts'
import { connectOnce } from '../../core/platform/db/servers/database-servers.ts'
import {
  type Check,
  type Finding,
  notChecked,
  ok,
  type Row,
  reasonOf,
  runCheck,
  runInOrder,
  skipped,
  warning,
  wrong,
} from './check.ts'
import { compareClocks, measureClock } from './clock.ts'
import { checkRights } from './postgres-rights.ts'
import { checkServers, DOCTOR_SETTINGS } from './postgres-servers.ts'

const OLDEST_VERSION = 140_000

/** Connections that migrations and the command line need beside the pools. */
const SPARE_CONNECTIONS = 5

type DatabaseConfig = Pick<Config, 'databasePoolSize' | 'gateways' | 'workers' | 'isProduction'>

/** Checks the database. `processes`: gateways and workers that run now; 0 when it is not known. */
export async function checkPostgres(url: string, config: DatabaseConfig, processes: number): Promise<Row[]> {
  let client: pg.Client | undefined
  try {
    const connected = await runCheck({
      name: 'Postgres',
      run: async () => {
        try {
          client = await connectOnce(url, DOCTOR_SETTINGS)
        } catch (error) {
          return wrong(reasonOf(error), adviceFor((error as { code?: string }).code))
        }
        return checkVersion(client)
      },
      advice: 'start Postgres and let this machine reach it, or correct DATABASE_URL',
    })
    const servers = await checkServers(url)
    const others = checks(client as pg.Client, url, config, processes)
    const isUsable = client !== undefined && connected.status !== 'wrong'
    return [
      connected,
      ...servers,
      ...(isUsable ? await runInOrder(others) : notChecked(others, connected.name)),
    ]
  } finally {
    void client?.end().catch(() => undefined)
  }
}

async function checkVersion(client: pg.Client): Promise<Finding> {
  const version = await showNumber(client, 'server_version_num')
  const name = await show(client, 'server_version')
  if (version < OLDEST_VERSION) return wrong(`version ${name}`, 'use Postgres 14 or newer')
  return ok(`version ${name}`)
}

function adviceFor(code: string | undefined): string {
  switch (code) {
    case '28P01':
    case '28000':
      return 'correct the user or password in DATABASE_URL, or pg_hba.conf'
    case '3D000':
      return 'create the database: createdb --encoding=UTF8 --template=template0 <name>'
    case READ_ONLY:
      return 'promote a standby, or correct the hosts of DATABASE_URL'
    case '53300':
      return 'raise max_connections of Postgres, or lower DATABASE_POOL_SIZE'
    default:
      return 'start Postgres and let this machine reach it, or correct DATABASE_URL'
  }
}

const checks = (client: pg.Client, url: string, config: DatabaseConfig, processes: number): Check[] => [
  {
    name: 'Postgres encoding',
    advice: 'see the log of Postgres',
    run: async () => {
      const encoding = await show(client, 'server_encoding')
      if (encoding === 'UTF8') return ok(encoding)
      const advice = 'move to a database that was made with --encoding=UTF8 --template=template0'
      return wrong(`${encoding} cannot store every message`, advice)
    },
  },
  {
    name: 'Postgres locale',
    advice: 'see the log of Postgres',
    run: async () => {
      if (!(await knowsLetterCase(client))) return warning(LETTER_CASE_FOUND, LETTER_CASE_ADVICE)
      return ok((await unusedCtype(client)) ?? 'knows the case of letters beyond ASCII')
    },
  },
  {
    name: 'Postgres pooler',
    advice: 'see the log of Postgres or of the pooler',
    run: async () => {
      const pooler = await findPooler(url, 'loquat-doctor')
      return pooler === undefined
        ? ok('each connection is a session of its own')
        : wrong(pooler, POOLER_ADVICE)
    },
  },
  { name: 'Postgres rights', advice: 'see the log of Postgres', run: () => checkRights(client) },
  { name: 'Migrations', advice: 'see the log of Postgres', run: () => checkMigrations(client) },
  { name: 'Words of searches', advice: 'see the log of Postgres', run: () => checkWords(client) },
  { name: 'Outbox of jobs', advice: 'see the log of Postgres', run: () => checkOutbox(client) },
  {
    name: 'Postgres connections',
    advice: 'see the log of Postgres',
    run: () => checkConnections(client, config, processes),
  },
  {
    name: 'Postgres durability',
    advice: 'see the log of Postgres',
    run: () => checkDurability(client, config.isProduction),
  },
  {
    name: 'Backups',
    advice: 'see the log of Postgres',
    run: () => (config.isProduction ? checkArchive(client) : skipped('not a production server')),
  },
  {
    name: 'Postgres clock',
    advice: 'see the log of Postgres',
    run: async () => {
      const clock = await measureClock(async () => {
        const { rows } = await client.query(
          'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
        )
        return rows[0].now
      })
      return compareClocks('Postgres', clock)
    },
  },
]

/** Most messages that are counted. */
const MAX_COUNTED = 1_000_000

/** The job `list-words` lists the words of messages of a former version. */
async function checkWords(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('message_without_words') IS NOT NULL AS exists`,
  )
  if (!rows[0]!.exists) return skipped('the schema is older')
  const counted = await client.query<{ left: number }>(
    `SELECT count(*)::int AS left FROM (SELECT FROM message WHERE words IS NULL LIMIT ${MAX_COUNTED}) m`,
  )
  const { left } = counted.rows[0]!
  if (left === 0) return ok('of all messages')
  const number = left === MAX_COUNTED ? `at least ${left}` : String(left)
  return ok(`of all messages but ${number}, which a worker lists; they are found by their former words`)
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const applied = [...(await executedMigrations(client))]
  if (applied.length === 0) {
    return warning('the database is empty', 'start a gateway or worker: it makes the tables')
  }
  if (applied.some((name) => BEFORE_FIRST_RELEASE.test(name))) {
    return wrong(
      'from before the first release',
      'use a new database and import archives of the organizations',
    )
  }
  const known = migrations.map(({ name }) => name)
  const newer = applied.filter((name) => !known.includes(name))
  const outstanding = known.filter((name) => !applied.includes(name))
  if (newer.length > 0) {
    const advice =
      'run a build that has them; the former build works only as docs/deploy.md says under "Go back"'
    return warning(`${newer.length} of a newer build: ${newer.at(-1)}`, advice)
  }
  if (outstanding.length > 0) {
    return warning(`${outstanding.length} outstanding`, 'the next gateway or worker that starts applies them')
  }
  return ok(`all ${applied.length} applied`)
}

/** Seconds after which a job that is due should long be in its queue. */
const LATE_SECONDS = 60

async function checkOutbox(client: pg.Client): Promise<Finding> {
  const { rows: found } = await client.query("SELECT to_regclass('job_outbox') IS NOT NULL AS exists")
  if (!found[0].exists) return skipped('the database is empty')
  const { rows } = await client.query(
    `SELECT count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed,
       coalesce(extract(epoch FROM clock_timestamp() - min(due_at) FILTER (WHERE failed_at IS NULL)), 0)::float8 AS age
     FROM (SELECT failed_at, due_at FROM job_outbox LIMIT 100000) AS jobs`,
  )
  const { failed, age } = rows[0]
  if (age > LATE_SECONDS) {
    return warning(
      `a job is ${Math.round(age)} s late`,
      'start a worker; docs/operations.md, "The outbox is late"',
    )
  }
  return failed === 0
    ? ok('no job is late')
    : warning(`${failed} jobs failed for good`, 'see their reasons on /ops')
}

async function checkConnections(
  client: pg.Client,
  { databasePoolSize, gateways, workers }: DatabaseConfig,
  running: number,
): Promise<Finding> {
  const max = await showNumber(client, 'max_connections')
  const reserved = await showNumber(client, 'superuser_reserved_connections')
  const { rows } = await client.query(
    `SELECT count(*)::int AS others FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND application_name NOT LIKE 'loquat%'`,
  )
  const processes = Math.max(running, gateways + workers)
  const needed = processes * databasePoolSize
  const free = max - reserved - rows[0].others - SPARE_CONNECTIONS
  const found = `${processes} processes x DATABASE_POOL_SIZE ${databasePoolSize} = ${needed} of ${max}`
  if (needed <= free) return ok(found)
  const advice = `raise max_connections of Postgres to ${max + needed - free}, or lower DATABASE_POOL_SIZE`
  return warning(`${found}, and ${rows[0].others} are in use by others`, advice)
}

async function checkDurability(client: pg.Client, isProduction: boolean): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'",
  )
  const off = rows.map(({ name }) => name)
  if (off.length === 0) return ok('acknowledged messages survive a crash')
  return (isProduction ? wrong : warning)(
    `${off.join(' and ')} off: a crash loses acknowledged messages`,
    `set ${off.join(' and ')} to on`,
  )
}

async function checkArchive(client: pg.Client): Promise<Finding> {
  const advice = 'archive the WAL as docs/deploy.md says under "Back up", or run pg_dump each day'
  if ((await show(client, 'archive_mode')) === 'off') {
    return warning('the WAL is not archived: no restore to a point in time', advice)
  }
  const { rows } = await client.query(
    `SELECT last_archived_wal AS wal, last_failed_wal AS failed,
       coalesce(last_failed_time > last_archived_time, last_failed_time IS NOT NULL) AS "isFailing"
     FROM pg_stat_archiver`,
  )
  const { wal, failed, isFailing } = rows[0]
  if (isFailing)
    return wrong(`archiving of ${failed} failed`, 'read the log of Postgres and correct archive_command')
  return wal === null
    ? warning(
        'the WAL is archived, but nothing was yet',
        'run SELECT pg_switch_wal() and look into the archive',
      )
    : ok(`the WAL is archived, last ${wal}`)
}

async function show(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query('SELECT current_setting($1) AS value', [name])
  return rows[0].value
}

const showNumber = async (client: pg.Client, name: string): Promise<number> =>
  Number(await show(client, name))
