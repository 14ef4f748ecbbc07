import { fileURLToPath } from 'node:url'
import { preparationProcess } from './supervisor/preparation.ts'
import { run } from './supervisor/run.ts'

const dist = fileURLToPath(new URL('..', import.meta.url))

await run({
  gateway: `${dist}gateway/main.js`,
  worker: `${dist}workers/main.js`,
  preparation: preparationProcess(`${dist}cli/prepare.js`),
  started(restart) {
    // `npm run dev` sends a message after each change, and ends with this process.
    let restarts = Promise.resolve()
    process.on('message', () => {
      restarts = restarts.then(restart)
    })
    process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  },
})
