import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from 'pino'
import type { OutageOf } from './outage.ts'
import { type Output, standardOutput } from './output.ts'
import { RepeatedLines } from './repeated-log.ts'
import { serializeError } from './serialize-error.ts'
import { terminalStream, terminalText } from './terminal-log.ts'

/** Writes structured log lines. No line may contain a key, a password or the text of a message. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>

const FLUSH_MS = 200
const BUFFERED_BYTES = 4096

/** The standard output of this process; undefined before `processLog`. */
let output: Output | undefined

/** Number of lines that the log of this process has left out, because nobody read them. */
export const droppedLines = (): number => output?.dropped ?? 0

/**
 * Opens the log of a process on its standard output: readable text on a terminal, otherwise one JSON object a
 * line. JSON lines are buffered for at most 200 ms and written when the process exits; a killed process loses
 * the buffered lines. A reader that stalls or goes away stops nothing: lines are left out (`Output`).
 * `outageOf` says which errors are signs of one outage.
 */
export function processLog(name: string, level: string, outageOf?: OutageOf): PinoLogger {
  const isTerminal = process.stdout.isTTY
  const leftOutLine = (count: number): string => {
    const fields = { level: 40, time: Date.now(), process: name, pid: process.pid, leftOut: count }
    const line = `${JSON.stringify({ ...fields, msg: 'nobody read the log; lines were left out' })}\n`
    return isTerminal ? terminalText(line) : line
  }
  const opened = standardOutput(leftOutLine)
  output = opened
  if (isTerminal) {
    return openLog(
      name,
      level,
      terminalStream((text) => opened.write(text)),
      outageOf,
    )
  }
  let lines: string[] = []
  let bytes = 0
  const flush = () => {
    if (lines.length === 0) return
    const text = lines.join('')
    lines = []
    bytes = 0
    opened.write(text)
  }
  const write = (line: string) => {
    if (lines.length === 0) setTimeout(flush, FLUSH_MS).unref()
    lines.push(line)
    bytes += line.length
    if (bytes >= BUFFERED_BYTES) flush()
  }
  process.on('exit', () => {
    flush()
    opened.flush()
  })
  return openLog(name, level, { write }, outageOf)
}

/**
 * Opens a log on any stream. The log leaves statements, values and texts out of errors (`serializeError`),
 * and writes warnings and errors of one kind at most once a second (`RepeatedLines`).
 */
export function openLog(
  name: string,
  level: string,
  stream: DestinationStream,
  outageOf?: OutageOf,
): PinoLogger {
  const base = { process: name, pid: process.pid }
  const repeated = new RepeatedLines(outageOf)
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
