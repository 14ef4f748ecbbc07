import type { BullSink } from '../../core/platform/jobs/sink.ts'
import type { Services } from '../services.ts'
import type { Fleet } from './fleet.ts'
import type { Incidents } from './incidents/incidents.ts'
import { incidentPages } from './incidents/pages.ts'
import { jobPages } from './jobs/job-pages.ts'
import { mailboxPages } from './mailbox.ts'
import type { OperatorPage } from './operator-pages.ts'
import { organizationPages } from './organizations/organization-pages.ts'
import { overview } from './overview.ts'
import { processPages } from './processes/process-pages.ts'
import { queueBoard } from './queue-board.ts'
import { seriesRoutes } from './series-routes.ts'

/** Every page for the operator. */
export function operatorPages(
  services: Services,
  sink: BullSink,
  fleet: Fleet,
  incidents: Incidents,
): OperatorPage[] {
  return [
    ...overview(fleet, incidents),
    ...incidentPages,
    ...seriesRoutes(services.core),
    ...jobPages(services, sink, fleet),
    ...organizationPages(services, fleet),
    ...processPages(services, fleet),
    ...queueBoard(services.core, sink),
    ...mailboxPages(services),
  ]
}
