import {
  INCIDENT_NAMES,
  type IncidentName,
  severitiesOf,
} from '../../../core/platform/incidents/catalogue.ts'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import { SEVERITIES, type Severity } from '../../../core/platform/incidents/kinds/severity.ts'

/**
 * Each kind of incident with each severity that it may have, for Prometheus: 1 while it lasts, else 0. Of
 * several incidents of a kind the most severe counts.
 */
export function incidentMetrics(incidents: readonly Incident[]): string {
  const lasting = new Map<IncidentName, Severity>()
  for (const { name, severity } of incidents.flatMap((each) => [each, ...(each.effects ?? [])])) {
    const known = lasting.get(name)
    if (known === undefined || SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(known))
      lasting.set(name, severity)
  }
  const lines = INCIDENT_NAMES.flatMap((name) =>
    severitiesOf(name).map(
      (severity) =>
        `loquat_incident{name="${name}",severity="${severity}"} ${lasting.get(name) === severity ? 1 : 0}`,
    ),
  )
  return [
    '# HELP loquat_incident Whether this kind of incident lasts',
    '# TYPE loquat_incident gauge',
    ...lines,
    '',
  ].join('\n')
}
