import { type DestinationStream, destination, type Logger as PinoLogger, pino, stdSerializers } from 'pino'

/** Structured log lines. Never a key, a password or message text. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

const FLUSH_MS = 200

/** What Postgres and its drivers add to an error that quotes the row or the parameters of a statement. */
const QUOTES = ['detail', 'where', 'query', 'sql', 'internalQuery', 'parameters', 'bindings', 'dataType']

/** As pino tells an error, without what it quotes: a refused row is a message's text. */
function withoutContent(error: Error): object {
  const told: Record<string, unknown> = { ...stdSerializers.err(error) }
  for (const name of QUOTES) delete told[name]
  return told
}

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

/** The same lines on any stream. */
export function openLog(name: string, level: string, stream: DestinationStream): PinoLogger {
  const base = { process: name, pid: process.pid }
  return pino({ level, base, serializers: { err: withoutContent } }, stream)
}
