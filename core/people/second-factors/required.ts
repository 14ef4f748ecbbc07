import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { lastFactorRequired } from './errors.ts'
import { hasSecondFactor } from './factors.ts'

const DAY_MS = 86_400_000

/**
 * When the organization begins to require a second factor of this person, in milliseconds since 1970;
 * undefined when it does not. New people get the same time.
 */
export function requiredFrom(realm: Pick<RealmState, 'record'>, user: UserRecord): number | undefined {
  const { settings } = realm.record
  const role = settings.two_factor_required_role
  if (role === 0 || user.isBot || user.role > role) return undefined
  const since = Math.max(settings.two_factor_required_since * 1000, Date.parse(user.dateJoined))
  return since + settings.two_factor_grace_days * DAY_MS
}

/** Whether the person must set up a second factor before anything else. */
export function lacksRequiredFactor(realm: Pick<RealmState, 'record'>, user: UserRecord): boolean {
  if (realm.record.settings.two_factor_required_role === 0 || hasSecondFactor(user)) return false
  const from = requiredFrom(realm, user)
  return from !== undefined && from <= Date.now()
}

/** Throws when the organization requires a second factor and `left` has none. */
export function requireOtherFactor(
  realm: Pick<RealmState, 'record'>,
  user: UserRecord,
  left: Pick<UserRecord, 'hasAuthenticator' | 'passkeyCount'>,
): void {
  if (requiredFrom(realm, user) !== undefined && !hasSecondFactor(left)) throw lastFactorRequired()
}
