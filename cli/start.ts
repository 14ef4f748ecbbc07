import { fileURLToPath } from 'node:url'
import { migrate } from '../core/platform/db/migrate.ts'
import { reachServers } from '../core/platform/reach-servers.ts'
import { prepareDemonstration } from './demonstration.ts'
import { rebuildOnSave } from './rebuild.ts'
import { run } from './run.ts'

const compiled = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const watching = process.argv.includes('--watch')

await run({
  gateway: `${compiled}gateway/main.js`,
  worker: `${compiled}workers/main.js`,
  async prepare(config) {
    await reachServers(config, (line) => process.stdout.write(`${line}\n`))
    await migrate(config.databaseUrl)
    return prepareDemonstration(config)
  },
  started(restart) {
    const folders = ['config', 'core', 'storage', 'gateway', 'workers']
    if (watching) rebuildOnSave(root, folders, restart)
  },
})
