import { constants, fstatSync, openSync, readlinkSync, writeSync } from 'node:fs'
import { MAX_WAITING_LOG_BYTES } from '../../../config/limits.ts'

/** A reader that is behind is tried again after this time. */
const RETRY_MS = 100

/** Writes as much as the reader takes now: the number of bytes, or why none can be written. */
type Write = (bytes: Buffer) => number | 'full' | 'closed'

/**
 * An output that never blocks the process. Bytes that the reader does not take wait, up to
 * MAX_WAITING_LOG_BYTES; further lines are left out and counted. When the reader takes lines again, one line
 * says how many were left out. An output whose reader has closed it swallows everything.
 */
export class Output {
  readonly #write: Write
  readonly #leftOutLine: (count: number) => string
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #leftOut = 0
  #dropped = 0

  constructor(write: Write, leftOutLine: (count: number) => string) {
    this.#write = write
    this.#leftOutLine = leftOutLine
  }

  /** Number of lines that were left out since the start. */
  get dropped(): number {
    return this.#dropped
  }

  /** Writes one or more whole lines. */
  write(text: string): void {
    if (!this.#isClosed && this.#waitingBytes < MAX_WAITING_LOG_BYTES) {
      this.#add(Buffer.from(text))
      if (this.#timer === undefined) this.flush()
      return
    }
    const lines = text.split('\n').length - 1 || 1
    this.#leftOut += lines
    this.#dropped += lines
  }

  /** Writes the waiting lines, as far as the reader takes them. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#waiting.length > 0) {
      const bytes = this.#waiting.length === 1 ? this.#waiting[0]! : Buffer.concat(this.#waiting)
      const written = this.#write(bytes)
      if (written === 'closed') {
        this.#isClosed = true
        this.#waiting = []
        this.#waitingBytes = 0
        return
      }
      const count = written === 'full' ? 0 : written
      this.#waitingBytes = bytes.length - count
      this.#waiting = this.#waitingBytes === 0 ? [] : [bytes.subarray(count)]
      if (this.#waitingBytes > 0 && count === 0) {
        this.#timer = setTimeout(() => this.flush(), RETRY_MS).unref()
        return
      }
      if (this.#waiting.length === 0 && this.#leftOut > 0) {
        const line = this.#leftOutLine(this.#leftOut)
        this.#leftOut = 0
        this.#add(Buffer.from(line))
      }
    }
  }

  #add(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
  }
}

/** Opens the standard output of this process as an output that never blocks. */
export function standardOutput(leftOutLine: (count: number) => string): Output {
  // Other writers to them must not end the process either.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  return new Output(writerOf(1), leftOutLine)
}

function writerOf(descriptor: number): Write {
  if (isSocket(descriptor)) return socketWriter(process.stdout)
  // Another description of the same pipe or terminal: only this process's writes no longer block.
  const own = openAgain(descriptor)
  return (bytes) => {
    try {
      return writeSync(own, bytes)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'full' : 'closed'
    }
  }
}

/**
 * Asks Linux without `fstatSync`: after a call of it for a socket, Node 20 loads modules behind a symbolic
 * link a second time, and the second copy of a native one is empty.
 */
function isSocket(descriptor: number): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith('socket:')
  } catch {
    return fstatSync(descriptor).isSocket()
  }
}

function openAgain(descriptor: number): number {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK | (constants.O_NOCTTY ?? 0)
  for (const folder of ['/proc/self/fd', '/dev/fd']) {
    try {
      return openSync(`${folder}/${descriptor}`, flags)
    } catch {
      // Another system, or another user's file: its writes may block.
    }
  }
  return descriptor
}

/**
 * systemd gives a socket. Node's own stream would keep lines that the reader does not take, without a limit.
 */
function socketWriter(socket: NodeJS.WriteStream): Write {
  let isClosed = false
  socket.on('error', () => {
    isClosed = true
  })
  return (bytes) => {
    if (isClosed || socket.destroyed) return 'closed'
    if (socket.writableLength > 0) return 'full'
    socket.write(bytes)
    return bytes.length
  }
}
