import { Command } from 'commander'
import { ConfigError, loadConfig } from '../../config/environment.ts'
import { explained, print } from '../operator/operator.ts'

export const migrate = new Command('migrate')
  .description('bring the database up to date; gateways and workers do so too when they start')
  .action(async () => {
    const { databaseUrl } = loadConfig()
    if (databaseUrl === undefined)
      throw new ConfigError('Set DATABASE_URL to the database to bring up to date')
    try {
      const { migrate: migrateDatabase } = await import('../../core/platform/db/migrate.ts')
      const done = await migrateDatabase(databaseUrl)
      print(done.length === 0 ? 'The database is up to date' : `Migrated: ${done.join(', ')}`)
    } catch (error) {
      throw (await explained(error)) ?? error
    }
  })
