import { AsyncLocalStorage } from 'node:async_hooks'

/** The number of round trips of one piece of work to Postgres and to Redis; see docs/architecture.md "Budgets". */
export interface RoundTrips {
  postgres: number
  redis: number
}

const current = new AsyncLocalStorage<RoundTrips>()

/** Runs `work` and counts its round trips in `trips`. A nested call counts in its own `trips` only. */
export function withRoundTrips<T>(trips: RoundTrips, work: () => T): T {
  return current.run(trips, work)
}

/** Counts `n` round trips to Postgres. Does nothing outside of `withRoundTrips`. */
export function countPostgres(n: number): void {
  const trips = current.getStore()
  if (trips !== undefined) trips.postgres += n
}

/** As `countPostgres`, for Redis. A pipeline or a script is one round trip. */
export function countRedis(n: number): void {
  const trips = current.getStore()
  if (trips !== undefined) trips.redis += n
}
