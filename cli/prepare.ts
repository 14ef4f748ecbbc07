import { loadRuntimeConfig } from '../config/environment.ts'
import { ConfigError } from '../config/error.ts'
import { exitWithSupervisor } from '../config/process.ts'
import { migrate } from '../core/platform/db/migrate.ts'
import { waitForServers } from '../core/platform/wait-for-servers.ts'
import { prepareDemonstration } from './demonstration.ts'
import type { Preparation } from './preparation.ts'

/**
 * Brings the database of `npm start` up to date and exits. It is a separate process, because the supervisor would keep
 * the memory of the modules it needs.
 */
exitWithSupervisor()
const outcome = await prepare().catch((error): Preparation => {
  if (error instanceof ConfigError) return { configError: error.message }
  throw error
})
process.send?.(outcome, () => process.exit(0))

async function prepare(): Promise<Preparation> {
  const config = loadRuntimeConfig()
  // Refuses a version of Node that gateways have no binary for, before any of them starts.
  await import('../gateway/http/uws.ts')
  await waitForServers(config, (line) => process.stdout.write(`${line}\n`))
  await migrate(config.databaseUrl)
  return { demonstration: await prepareDemonstration(config) }
}
