import { pino } from 'pino'
import { openCore } from '../../core/open-core.ts'
import type { Core } from '../../core/state/core.ts'
import { testServers } from './ask.ts'
import { administer } from './template.ts'
import type { World } from './world.ts'

const PASSWORD = 'of-the-role'

/**
 * Opens a core on the world's database as a new user `role` of Postgres. It may read and write all rows, and
 * owns nothing. The caller closes the core, and then calls `dropRole`.
 */
export async function openRestrictedCore(world: World, role: string): Promise<Core> {
  await world.sql(`CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`)
  for (const objects of ['TABLES', 'SEQUENCES', 'FUNCTIONS'])
    await world.sql(`GRANT ALL ON ALL ${objects} IN SCHEMA public TO ${role}`)
  const url = new URL(world.config.databaseUrl)
  Object.assign(url, { username: role, password: PASSWORD })
  const sink = { handOver: async () => undefined }
  return openCore({ ...world.config, databaseUrl: url.href }, pino({ level: 'silent' }), sink)
}

/** Deletes a user of Postgres and its rights. */
export async function dropRole(world: World, role: string): Promise<void> {
  await administer(world.config.databaseUrl, `DROP OWNED BY ${role}`)
  await administer((await testServers()).postgresUrl, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
}
