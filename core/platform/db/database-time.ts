import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Reads the time of the database, by which all processes decide about expiry: their own clocks may differ.
 * One query.
 */
export async function databaseTime(em: EntityManager): Promise<Date> {
  const [row] = await em.execute<{ now: string }[]>('SELECT clock_timestamp() AS now')
  return new Date(row!.now)
}
