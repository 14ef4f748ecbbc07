import { AsyncLocalStorage } from 'node:async_hooks'

/** How often one piece of work waited for Postgres and for Redis; docs/architecture.md "Budgets". */
export interface RoundTrips {
  postgres: number
  redis: number
}

const current = new AsyncLocalStorage<RoundTrips>()

/** Runs `work` and has everything it awaits counted in `trips`. Nested calls count for the innermost. */
export function withRoundTrips<T>(trips: RoundTrips, work: () => T): T {
  return current.run(trips, work)
}

/** Counts `n` round trips to Postgres for the work that is running; nothing outside of any. */
export function countPostgres(n: number): void {
  const trips = current.getStore()
  if (trips !== undefined) trips.postgres += n
}

/** As `countPostgres`, for Redis. A pipeline or a script is one. */
export function countRedis(n: number): void {
  const trips = current.getStore()
  if (trips !== undefined) trips.redis += n
}
