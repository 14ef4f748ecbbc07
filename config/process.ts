import { ConfigError, loadConfig, type RuntimeConfig, requireRuntime } from './environment.ts'

/** The configuration of a process that serves; ends the process with one line when it is wrong. */
export function configOrExit(): RuntimeConfig {
  try {
    return requireRuntime(loadConfig())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
