import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ImageError, type ImageFailure } from './picture.ts'
import type { ResultOf, Task } from './tasks.ts'

/** The compiled program, also where tests run this file as it is. */
const COMPILED = import.meta.url.endsWith('.ts') ? '../../dist/storage/images/' : './'
const PROGRAM = fileURLToPath(new URL(`${COMPILED}decoder-process.js`, import.meta.url))

/**
 * Most memory that a process keeps after an image, in bytes. WebAssembly returns none of its memory.
 */
const MAX_KEPT_MEMORY = 300 * 1024 * 1024

const TIME_LIMIT_MS = 60_000

/** Most images that wait in a process for those before them. */
const MAX_WAITING = 20

type Answer =
  | {
      readonly result: unknown
      /** Memory of the process, in bytes. */
      readonly memory: number
    }
  | { readonly failure: ImageFailure | undefined; readonly reason: string }

export interface DecoderOptions {
  /** The compiled program of the process. */
  readonly program?: string
  /** Time limit for all versions of one image, in milliseconds. */
  readonly timeLimitMs?: number
  /** False: the process ends when no image waits, for a parent with few images. Default true. */
  readonly staysOpen?: boolean
}

/**
 * Decodes uploaded images in a child process, one at a time. Starts the process on demand, kills it at the
 * time limit, and starts a new one after a crash.
 */
export class PictureDecoder {
  readonly #program: string
  readonly #timeLimitMs: number
  readonly #staysOpen: boolean
  #child: ChildProcess | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor({ program = PROGRAM, timeLimitMs = TIME_LIMIT_MS, staysOpen = true }: DecoderOptions = {}) {
    this.#program = program
    this.#timeLimitMs = timeLimitMs
    this.#staysOpen = staysOpen
  }

  /**
   * Makes the versions of an image. Throws an `ImageError` when the image cannot be decoded or exceeds the
   * time limit. Throws another error when many others wait, or when the process ended, possibly for a reason
   * unrelated to the image.
   */
  async run<T extends Task>(task: T, bytes: Buffer): Promise<ResultOf<T>> {
    if (this.#waiting >= MAX_WAITING) throw new Error('too many images wait')
    this.#waiting += 1
    const work = this.#last.then(() => this.#decode(task, bytes))
    this.#last = work.catch(() => undefined)
    try {
      return (await work) as ResultOf<T>
    } finally {
      this.#waiting -= 1
      if (!this.#staysOpen && this.#waiting === 0) this.close()
    }
  }

  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  async #decode(task: Task, bytes: Buffer): Promise<unknown> {
    const child = this.#ensureRunning()
    const settled = new AbortController()
    const within = { signal: AbortSignal.any([settled.signal, AbortSignal.timeout(this.#timeLimitMs)]) }
    const ended = once(child, 'exit', within).then(() => undefined)
    try {
      child.send({ task, bytes }, () => undefined) // when sending fails, the process has ended and `ended` resolves
      const answer = await Promise.race([once(child, 'message', within), ended])
      if (answer === undefined) throw new Error('the image decoder process ended')
      const [told] = answer as [Answer]
      if ('memory' in told && told.memory > MAX_KEPT_MEMORY) this.close()
      return resultOf(told)
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error
      this.close()
      throw new ImageError('tooLarge', error)
    } finally {
      ended.catch(() => undefined)
      settled.abort()
    }
  }

  #ensureRunning(): ChildProcess {
    if (this.#child?.connected) return this.#child
    // An empty environment keeps secrets from code that a malicious image might run.
    const child = fork(this.#program, { serialization: 'advanced', env: {}, execArgv: [], stdio: 'ignore' })
    child.on('error', () => undefined) // the exit or the time limit reports the failure
    child.unref()
    child.channel?.unref()
    this.#child = child
    return child
  }
}

function resultOf(answer: Answer): unknown {
  if ('result' in answer) return answer.result
  if (answer.failure === undefined) throw new Error(answer.reason)
  throw new ImageError(answer.failure, answer.reason)
}
