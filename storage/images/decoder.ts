import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ImageError, type ImageFailure } from './picture.ts'
import type { Thumbnail } from './thumbnails.ts'

const PROGRAM = fileURLToPath(new URL('./decoder-process.js', import.meta.url))

/**
 * Most memory that a process keeps after an image, in bytes. WebAssembly returns none of what it has used.
 */
const MAX_KEPT_MEMORY = 300 * 1024 * 1024

/** Time limit for all versions of one image. */
const TIME_LIMIT_MS = 60_000

type Answer =
  | {
      readonly thumbnails: Thumbnail[]
      /** Memory of the process, in bytes. */
      readonly memory: number
    }
  | { readonly failure: ImageFailure | undefined; readonly reason: string }

/**
 * Decodes uploaded images in a child process, one at a time. Starts the process on demand, kills it at the
 * time limit, and starts a new one after a crash.
 */
export class PictureDecoder {
  readonly #program: string
  readonly #timeLimitMs: number
  #child: ChildProcess | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(program: string = PROGRAM, timeLimitMs: number = TIME_LIMIT_MS) {
    this.#program = program
    this.#timeLimitMs = timeLimitMs
  }

  /**
   * Makes all versions of an image. Throws an `ImageError` when the image cannot be decoded or exceeds the
   * time limit. Throws another error when the process ended, possibly for a reason unrelated to the image.
   */
  thumbnails(bytes: Buffer): Promise<Thumbnail[]> {
    const work = this.#last.then(() => this.#decode(bytes))
    this.#last = work.catch(() => undefined)
    return work
  }

  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  async #decode(bytes: Buffer): Promise<Thumbnail[]> {
    const child = this.#ensureRunning()
    const settled = new AbortController()
    const within = { signal: AbortSignal.any([settled.signal, AbortSignal.timeout(this.#timeLimitMs)]) }
    const ended = once(child, 'exit', within).then(() => undefined)
    try {
      child.send(bytes, () => undefined) // when sending fails, the process has ended and `ended` resolves
      const answer = await Promise.race([once(child, 'message', within), ended])
      if (answer === undefined) throw new Error('the image decoder process ended')
      const [told] = answer as [Answer]
      if ('memory' in told && told.memory > MAX_KEPT_MEMORY) this.close()
      return thumbnailsIn(told)
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

function thumbnailsIn(answer: Answer): Thumbnail[] {
  if ('thumbnails' in answer) return answer.thumbnails
  if (answer.failure === undefined) throw new Error(answer.reason)
  throw new ImageError(answer.failure, answer.reason)
}
