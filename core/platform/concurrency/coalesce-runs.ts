/**
 * Returns a function that shares runs of `work` between concurrent calls. Each call resolves with a run that
 * began after the call: a call during a run waits for the next run, together with all other waiting calls.
 */
export function coalesceRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return async () => {
    await running?.catch(() => undefined)
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
