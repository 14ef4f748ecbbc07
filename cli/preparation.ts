import { fork } from 'node:child_process'
import { ConfigError } from '../config/error.ts'
import type { DemonstrationSummary } from '../core/demonstration/seed.ts'

/** The message that `prepare.ts` sends to the supervisor. */
export type Preparation =
  | { readonly demonstration: DemonstrationSummary | undefined }
  | { readonly configError: string }

/**
 * Runs `script`, which is `prepare.ts`, with the variables of the gateways and workers. Throws its `ConfigError`, and an
 * error when it ends without an outcome; it has then written the reason to standard error.
 */
export async function runPreparation(
  script: string,
  env: NodeJS.ProcessEnv,
): Promise<DemonstrationSummary | undefined> {
  // A separate process group, so that Ctrl-C in the terminal reaches only the supervisor.
  const child = fork(script, { env, detached: true })
  const outcome = await new Promise<Preparation>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Preparation))
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`the database could not be prepared (${signal ?? `code ${code}`})`)),
    )
  })
  if ('configError' in outcome) throw new ConfigError(outcome.configError)
  return outcome.demonstration
}
