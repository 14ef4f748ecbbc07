/** Upper bounds of the buckets of durations, in seconds. */
export const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30, 90] as const

/**
 * The duration in seconds that a share of the requests did not exceed, estimated within its bucket. `buckets`
 * holds the numbers of requests of each bucket; `count` includes those beyond the last bound. Undefined
 * without requests.
 */
export function quantile(share: number, buckets: readonly number[], count: number): number | undefined {
  if (count === 0) return undefined
  const wanted = share * count
  let before = 0
  for (const [index, bound] of BOUNDS.entries()) {
    const inBucket = buckets[index] ?? 0
    if (before + inBucket >= wanted && inBucket > 0) {
      const from = BOUNDS[index - 1] ?? 0
      return from + ((bound - from) * (wanted - before)) / inBucket
    }
    before += inBucket
  }
  return BOUNDS.at(-1)
}
