import { PRESENCE_MIN_UPDATE_SECONDS, PRESENCE_OFFLINE_THRESHOLD_SECONDS } from '../../../config/limits.ts'
import type { UserId } from '../../platform/ids.ts'

/** When a person's clients last reported, in Unix seconds; 0 means never. */
export interface PresenceTimes {
  /** The newest report of activity. */
  readonly activeAt: number
  /** The newest report of any kind. */
  readonly connectedAt: number
}

/** The times of a person. */
export interface Presence extends PresenceTimes {
  readonly user: UserId
  /** Position in the order of the realm's changes of presence, from 1. */
  readonly updateId: number
}

export type PresenceStatus = 'active' | 'idle' | 'offline'

/** The status that clients derive from the times. A report counts for PRESENCE_OFFLINE_THRESHOLD_SECONDS. */
export function statusAt({ activeAt, connectedAt }: PresenceTimes, now: number): PresenceStatus {
  const since = now - PRESENCE_OFFLINE_THRESHOLD_SECONDS
  if (activeAt >= since) return 'active'
  return connectedAt >= since ? 'idle' : 'offline'
}

/** Whether a report at `now` (Unix seconds) changes these times; `store.ts` decides the same. */
export function changesTimes(
  { activeAt, connectedAt }: PresenceTimes,
  isActive: boolean,
  now: number,
): boolean {
  const stale = now - PRESENCE_MIN_UPDATE_SECONDS
  return connectedAt < stale || (isActive && activeAt < stale)
}
