import { loadRuntimeConfig } from '../../config/environment.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import { waitForServers } from '../../core/platform/processes/wait-for-servers.ts'
import { prepareDemonstration } from './demonstration.ts'
import type { Prepared } from './preparation.ts'

/** Brings the database of `npm start` up to date, as the variables of this process say. */
export async function prepareDatabase(): Promise<Prepared> {
  const config = loadRuntimeConfig()
  // Refuses a version of Node that gateways have no binary for, before any of them starts.
  await import('../../gateway/http/uwebsockets/uws.ts')
  await waitForServers(config, (line) => process.stdout.write(`${line}\n`))
  await migrate(config.databaseUrl)
  return { config, demonstration: await prepareDemonstration(config) }
}
