import type { Answer } from './run-services.ts'
import { startServers } from './servers.ts'

/**
 * Runs the servers of a test run in a process of its own, which stops them when the run ends, also when it is
 * killed. Sends `{ value }`, their addresses as JSON, or `{ error }`.
 */
const starting = startServers()
process.once('disconnect', async () => {
  const servers = await starting.catch(() => undefined)
  await servers?.stop()
  process.exit()
})
const answer: Answer = await starting.then(
  ({ postgresUrl, redisUrl, organization }) => ({
    value: JSON.stringify({ postgresUrl, redisUrl, organization }),
  }),
  (error: Error) => ({ error: error.stack ?? error.message }),
)
if (process.connected) process.send!(answer)
