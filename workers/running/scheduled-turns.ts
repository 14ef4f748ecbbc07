/** A job begins after this time even if the job before it still runs. */
const LONGEST_WAIT_MS = 1_000

/**
 * Runs jobs that their schedules start at the same moment one after another, so that they share one
 * connection to Postgres. None waits longer than a second, so a slow one delays no other for long.
 */
export class ScheduledTurns {
  /** Resolves when the newest job has ended; never rejects. */
  #newest: Promise<unknown> = Promise.resolve()

  async run<T>(job: () => Promise<T>): Promise<T> {
    const former = this.#newest
    const running = endOrTimeout(former).then(job)
    this.#newest = running.catch(() => undefined)
    return running
  }
}

function endOrTimeout(former: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_WAIT_MS)
    void former.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
