import {
  type DestinationStream,
  destination,
  type LoggerOptions,
  type Logger as PinoLogger,
  pino,
} from 'pino'
import { loggedError } from './error-log.ts'
import { RepeatedLines } from './repeated-log.ts'

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
  return openLog(name, level, stream)
}

/**
 * The same lines on any stream. Errors are told without statements, values and texts (`loggedError`), and warnings and
 * errors of one kind at most once a second (`RepeatedLines`).
 */
export function openLog(name: string, level: string, stream: DestinationStream): PinoLogger {
  const base = { process: name, pid: process.pid }
  const repeated = new RepeatedLines()
  process.prependListener('exit', () => repeated.flush()) // before what is written is flushed
  const hooks = {
    logMethod(this: PinoLogger, args: unknown[], method: (...args: unknown[]) => void, severity: number) {
      repeated.hook(this, args, method, severity)
    },
  }
  return pino(
    { level, base, serializers: { err: loggedError }, hooks: hooks as LoggerOptions['hooks'] },
    stream,
  )
}
