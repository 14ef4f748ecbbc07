/**
 * Makes one run of `work` serve many: each call resolves with a run that began after the call. A call that finds one
 * running waits for the next, which it shares with all others that wait.
 */
export function latestRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return async () => {
    await running?.catch(() => undefined)
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
