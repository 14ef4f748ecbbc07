import type { Logger as PinoLogger } from 'pino'
import { markedOutage, type Outage, type OutageOf } from './outage.ts'

/** At most one line of each kind is written in this time. */
const WINDOW_MS = 1000
/** Most kinds that are distinguished at the same time. All further kinds count as one. */
const MAX_KINDS = 500
/** Pino's level of warnings; errors have a higher one. */
const WARNING = 40

type Arguments = Parameters<(...args: unknown[]) => void>
type Method = (this: PinoLogger, ...args: Arguments) => void

interface Kind {
  /** Writes the newest line of the current window; undefined when no line waits. */
  writeNewest: ((leftOut: number) => void) | undefined
  /** Number of earlier lines of the window that are left out. */
  leftOut: number
  timer: NodeJS.Timeout
}

/**
 * Keeps repeated lines from filling the log. It writes the first warning or error of a kind at once, and then
 * at most one line a second, with the number of lines that it left out (`leftOut`). Lines are of one kind
 * when they are about an outage of the same part, which they then name (`part`, `host`). Other lines are of
 * one kind when they have the same level, text and incident, and errors of the same type, code and message
 * without regard to numbers.
 */
export class RepeatedLines {
  readonly #kinds = new Map<string, Kind>()
  readonly #outageOf: OutageOf

  constructor(outageOf: OutageOf = markedOutage) {
    this.#outageOf = outageOf
  }

  /** Serves as pino's hook `logMethod`. */
  readonly hook = (logger: PinoLogger, given: Arguments, method: Method, level: number): void => {
    if (level < WARNING) {
      method.apply(logger, given)
      return
    }
    const outage = outageIn(given, this.#outageOf)
    const args = outage === undefined ? given : withFields(given, outage)
    const ownName = outage === undefined ? kindName(args, level) : `outage ${outage.part} ${outage.host}`
    const name = this.#kinds.has(ownName) || this.#kinds.size < MAX_KINDS ? ownName : 'others'
    const kind = this.#kinds.get(name)
    if (kind === undefined) {
      this.#openWindow(name)
      method.apply(logger, args)
      return
    }
    if (kind.writeNewest !== undefined) kind.leftOut++
    kind.writeNewest = (leftOut) => method.apply(logger, withCount(args, leftOut))
  }

  /** Writes the lines that wait, because the process ends. */
  flush(): void {
    for (const [name, { timer }] of [...this.#kinds]) {
      clearTimeout(timer)
      this.#closeWindow(name)
    }
  }

  #openWindow(name: string): void {
    const timer = setTimeout(() => this.#closeWindow(name), WINDOW_MS).unref()
    this.#kinds.set(name, { writeNewest: undefined, leftOut: 0, timer })
  }

  /** Writes the waiting line, which opens the next window. Forgets the kind when no line waits. */
  #closeWindow(name: string): void {
    const { writeNewest, leftOut } = this.#kinds.get(name)!
    if (writeNewest === undefined) {
      this.#kinds.delete(name)
      return
    }
    this.#openWindow(name)
    writeNewest(leftOut)
  }
}

type Fields = { readonly [name: string]: unknown }

const fieldsIn = ([first]: Arguments): Fields =>
  typeof first === 'object' && first !== null ? (first as Fields) : {}

/** The outage that a line is about: by its fields `part` and `host`, or by its error. */
function outageIn(args: Arguments, outageOf: OutageOf): Outage | undefined {
  const { part, host, err } = fieldsIn(args)
  if (typeof part === 'string' && typeof host === 'string') return { part, host }
  return err instanceof Error ? outageOf(err) : undefined
}

function kindName(args: Arguments, level: number): string {
  const [first, second] = args
  const text = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  const { err: error, incident, sentence } = fieldsIn(args)
  if (incident !== undefined) return `${level} ${text.slice(0, 100)} ${incident} ${sentence}`
  if (!(error instanceof Error)) return `${level} ${text.slice(0, 100)}`
  const { code } = error as { code?: unknown }
  const message = error.message.slice(0, 100).replace(/\d+/g, '#')
  return `${level} ${text.slice(0, 100)} ${error.name} ${String(code).slice(0, 20)} ${message}`
}

function withCount(args: Arguments, leftOut: number): Arguments {
  return leftOut === 0 ? args : withFields(args, { leftOut })
}

function withFields(args: Arguments, fields: object): Arguments {
  const [first, ...rest] = args
  return typeof first === 'object' && first !== null ? [{ ...first, ...fields }, ...rest] : [fields, ...args]
}
