import { isIPv6 } from 'node:net'
import { ConfigError, loadRuntimeConfig, type RuntimeConfig } from './environment.ts'

/** The configuration of a process that serves; ends the process with one line for each setting that is wrong. */
export function configOrExit(): RuntimeConfig {
  try {
    return loadRuntimeConfig()
  } catch (error) {
    return exit(error)
  }
}

/** What is made of the configuration; ends the process in the same way when that shows that it is wrong. */
export async function orExit<T>(made: Promise<T>): Promise<T> {
  return made.catch(exit)
}

function exit(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

const leave = () => process.exit(0)

/** Ends the process when its supervisor is gone, until `closeOnSignal` takes over: it may wait for long before it serves. */
export function leaveWithSupervisor(): void {
  process.once('disconnect', leave)
}

/** Where a process that listens is reached. */
export const addressOf = (host: string, port: number): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`

/** What has not ended by then is cut off. */
const STOP_DEADLINE_MS = 15_000

/**
 * Runs `close` once when the process is told to stop, by a signal or because its supervisor is gone, and
 * ends it: with code 0, or with 1 when `close` takes longer than 15 s.
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref()
    await close()
    process.exit(0)
  }
  process.off('disconnect', leave)
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop)
}
