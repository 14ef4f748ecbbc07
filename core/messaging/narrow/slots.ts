export interface SlotLimits {
  /** Most tasks that run at the same time. */
  readonly perUser: number
  readonly inAll: number
  /** Most tasks that wait. */
  readonly waitingPerUser: number
  readonly waitingInAll: number
}

/**
 * Limits concurrent tasks per user and in total. Waiting tasks start in order. Tasks of users at their limit
 * wait longer.
 */
export class Slots {
  readonly #limits: SlotLimits
  readonly #running = new Map<number, number>()
  readonly #waiting: { user: number; start: () => void }[] = []
  #total = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Returns which limit on waiting tasks prevents another task; undefined when it may run or wait. */
  refusal(user: number): 'user' | 'all' | undefined {
    const own = this.#waiting.reduce((sum, one) => sum + Number(one.user === user), 0)
    if (own >= this.#limits.waitingPerUser) return 'user'
    return this.#waiting.length >= this.#limits.waitingInAll ? 'all' : undefined
  }

  async run<T>(user: number, work: () => Promise<T>): Promise<T> {
    if (this.#canStart(user)) this.#start(user)
    else await new Promise<void>((start) => this.#waiting.push({ user, start }))
    try {
      return await work()
    } finally {
      this.#end(user)
    }
  }

  #canStart(user: number): boolean {
    return this.#total < this.#limits.inAll && (this.#running.get(user) ?? 0) < this.#limits.perUser
  }

  #start(user: number): void {
    this.#total++
    this.#running.set(user, (this.#running.get(user) ?? 0) + 1)
  }

  #end(user: number): void {
    this.#total--
    const left = this.#running.get(user)! - 1
    if (left === 0) this.#running.delete(user)
    else this.#running.set(user, left)
    const next = this.#waiting.findIndex((entry) => this.#canStart(entry.user))
    if (next === -1) return
    const [entry] = this.#waiting.splice(next, 1)
    this.#start(entry!.user)
    entry!.start()
  }
}
