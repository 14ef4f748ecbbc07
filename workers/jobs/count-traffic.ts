import { countTraffic } from '../../core/channels/traffic.ts'
import type { JobDeclaration } from '../job.ts'

/** Keeps what clients are told of how much is written in channels. */
export const countTrafficJob: JobDeclaration = {
  queue: 'upkeep',
  name: 'count-traffic',
  every: 24 * 3600_000,
  attempts: 3,
  timeout: 3600_000,
  run: (core) => countTraffic(core),
}
