import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ImageError, type ImageFailure } from './picture.ts'
import type { Thumbnail } from './thumbnails.ts'

const PROGRAM = fileURLToPath(new URL('./decoder-process.js', import.meta.url))

/** What a picture may take, all its versions together. */
const TIME_LIMIT_MS = 60_000

type Answer =
  | { readonly thumbnails: Thumbnail[] }
  | { readonly failure: ImageFailure | undefined; readonly reason: string }

/**
 * Decodes uploaded pictures in a process of its own, one after the other. It is started when it is needed, ended
 * when it takes too long, and started again after it crashed.
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
   * All versions of a picture. Throws an `ImageError` when there never will be any, also because it takes too long;
   * another error when the process ended, which may not be the picture's fault.
   */
  thumbnails(bytes: Buffer): Promise<Thumbnail[]> {
    const work = this.#last.then(() => this.#ask(bytes))
    this.#last = work.catch(() => undefined)
    return work
  }

  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  async #ask(bytes: Buffer): Promise<Thumbnail[]> {
    const child = this.#running()
    const given = new AbortController()
    const within = { signal: AbortSignal.any([given.signal, AbortSignal.timeout(this.#timeLimitMs)]) }
    const ended = once(child, 'exit', within).then(() => undefined)
    try {
      child.send(bytes, () => undefined) // one that cannot be told has ended
      const answer = await Promise.race([once(child, 'message', within), ended])
      if (answer === undefined) throw new Error('the process that decodes pictures ended')
      return thumbnailsIn(answer[0] as Answer)
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error
      this.close()
      throw new ImageError('tooLarge', error)
    } finally {
      ended.catch(() => undefined)
      given.abort()
    }
  }

  #running(): ChildProcess {
    if (this.#child?.connected) return this.#child
    // With nothing of ours: what a picture might make it do, it does without our secrets.
    const child = fork(this.#program, { serialization: 'advanced', env: {}, execArgv: [], stdio: 'ignore' })
    child.on('error', () => undefined) // it ends, or is ended
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
