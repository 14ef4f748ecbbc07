import { databaseFailureOf } from '../../../core/platform/db/servers/failures.ts'
import type { IncidentName } from '../../../core/platform/incidents/catalogue.ts'

/** The kind of incident that an error of Postgres is a sign of; undefined when it is none. */
export function databaseTrouble(error: unknown): IncidentName | undefined {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (code === '53300') return 'postgres-connections'
  if (code === '25006') return 'postgres-read-only'
  if (code === '55P03') return 'postgres-locked'
  const failure = databaseFailureOf(error)
  if (failure === 'full') return 'postgres-full'
  if (failure === 'away') return 'postgres-away'
  if (failure === 'busy') return 'postgres-slow'
  return cause === undefined ? undefined : databaseTrouble(cause)
}
