import type { Logger as PinoLogger } from 'pino'

/** Of lines of one kind one is written in this time. */
const WINDOW_MS = 1000
/** Kinds told apart at the same time; beyond, all others are one kind. */
const MAX_KINDS = 500
/** From this level of pino on: warnings and errors. */
const WARNING = 40

type Arguments = Parameters<(...args: unknown[]) => void>
type Method = (this: PinoLogger, ...args: Arguments) => void

interface Kind {
  /** Writes the newest line that waits; undefined when none does. */
  write: ((leftOut: number) => void) | undefined
  /** Lines that are not written, without the one that waits. */
  leftOut: number
  timer: NodeJS.Timeout
}

/**
 * Keeps what is said again and again from filling the log: of warnings and errors of one kind one line is written at
 * once, then at most one a second, with the number of those left out (`leftOut`). A kind is the line's text, and the
 * type, code and message of its error, numbers aside.
 */
export class RepeatedLines {
  readonly #kinds = new Map<string, Kind>()

  /** As pino's hook `logMethod`. */
  readonly hook = (logger: PinoLogger, args: Arguments, method: Method, level: number): void => {
    if (level < WARNING) {
      method.apply(logger, args)
      return
    }
    const wanted = kindOf(args, level)
    const name = this.#kinds.has(wanted) || this.#kinds.size < MAX_KINDS ? wanted : 'others'
    const known = this.#kinds.get(name)
    if (known === undefined) {
      this.#kinds.set(name, { write: undefined, leftOut: 0, timer: this.#wait(name) })
      method.apply(logger, args)
      return
    }
    if (known.write !== undefined) known.leftOut++
    known.write = (leftOut) => method.apply(logger, withCount(args, leftOut))
  }

  /** Writes what waits: the process ends. */
  flush(): void {
    for (const [name, { timer }] of [...this.#kinds]) {
      clearTimeout(timer)
      this.#turn(name)
    }
  }

  #wait(name: string): NodeJS.Timeout {
    return setTimeout(() => this.#turn(name), WINDOW_MS).unref()
  }

  #turn(name: string): void {
    const { write, leftOut } = this.#kinds.get(name)!
    if (write === undefined) {
      this.#kinds.delete(name)
      return
    }
    this.#kinds.set(name, { write: undefined, leftOut: 0, timer: this.#wait(name) })
    write(leftOut)
  }
}

function kindOf(args: Arguments, level: number): string {
  const [first, second] = args
  const text = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
  if (!(error instanceof Error)) return `${level} ${text.slice(0, 100)}`
  const { code } = error as { code?: unknown }
  const message = error.message.slice(0, 100).replace(/\d+/g, '#')
  return `${level} ${text.slice(0, 100)} ${error.name} ${String(code).slice(0, 20)} ${message}`
}

function withCount(args: Arguments, leftOut: number): Arguments {
  if (leftOut === 0) return args
  const [first, ...rest] = args
  return typeof first === 'object' && first !== null
    ? [{ ...first, leftOut }, ...rest]
    : [{ leftOut }, ...args]
}
