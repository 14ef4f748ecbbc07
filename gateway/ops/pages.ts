import type { BullSink } from '../../queues/sink.ts'
import type { Services } from '../services.ts'
import { mailboxPages } from './mailbox.ts'
import type { OperatorPage } from './operator-pages.ts'
import { queueBoard } from './queue-board.ts'

/** Every page that only the operator sees. */
export function operatorPages(services: Services, sink: BullSink): OperatorPage[] {
  return [...queueBoard(sink), ...mailboxPages(services)]
}
