import { isIPv6 } from 'node:net'
import { ConfigError, loadRuntimeConfig, type RuntimeConfig } from './environment.ts'

/**
 * Loads the configuration of a gateway or worker. Exits with one line on standard error for each wrong
 * setting.
 */
export function loadConfigOrExit(): RuntimeConfig {
  try {
    return loadRuntimeConfig()
  } catch (error) {
    return exit(error)
  }
}

/** Awaits a result. Exits in the same way when it rejects with a `ConfigError`. */
export async function exitOnConfigError<T>(result: Promise<T>): Promise<T> {
  return result.catch(exit)
}

function exit(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const exitNow = () => process.exit(0)

/**
 * Exits when the supervisor ends, until `closeOnSignal` takes over. A process may wait long before it serves.
 */
export function exitWithSupervisor(): void {
  process.once('disconnect', exitNow)
}

/** The URL of a process that listens on `host` and `port`. */
export const addressOf = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`

const STOP_DEADLINE_MS = 15_000

/**
 * Runs `close` once on SIGTERM, on SIGINT or when the supervisor ends, and exits: with code 0, or with 1 when
 * `close` takes longer than 15 s and the seconds that it waits on purpose.
 */
export function closeOnSignal(close: () => Promise<void>, waitSeconds = 0): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS + waitSeconds * 1000).unref()
    await close()
    process.exit(0)
  }
  process.off('disconnect', exitNow)
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop)
}
