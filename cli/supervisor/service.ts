import type { ChildProcess } from 'node:child_process'
import { hasExited } from '../../config/embedded/processes.ts'
import { ConfigError } from '../../config/error.ts'
import { BackOff } from './back-off.ts'

/** A process that a service has started. */
export type Running = {
  process: ChildProcess
  /**
   * Resolves when the process serves; absent when it already does. May stay pending if the process exits
   * first.
   */
  ready?: Promise<void>
  /** Stops the process in an orderly way and kills it if that takes too long. Resolves when it has exited. */
  stop(): Promise<void>
}

/** A program that the supervisor keeps running. */
export type Service = {
  /** The name in reports, such as `gateway 1`. */
  name: string
  /** Called for the first start and after each crash. */
  start(): Promise<Running>
}

/** Keeps one service running: reports each crash in one line and starts the service again after a pause. */
export class KeptService {
  /** Resolves when the service has been ready once; rejects when its first start throws a `ConfigError`. */
  readonly ready: Promise<void>
  readonly #service: Service
  readonly #report: (line: string) => void
  readonly #backOff = new BackOff()
  #resolveReady: () => void = () => {}
  #rejectReady: (error: unknown) => void = () => {}
  #hasBeenReady = false
  /** The next exit is expected. */
  #isStopping = false
  /** The service does not start again. */
  #hasEnded = false
  #starting: Promise<void> = Promise.resolve()
  #running: Running | undefined
  #pause: NodeJS.Timeout | undefined

  constructor(service: Service, report: (line: string) => void) {
    this.#service = service
    this.#report = report
    this.ready = new Promise((resolve, reject) => {
      this.#resolveReady = resolve
      this.#rejectReady = reject
    })
    this.#starting = this.#start()
  }

  /** Stops the service for good. */
  async stop(): Promise<void> {
    this.#hasEnded = true
    await this.#stopProcess()
  }

  /** Stops the process in an orderly way and starts another one at once. */
  async restart(): Promise<void> {
    await this.#stopProcess()
    if (this.#hasEnded) return
    this.#isStopping = false
    this.#starting = this.#start()
    await this.#starting
  }

  /** Kills the process and stops the service for good. */
  kill(): void {
    this.#hasEnded = true
    this.#isStopping = true
    clearTimeout(this.#pause)
    this.#running?.process.kill('SIGKILL')
  }

  async #stopProcess(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#pause)
    await this.#starting
    await this.#running?.stop()
  }

  async #start(): Promise<void> {
    try {
      const running = await this.#service.start()
      this.#running = running
      let readySince: number | undefined
      const { process } = running
      const onExit = () => {
        if (this.#isStopping) return
        const cause = process.signalCode
          ? `was ended by ${process.signalCode}`
          : `exited with code ${process.exitCode}`
        this.#startAgain(
          `${this.#service.name} ${cause}`,
          readySince === undefined ? 0 : Date.now() - readySince,
        )
      }
      if (hasExited(process)) return onExit()
      process.once('exit', onExit)
      const onReady = () => {
        readySince = Date.now()
        this.#hasBeenReady = true
        this.#resolveReady()
      }
      if (running.ready) void running.ready.then(onReady)
      else onReady()
    } catch (error) {
      if (error instanceof ConfigError && !this.#hasBeenReady) return this.#rejectReady(error)
      this.#startAgain(
        `${this.#service.name} did not start: ${error instanceof Error ? error.message : error}`,
        0,
      )
    }
  }

  #startAgain(reason: string, upMs: number): void {
    if (this.#isStopping) return
    const delay = this.#backOff.delayAfter(upMs)
    this.#report(`${reason}; starting it again in ${delay} ms`)
    this.#pause = setTimeout(() => {
      this.#starting = this.#start()
    }, delay)
  }
}
