import { KeptService, type Service } from './service.ts'

/**
 * Keeps services running, in groups. Each group depends on the groups started before it, so they are stopped
 * in the reverse order. Each crash is reported in one line.
 */
export class Supervisor {
  readonly #report: (line: string) => void
  readonly #groups: KeptService[][] = []
  #stopping: Promise<void> | undefined

  constructor(report: (line: string) => void) {
    this.#report = report
  }

  /**
   * Starts the services of one group together. Resolves when each has been ready once; a service that crashes
   * before that is started again. Rejects with the `ConfigError` of a service that cannot be started. Starts
   * nothing when the supervisor is already stopping.
   */
  async start(services: Service[]): Promise<void> {
    if (this.#stopping) return
    const group = services.map((service) => new KeptService(service, this.#report))
    this.#groups.push(group)
    await Promise.all(group.map((service) => service.ready))
  }

  /** Restarts the groups from index `first` on (0 is the group started first), the last group first. */
  async restartFrom(first: number): Promise<void> {
    for (const group of this.#groups.slice(first).reverse()) {
      await Promise.all(group.map((service) => service.restart()))
    }
  }

  /** Stops all groups, the last one first. Resolves when every process has exited. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopGroups()
    return this.#stopping
  }

  /** Kills every process at once. */
  kill(): void {
    for (const service of this.#groups.flat()) service.kill()
  }

  async #stopGroups(): Promise<void> {
    for (const group of [...this.#groups].reverse()) {
      await Promise.all(group.map((service) => service.stop()))
    }
  }
}
