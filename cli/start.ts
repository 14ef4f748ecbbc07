import { fileURLToPath } from 'node:url'
import { runPreparation } from './preparation.ts'
import { rebuildOnSave } from './rebuild.ts'
import { run } from './run.ts'

const dist = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const isWatching = process.argv.includes('--watch')

await run({
  gateway: `${dist}gateway/main.js`,
  worker: `${dist}workers/main.js`,
  prepare: (env) => runPreparation(`${dist}cli/prepare.js`, env),
  started(restart) {
    const folders = ['config', 'core', 'storage', 'gateway', 'workers']
    if (isWatching) rebuildOnSave(root, folders, restart)
  },
})
