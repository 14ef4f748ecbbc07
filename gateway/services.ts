import type { RuntimeConfig } from '../config/environment.ts'
import type { Core } from '../core/state/core.ts'
import type { PictureDecoder } from '../storage/images/decoder.ts'
import type { SmallFiles } from '../storage/small-files.ts'
import type { Storage } from '../storage/storage.ts'
import type { EventQueues } from './realtime/event-queues.ts'
import type { Tickets } from './realtime/tickets.ts'

/** The services that the routes of a gateway use. */
export interface Services {
  readonly config: RuntimeConfig
  readonly core: Core
  readonly queues: EventQueues
  readonly tickets: Tickets
  readonly storage: Storage
  readonly smallFiles: SmallFiles
  /** Decodes pictures of formats that libvips does not know. */
  readonly decoder: PictureDecoder
}
