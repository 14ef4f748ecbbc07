import { loadConfig } from '../config/environment.ts'
import { ConfigError } from '../config/error.ts'
import { exitWithSupervisor } from '../config/process.ts'
import type { Answer, Request } from './supervisor/preparation.ts'

/** Answers the two requests of `preparation.ts`, and exits after the second. */
exitWithSupervisor()
process.on('message', async (request: Request) => {
  const answer = await answerTo(request).catch((error): Answer => {
    if (error instanceof ConfigError) return { configError: error.message }
    throw error
  })
  const isLast = request.call === 'migrate' || 'configError' in answer
  process.send?.(answer, () => isLast && process.exit(0))
})

async function answerTo(request: Request): Promise<Answer> {
  if (request.call === 'readConfig') return { result: loadConfig() }
  // process.env would take undefined for the text "undefined".
  for (const [name, value] of Object.entries(request.env)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  const { prepareDatabase } = await import('./supervisor/prepare-database.ts')
  return { result: await prepareDatabase() }
}
