import { INCIDENT_NAMES, INCIDENTS } from '../../../core/platform/incidents/catalogue.ts'
import type { Incident } from '../../../core/platform/incidents/incident.ts'

/** Each kind of incident for Prometheus: 1 while it lasts, else 0. */
export function incidentMetrics(incidents: readonly Incident[]): string {
  const lasting = new Set(
    incidents.flatMap(({ name, effects = [] }) => [name, ...effects.map((each) => each.name)]),
  )
  const lines = INCIDENT_NAMES.map(
    (name) =>
      `loquat_incident{name="${name}",severity="${INCIDENTS[name].severity}"} ${lasting.has(name) ? 1 : 0}`,
  )
  return [
    '# HELP loquat_incident Whether this kind of incident lasts',
    '# TYPE loquat_incident gauge',
    ...lines,
    '',
  ].join('\n')
}
