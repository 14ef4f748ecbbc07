import {
  type DestinationStream,
  destination,
  type LoggerOptions,
  type Logger as PinoLogger,
  pino,
} from 'pino'
import { RepeatedLines } from './repeated-log.ts'
import { serializeError } from './serialize-error.ts'
import { terminalStream } from './terminal-log.ts'

/** Writes structured log lines. No line may contain a key, a password or the text of a message. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

const FLUSH_MS = 200

/**
 * Opens the log of a process on its standard output: readable text on a terminal, otherwise one JSON object a
 * line. JSON lines are buffered for at most 200 ms and written when the process exits; a killed process loses
 * the buffered lines.
 */
export function processLog(name: string, level: string): PinoLogger {
  if (process.stdout.isTTY) {
    return openLog(
      name,
      level,
      terminalStream((text) => process.stdout.write(text)),
    )
  }
  const stream = destination({ sync: true, minLength: 4096 })
  let isFlushDue = false
  const flush = () => {
    isFlushDue = false
    try {
      stream.flushSync()
    } catch {
      // The reader of standard output has closed it.
    }
  }
  const write = (line: string) => {
    stream.write(line)
    if (isFlushDue) return
    isFlushDue = true
    setTimeout(flush, FLUSH_MS).unref()
  }
  process.on('exit', flush)
  return openLog(name, level, { write })
}

/**
 * Opens a log on any stream. The log leaves statements, values and texts out of errors (`serializeError`),
 * and writes warnings and errors of one kind at most once a second (`RepeatedLines`).
 */
export function openLog(name: string, level: string, stream: DestinationStream): PinoLogger {
  const base = { process: name, pid: process.pid }
  const repeated = new RepeatedLines()
  process.prependListener('exit', () => repeated.flush()) // before `processLog` flushes the stream
  const hooks = {
    logMethod(this: PinoLogger, args: unknown[], method: (...args: unknown[]) => void, severity: number) {
      repeated.hook(this, args, method, severity)
    },
  }
  return pino(
    { level, base, serializers: { err: serializeError }, hooks: hooks as LoggerOptions['hooks'] },
    stream,
  )
}
