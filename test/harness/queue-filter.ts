import type { Seq, UserId } from '../../core/platform/ids.ts'
import type { QueueFilter } from '../../gateway/realtime/queue-record.ts'

/** The filter of a queue that gets every event. `given` replaces some of its fields. */
export const queueFilter = (given: Partial<QueueFilter> = {}): QueueFilter => ({
  user: 7 as UserId,
  eventTypes: null,
  applyMarkdown: true,
  clientGravatar: true,
  slimPresence: false,
  allPublicStreams: false,
  narrow: [],
  capabilities: {},
  firstSeq: 0 as Seq,
  lifetimeSeconds: 600,
  ...given,
})
