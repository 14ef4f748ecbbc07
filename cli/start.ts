import { fileURLToPath } from 'node:url'
import { preparationProcess } from './supervisor/preparation.ts'
import { rebuildOnSave } from './supervisor/rebuild.ts'
import { run } from './supervisor/run.ts'

const dist = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const isWatching = process.argv.includes('--watch')

await run({
  gateway: `${dist}gateway/main.js`,
  worker: `${dist}workers/main.js`,
  preparation: preparationProcess(`${dist}cli/prepare.js`),
  started(restart) {
    const folders = ['config', 'core', 'storage', 'gateway', 'workers']
    if (isWatching) rebuildOnSave(root, folders, restart)
  },
})
