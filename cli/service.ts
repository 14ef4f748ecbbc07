import type { ChildProcess } from 'node:child_process'
import { hasExited } from '../config/embedded/processes.ts'
import { ConfigError } from '../config/error.ts'
import { BackOff } from './back-off.ts'

/** A process as its service started it. */
export type Running = {
  process: ChildProcess
  /** Resolves when it serves; absent when it already does. Need not settle if the process exits first. */
  ready?: Promise<void>
  /** Orderly; resolves when the process is gone, killed if it takes too long. */
  stop(): Promise<void>
}

/** Something that is kept running. */
export type Service = {
  /** As it is called in reports: `gateway 1`. */
  name: string
  /** Called for the first start and after each crash. */
  start(): Promise<Running>
}

/** One service kept running: a crash is reported in one line and followed by a new start, after a pause. */
export class KeptService {
  /** Resolves when the service has been ready once; rejects when it cannot be started for a `ConfigError`. */
  readonly ready: Promise<void>
  readonly #service: Service
  readonly #report: (line: string) => void
  readonly #backOff = new BackOff()
  #resolveReady: () => void = () => {}
  #rejectReady: (error: unknown) => void = () => {}
  #everReady = false
  /** An exit is expected. */
  #stopping = false
  /** … and not followed by a new start. */
  #ended = false
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

  /** Ends the service for good. */
  async stop(): Promise<void> {
    this.#ended = true
    await this.#stopProcess()
  }

  /** Ends the process in an orderly way and starts another at once. */
  async restart(): Promise<void> {
    await this.#stopProcess()
    if (this.#ended) return
    this.#stopping = false
    this.#starting = this.#start()
    await this.#starting
  }

  /** Ends it without ceremony, now and for good. */
  kill(): void {
    this.#ended = true
    this.#stopping = true
    clearTimeout(this.#pause)
    this.#running?.process.kill('SIGKILL')
  }

  async #stopProcess(): Promise<void> {
    this.#stopping = true
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
      const exited = () => {
        if (this.#stopping) return
        const cause = process.signalCode
          ? `was ended by ${process.signalCode}`
          : `exited with code ${process.exitCode}`
        this.#startAgain(
          `${this.#service.name} ${cause}`,
          readySince === undefined ? 0 : Date.now() - readySince,
        )
      }
      if (hasExited(process)) return exited()
      process.once('exit', exited)
      const serves = () => {
        readySince = Date.now()
        this.#everReady = true
        this.#resolveReady()
      }
      if (running.ready) void running.ready.then(serves)
      else serves()
    } catch (error) {
      if (error instanceof ConfigError && !this.#everReady) return this.#rejectReady(error)
      this.#startAgain(
        `${this.#service.name} did not start: ${error instanceof Error ? error.message : error}`,
        0,
      )
    }
  }

  #startAgain(what: string, upMs: number): void {
    if (this.#stopping) return
    const delay = this.#backOff.delayAfter(upMs)
    this.#report(`${what}; starting it again in ${delay} ms`)
    this.#pause = setTimeout(() => {
      this.#starting = this.#start()
    }, delay)
  }
}
