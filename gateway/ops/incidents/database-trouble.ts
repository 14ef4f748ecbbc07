import { databaseFailureOf } from '../../../core/platform/db/servers/failures.ts'
import type { IncidentName } from '../../../core/platform/incidents/catalogue.ts'

/** SQLSTATEs with an incident of their own. */
const BY_CODE: Readonly<Record<string, IncidentName>> = {
  '53300': 'postgres-connections',
  '25006': 'postgres-read-only',
  '55P03': 'postgres-locked',
}
const BY_FAILURE = { full: 'postgres-full', away: 'postgres-away', busy: 'postgres-slow' } as const

/** The kind of incident that an error of Postgres is a sign of; undefined when it is none. */
export function databaseTrouble(error: unknown): IncidentName | undefined {
  const failure = databaseFailureOf(error)
  return byCode(error) ?? (failure && BY_FAILURE[failure])
}

function byCode(error: unknown): IncidentName | undefined {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  const known = typeof code === 'string' ? BY_CODE[code] : undefined
  return known ?? (cause instanceof Error ? byCode(cause) : undefined)
}
