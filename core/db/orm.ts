import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, type Options } from '@mikro-orm/postgresql'
import { Channel, Subscription } from '../channels/entities.ts'
import { Realm } from '../realm/entity.ts'
import { User } from '../users/entity.ts'
import type { DatabaseOptions } from './database.ts'
import { migrations } from './migrations/index.ts'

/** MikroORM as Loquat uses it: no discovery on disk, no cache folder, migrations from a list. */
export function ormOptions(options: DatabaseOptions): Options {
  return defineConfig({
    clientUrl: options.url,
    entities: [Realm, User, Channel, Subscription],
    extensions: [Migrator],
    forceUtcTimezone: true,
    metadataCache: { enabled: false },
    pool: { min: 0, max: options.poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      connection: {
        application_name: 'loquat',
        statement_timeout: options.statementTimeoutMs || undefined,
        // Compiling a statement takes longer than it, whatever its estimated cost says.
        options: '-c jit=off',
      },
    },
    migrations: {
      migrationsList: migrations,
      transactional: true,
      allOrNothing: true,
      silent: true,
      snapshot: false,
    },
  })
}
