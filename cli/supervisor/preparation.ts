import { type ChildProcess, fork } from 'node:child_process'
import type { Config, RuntimeConfig } from '../../config/environment.ts'
import { ConfigError } from '../../config/error.ts'
import type { DemonstrationSummary } from '../../core/demonstration/seed.ts'

/** The steps before the gateways and workers start. Each method is called once, in this order. */
export interface Preparation {
  /** Reads the configuration of this process. Throws `ConfigError`. */
  readConfig(): Promise<Config>
  /** Migrates the database. `env` has the variables of the gateways and workers. Throws `ConfigError`. */
  migrate(env: NodeJS.ProcessEnv): Promise<Prepared>
}

export type Prepared = {
  /** The configuration of the gateways and workers. */
  readonly config: RuntimeConfig
  /** Undefined outside development, and when the root host belongs to another organization. */
  readonly demonstration: DemonstrationSummary | undefined
}

/** A message to `prepare.ts`. */
export type Request = { readonly call: 'readConfig' } | { readonly call: 'migrate'; env: NodeJS.ProcessEnv }

/** The answer of `prepare.ts`. */
export type Answer = { readonly result: Config | Prepared } | { readonly configError: string }

/**
 * The process ended without an answer. Unless a signal ended it, it has written the reason to standard error.
 */
export class PreparationError extends Error {}

/**
 * Prepares in another process, because the supervisor would keep the memory of the modules. The process runs
 * `script`, which is `prepare.ts`, with the variables `env`, and exits after `migrate`. The methods also
 * throw `PreparationError`.
 */
export function preparationProcess(script: string, env = process.env): Preparation {
  let child: ChildProcess | undefined
  async function ask(request: Request) {
    // A separate process group, so that Ctrl-C in the terminal reaches only the supervisor.
    child ??= fork(script, { env, detached: true, serialization: 'advanced' })
    const answer = await answerOf(child, request)
    if ('configError' in answer) throw new ConfigError(answer.configError)
    return answer.result
  }
  return {
    readConfig: async () => (await ask({ call: 'readConfig' })) as Config,
    migrate: async (env) => (await ask({ call: 'migrate', env })) as Prepared,
  }
}

function answerOf(child: ChildProcess, request: Request): Promise<Answer> {
  const failure =
    request.call === 'migrate' ? 'the database could not be prepared' : 'the configuration could not be read'
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null) =>
      reject(new PreparationError(`${failure} (${signal ?? `code ${code}`})`))
    const { exitCode, signalCode } = child
    if (exitCode !== null || signalCode !== null) return onExit(exitCode, signalCode)
    child.once('exit', onExit)
    child.once('error', reject)
    child.once('message', (message) => {
      child.off('exit', onExit)
      child.off('error', reject)
      resolve(message as Answer)
    })
    // A request that cannot be sent is for a process that ends: `exit` follows.
    child.send(request, () => undefined)
  })
}
