/** A random time below `limitMs`, so that clients that lost the same server do not return together. */
export const upTo = (limitMs: number): number => Math.random() * limitMs

/**
 * Milliseconds to wait after failure number `failures`: random, below twice as much each time, at most
 * `longestMs`.
 */
export const backoff = (failures: number, firstMs: number, longestMs: number): number =>
  upTo(Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30)))

/** Waits. Rejects with the reason of `signal` when it is aborted, also before. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
