import { UnderscoreNamingStrategy } from '@mikro-orm/core'
import { defineConfig, MikroORM, type Options } from '@mikro-orm/postgresql'
import { parseDatabaseAddress } from '../../../config/database-address.ts'
import type { DatabaseOptions } from './database.ts'
import type { DatabaseServers } from './servers/database-servers.ts'
import {
  ACQUIRE_TIMEOUT_MS,
  ANSWER_GRACE_MS,
  CONNECT_TIMEOUT_MS,
  MAX_IDLE_IN_TRANSACTION_MS,
  MAX_LOCK_WAIT_MS,
  SESSION_OPTIONS,
} from './servers/time-limits.ts'

/**
 * Opens MikroORM. `servers` opens the connections of its pool. `more`: options in addition to `ormOptions`.
 */
export async function openOrm(
  options: DatabaseOptions,
  servers: DatabaseServers,
  more: Partial<Options> = {},
): Promise<MikroORM> {
  const orm = await MikroORM.init({ ...ormOptions(options), ...more, connect: false })
  const { client } = orm.em.getConnection().getKnex()
  client.acquireRawConnection = async () => {
    const connection = await servers.connect(client.connectionSettings)
    client.version ??= await client.checkVersion(connection)
    await client.setSchemaSearchPath(connection)
    return connection
  }
  // Opens the first connection; without a server the pool opens it later.
  if (!options.isReplica) await orm.isConnected()
  return orm
}

export function ormOptions(options: DatabaseOptions): Options {
  return defineConfig({
    clientUrl: parseDatabaseAddress(options.url)?.urls[0],
    entities: [...(options.entities ?? [])],
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    namingStrategy: PostgresNames,
    metadataCache: { enabled: false },
    pool: {
      min: 0,
      max: options.poolSize,
      idleTimeoutMillis: 30_000,
      reapIntervalMillis: 5_000,
      acquireTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    },
    driverOptions: { connection: sessionOf(options), log: poolLog(options.onWarning) },
  })
}

/** Replaces knex's logger, which prints to standard output. */
function poolLog(report: (message: string) => void = () => undefined) {
  return { warn: report, error: report, deprecate: report, debug: () => undefined }
}

const SUFFIXES = {
  primary: 'pkey',
  unique: 'key',
  foreign: 'fkey',
  check: 'check',
  sequence: 'seq',
  index: 'idx',
}

/** Names constraints as Postgres does by default. The column of a reference `userId` is `user_id`. */
class PostgresNames extends UnderscoreNamingStrategy {
  override joinKeyColumnName(property: string): string {
    return this.propertyToColumnName(property)
  }

  override indexName(table: string, columns: string[], type: keyof typeof SUFFIXES): string {
    return [table, ...(type === 'primary' ? [] : columns), SUFFIXES[type]].join('_')
  }
}

/** Returns the driver's options of a connection, with its time limits. */
export function sessionOf({
  statementTimeoutMs,
  maxIdleInTransactionMs,
  maxLockWaitMs,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
  isReplica = false,
}: Omit<DatabaseOptions, 'url' | 'poolSize'>) {
  return {
    application_name: 'loquat',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    pipeline: true,
    keepAliveInitialDelayMillis: ANSWER_GRACE_MS,
    statement_timeout: statementTimeoutMs || undefined,
    query_timeout: statementTimeoutMs ? statementTimeoutMs + ANSWER_GRACE_MS : undefined,
    lock_timeout: maxLockWaitMs ?? MAX_LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: maxIdleInTransactionMs ?? MAX_IDLE_IN_TRANSACTION_MS,
    options: isReplica ? `${SESSION_OPTIONS} -c default_transaction_read_only=on` : SESSION_OPTIONS,
  }
}
