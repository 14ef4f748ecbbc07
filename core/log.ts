import { destination, type Logger as PinoLogger, pino } from 'pino'

/** Structured log lines. Never a key, a password or message text. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

const FLUSH_MS = 200

/**
 * The log of a process on its standard output, one JSON object a line. Lines are written together, at most
 * 200 ms late, and at the end; a process that is killed loses those that waited.
 */
export function processLog(name: string, level: string): PinoLogger {
  const stream = destination({ sync: true, minLength: 4096 })
  const flush = () => {
    try {
      stream.flushSync()
    } catch {
      // Nobody reads any more.
    }
  }
  setInterval(flush, FLUSH_MS).unref()
  process.on('exit', flush)
  return pino({ level, base: { process: name, pid: process.pid } }, stream)
}
