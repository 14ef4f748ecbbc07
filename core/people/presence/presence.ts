import { PRESENCE_OFFLINE_THRESHOLD_SECONDS } from '../../../config/limits.ts'
import type { UserId } from '../../platform/ids.ts'

/** When a person's clients were last heard of. Times are Unix seconds, 0 for never. */
export interface Presence {
  readonly user: UserId
  /** The newest report of a person at work. */
  readonly activeAt: number
  /** The newest report of any kind. */
  readonly connectedAt: number
  /** Position in the order of the realm's changes of presence, from 1. */
  readonly updateId: number
}

export type PresenceStatus = 'active' | 'idle' | 'offline'

/** What clients make of the times: a report counts for PRESENCE_OFFLINE_THRESHOLD_SECONDS. */
export function statusAt(
  { activeAt, connectedAt }: Pick<Presence, 'activeAt' | 'connectedAt'>,
  now: number,
): PresenceStatus {
  const since = now - PRESENCE_OFFLINE_THRESHOLD_SECONDS
  if (activeAt >= since) return 'active'
  return connectedAt >= since ? 'idle' : 'offline'
}
