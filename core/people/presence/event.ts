import type { EventBody } from '../../platform/db/transact.ts'
import type { UserId } from '../../platform/ids.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Presence } from './presence.ts'
import { type LegacyPresence, legacyPresence, type ModernPresence, modernPresence } from './wire.ts'

/** Somebody came online or returned to work: in all the forms that clients read, of which each gets one. */
export type PresenceEvent = EventBody & {
  readonly type: 'presence'
  readonly presences: Readonly<Record<string, ModernPresence>>
  readonly user_id: UserId
  readonly email: string
  readonly server_timestamp: number
  readonly presence: { readonly website: LegacyPresence }
}

/** `now`: milliseconds. */
export function presenceEvent(user: UserRecord, presence: Presence, now: number): PresenceEvent {
  return {
    type: 'presence',
    presences: { [user.id]: modernPresence(user, presence) },
    user_id: user.id,
    email: user.email,
    server_timestamp: now / 1000,
    presence: { website: legacyPresence(presence) },
  }
}
