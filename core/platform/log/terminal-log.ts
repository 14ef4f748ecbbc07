import type { DestinationStream } from 'pino'

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
}
const HIDDEN = new Set(['level', 'time', 'pid', 'process', 'msg', 'err'])

/** A stream for pino that writes each JSON line as text for people to `write`. */
export const terminalStream = (write: (text: string) => void): DestinationStream => ({
  write: (line) => write(terminalText(line)),
})

/**
 * One JSON line of the log as text: local time, level, process, message, then the other fields as
 * `name=value`. The stack of an error follows on lines of its own. Returns a line that is not a JSON object
 * unchanged.
 */
export function terminalText(line: string): string {
  const fields = parse(line)
  if (fields === undefined) return line
  const { level, time, process: name, msg, err } = fields
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const rest = Object.entries(fields)
    .filter(([key, value]) => !HIDDEN.has(key) && value !== undefined)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const text = [clock, (LEVELS[Number(level)] ?? String(level)).padEnd(5), name, msg, ...rest]
  return `${text.filter((part) => part !== undefined && part !== '').join(' ')}\n${errorText(err)}`
}

function errorText(err: unknown): string {
  if (typeof err !== 'object' || err === null) return ''
  const { stack, message } = err as { stack?: unknown; message?: unknown }
  return `${String(stack ?? message ?? JSON.stringify(err)).replaceAll(/^/gm, '    ')}\n`
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
