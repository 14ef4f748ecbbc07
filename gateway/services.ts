import type { RuntimeConfig } from '../config/environment.ts'
import type { Core } from '../core/state/core.ts'
import type { Storage } from '../storage/storage.ts'
import type { EventQueues } from './realtime/event-queues.ts'
import type { Tickets } from './realtime/tickets.ts'

/** What the routes of one gateway work with. */
export interface Services {
  readonly config: RuntimeConfig
  readonly core: Core
  readonly queues: EventQueues
  readonly tickets: Tickets
  readonly storage: Storage
}
