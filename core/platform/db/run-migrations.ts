import type { Constructor } from '@mikro-orm/core'
import { type Migration, Migrator } from '@mikro-orm/migrations'
import type { DatabaseOptions } from './database.ts'
import { migrations } from './migrations/index.ts'
import { openOrm } from './orm.ts'
import { DatabaseServers } from './servers/database-servers.ts'

/**
 * Runs all pending migrations, or those up to `last`, in one transaction, and resolves to their names. The
 * caller holds the lock of migrations. Loading this module takes a fifth of a second: import it when there is
 * something to migrate.
 */
export async function runMigrations(options: DatabaseOptions, last?: string): Promise<string[]> {
  const migrationsList = await Promise.all(
    migrations.map(async ({ name, load }) => ({ name, class: (await load()) as Constructor<Migration> })),
  )
  const servers = new DatabaseServers({ url: options.url })
  const orm = await openOrm(options, servers, {
    extensions: [Migrator],
    migrations: { migrationsList, transactional: true, allOrNothing: true, silent: true, snapshot: false },
  })
  try {
    const done = await orm.getMigrator().up(last === undefined ? undefined : { to: last })
    return done.map((migration) => migration.name)
  } finally {
    await orm.close(true)
  }
}
