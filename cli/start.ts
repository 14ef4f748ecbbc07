import { fileURLToPath } from 'node:url'
import { migrate } from '../core/platform/db/migrate.ts'
import { waitForServers } from '../core/platform/wait-for-servers.ts'
import { prepareDemonstration } from './demonstration.ts'
import { rebuildOnSave } from './rebuild.ts'
import { run } from './run.ts'

const dist = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const isWatching = process.argv.includes('--watch')

await run({
  gateway: `${dist}gateway/main.js`,
  worker: `${dist}workers/main.js`,
  async prepare(config) {
    await waitForServers(config, (line) => process.stdout.write(`${line}\n`))
    await migrate(config.databaseUrl)
    return prepareDemonstration(config)
  },
  started(restart) {
    const folders = ['config', 'core', 'storage', 'gateway', 'workers']
    if (isWatching) rebuildOnSave(root, folders, restart)
  },
})
