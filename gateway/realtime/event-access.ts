import type { Seq, UserId } from '../../core/platform/ids.ts'
import {
  canAccessAllUsers,
  canAccessUser,
  couldAccessAllUsers,
  couldAccessUser,
} from '../../core/state/access/visible-users.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { FeedEntry } from './feed-entry.ts'
import type { QueueFilter } from './queue-record.ts'

/** The properties of an event that decide whether a guest may receive it. */
type EventSubject = Pick<FeedEntry, 'audience' | 'subject' | 'isAboutUser' | 'addsUser'>

// Each function answers for a position of the log, so a late poll gets the same events as a waiting one. For
// an event without a position, callers pass the realm's current one.

/** Whether the audience of an event at position `seq` contains the user of a queue. */
export function isAddressed(
  realm: RealmState,
  { user, allPublicStreams }: QueueFilter,
  audience: FeedEntry['audience'],
  seq: Seq,
): boolean {
  if (audience.kind === 'internal') return false
  if (audience.kind === 'users') return audience.ids.includes(user)
  if (audience.except?.includes(user)) return false
  if (audience.kind === 'realm') return true
  const isMember = () => {
    const record = realm.users.get(user)
    return record !== undefined && !realm.wasGuestAt(record, seq)
  }
  if (audience.kind === 'members') return isMember()
  if (realm.membership.hadAt(audience.id, user, seq)) return true
  if (!allPublicStreams) return false
  const channel = realm.channels.get(audience.id)
  return channel !== undefined && !realm.wasPrivateAt(channel, seq) && isMember()
}

/**
 * Whether an event is hidden from `reader`, the user of a queue: events about a user go only to users with
 * access to that user (spec.md, feature level 228). An event that is addressed to the queue's user is never
 * hidden.
 */
export function isHidden(
  realm: RealmState,
  reader: UserRecord | undefined,
  { capabilities }: QueueFilter,
  { audience, subject, isAboutUser, addsUser }: EventSubject,
  seq: Seq,
): boolean {
  if (!isAboutUser || audience.kind === 'users' || subject === undefined) return false
  // Clients without the capability get a placeholder for a user whom they may not access (FL 232).
  if (addsUser && capabilities.user_list_incomplete !== true) return false
  return lacksAccess(realm, reader, subject, seq)
}

/**
 * Whether an event shows `reader` a placeholder in place of its subject. It does when `reader`, the user of a
 * queue, has no access to it. `seq`: the position at which access counts, the entry's own or a later one with
 * the same state.
 */
export function isSubjectMasked(
  realm: RealmState,
  reader: UserRecord | undefined,
  entry: FeedEntry,
  seq: Seq = entry.seq,
): boolean {
  // Asked first, because it is true of most readers.
  if (reader === undefined || seesEverybody(realm, reader, seq)) return false
  const { subject } = entry
  // A user to whom the addition of another user is addressed may know that user.
  const isMaskable = subject !== undefined && !(entry.addsUser && entry.audience.kind === 'users')
  return isMaskable && lacksAccess(realm, reader, subject, seq)
}

/** Whether the reader is a guest without access to `subject`. */
function lacksAccess(realm: RealmState, reader: UserRecord | undefined, subject: UserId, seq: Seq): boolean {
  if (reader === undefined || seesEverybody(realm, reader, seq)) return false
  const user = realm.users.get(subject)
  if (user === undefined) return false
  return !(seq < realm.position
    ? couldAccessUser(realm, reader, user, seq)
    : canAccessUser(realm, reader, user))
}

const seesEverybody = (realm: RealmState, reader: UserRecord, seq: Seq): boolean =>
  seq < realm.position ? couldAccessAllUsers(realm, reader, seq) : canAccessAllUsers(realm, reader)
