import { AsyncLocalStorage } from 'node:async_hooks'

/** The round trips that one piece of work made to Postgres and to Redis (docs/architecture.md "Budgets"). */
export interface RoundTrips {
  postgres: number
  redis: number
}

const current = new AsyncLocalStorage<RoundTrips>()

/** Runs `work` and counts its round trips in `trips`. A nested call counts in its own `trips` only. */
export function withRoundTrips<T>(trips: RoundTrips, work: () => T): T {
  return current.run(trips, work)
}

/** Runs work that later requests use too, so its round trips count for none. */
export function withoutCounting<T>(work: () => T): T {
  return current.exit(work)
}

/** Adds `count` round trips to Postgres. Does nothing outside of `withRoundTrips`. */
export function countPostgres(count: number): void {
  const trips = current.getStore()
  if (trips !== undefined) trips.postgres += count
}

/** As `countPostgres`, for Redis. A pipeline or a script is one round trip. */
export function countRedis(count: number): void {
  const trips = current.getStore()
  if (trips !== undefined) trips.redis += count
}
