import { PRESENCE_OFFLINE_THRESHOLD_SECONDS } from '../../../config/limits.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Presence } from './presence.ts'

/** Presence by user id. Unix seconds. */
export interface ModernPresence {
  readonly active_timestamp: number
  readonly idle_timestamp: number
}

/** What one kind of client of a person reports, as older clients read it. */
export interface LegacyPresence {
  readonly client: 'website'
  readonly status: 'active' | 'idle'
  readonly timestamp: number
  readonly pushable?: false
}

/** Somebody who was never active has been away since joining. */
export function modernPresence(user: UserRecord, { activeAt, connectedAt }: Presence): ModernPresence {
  return { active_timestamp: activeAt || joinedAt(user), idle_timestamp: connectedAt }
}

/** A person is at work while the newest report of that is not older than this against that of any kind. */
const ACTIVE_FOR_SECONDS = 70

export function legacyPresence({ activeAt, connectedAt }: Presence): LegacyPresence & { pushable: false } {
  const isActive = activeAt + ACTIVE_FOR_SECONDS >= connectedAt
  return {
    client: 'website',
    status: isActive ? 'active' : 'idle',
    timestamp: isActive ? activeAt : connectedAt,
    pushable: false,
  }
}

/** By kind of client, of which only `website` is left, and the newest of all as `aggregated`. */
export function legacyPresences(presence: Presence): Record<'aggregated' | 'website', LegacyPresence> {
  const website = legacyPresence(presence)
  const { client, status, timestamp } = website
  return { aggregated: { client, status, timestamp }, website }
}

/** As `legacyPresences`, for a single person at a time (Unix seconds): who was not heard of is offline. */
export function lonePresence(presence: Presence, now: number) {
  const { status, timestamp } = legacyPresence(presence)
  const isOffline = now - timestamp > PRESENCE_OFFLINE_THRESHOLD_SECONDS
  return { aggregated: { status: isOffline ? 'offline' : status, timestamp }, website: { status, timestamp } }
}

const joinedAt = (user: UserRecord): number => Math.floor(Date.parse(user.dateJoined) / 1000)
