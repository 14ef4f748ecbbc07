import { KeptService, type Service } from './service.ts'

/**
 * Keeps services running, in groups that depend on the groups started before them. Crashes are reported as
 * one line each; the stop takes the groups in the reverse order.
 */
export class Supervisor {
  readonly #report: (line: string) => void
  readonly #groups: KeptService[][] = []
  #stopping: Promise<void> | undefined

  constructor(report: (line: string) => void) {
    this.#report = report
  }

  /**
   * Starts the services of one group at once. Resolves when each has been ready once; a service that crashes
   * before that is tried again and again. Rejects with the `ConfigError` of one that cannot be started.
   * Starts nothing when the supervisor is already stopping.
   */
  async start(services: Service[]): Promise<void> {
    if (this.#stopping) return
    const group = services.map((service) => new KeptService(service, this.#report))
    this.#groups.push(group)
    await Promise.all(group.map((service) => service.ready))
  }

  /** Replaces the processes of the groups from `first` on (0 is the group started first), the latest first. */
  async restartFrom(first: number): Promise<void> {
    for (const group of this.#groups.slice(first).reverse()) {
      await Promise.all(group.map((service) => service.restart()))
    }
  }

  /** Stops everything, the group started last first, and resolves when nothing is left. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopGroups()
    return this.#stopping
  }

  /** Kills everything now. */
  kill(): void {
    for (const service of this.#groups.flat()) service.kill()
  }

  async #stopGroups(): Promise<void> {
    for (const group of [...this.#groups].reverse()) {
      await Promise.all(group.map((service) => service.stop()))
    }
  }
}
