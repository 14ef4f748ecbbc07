import type { Stored } from '../../state/events/catalogue.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { PresenceTimes } from './presence.ts'
import { legacyPresence, modernPresence } from './wire.ts'

/** Somebody came online or became active again, in all formats; each client gets one of them. */
export type PresenceEvent = Stored<'presence'>

/** `now`: milliseconds. */
export function presenceEvent(user: UserRecord, presence: PresenceTimes, now: number): PresenceEvent {
  return {
    type: 'presence',
    presences: { [user.id]: modernPresence(user, presence) },
    user_id: user.id,
    email: user.email,
    server_timestamp: now / 1000,
    presence: { website: legacyPresence(presence) },
  }
}
