import type { BullSink } from '../../core/platform/jobs/sink.ts'
import type { Services } from '../services.ts'
import type { Fleet } from './fleet.ts'
import { mailboxPages } from './mailbox.ts'
import type { OperatorPage } from './operator-pages.ts'
import { overview } from './overview.ts'
import { queueBoard } from './queue-board.ts'
import { seriesRoutes } from './series-routes.ts'

/** Every page for the operator. */
export function operatorPages(services: Services, sink: BullSink, fleet: Fleet): OperatorPage[] {
  return [
    ...overview(services, sink, fleet),
    ...seriesRoutes(services.core),
    ...queueBoard(sink),
    ...mailboxPages(services),
  ]
}
