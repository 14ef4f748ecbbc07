import type { RealmId } from '../../platform/ids.ts'
import type { Members } from '../channels/membership.ts'
import type { ChannelRecord } from '../channels/record.ts'
import type { UserRecord } from '../users/record.ts'
import type { Hooks } from './hooks.ts'
import type { RealmState } from './state.ts'
import type { RealmView } from './view.ts'

/** An organization with the uncommitted changes of a transaction. */
export interface PendingRealm extends RealmView {
  readonly id: RealmId
  readonly hooks: Hooks
}

/** Changes of a transaction that its log does not contain yet. */
export interface OwnChanges {
  readonly users?: readonly UserRecord[]
  readonly channels?: readonly ChannelRecord[]
  readonly joined?: readonly Members[]
}

/**
 * The organization as it will be after the commit of the caller's transaction, which has locked it, for
 * messages about the transaction's own changes. Copies the users, the channels or the subscriptions, where
 * they changed.
 */
export function afterChanges(
  realm: RealmState,
  { users = [], channels = [], joined = [] }: OwnChanges,
): PendingRealm {
  const { record, groups, alertWords, mutes, guestDmPartners, lists } = realm
  return {
    ...{ record, groups, alertWords, mutes, guestDmPartners, lists },
    id: realm.id,
    hooks: realm.hooks,
    users: users.length === 0 ? realm.users : realm.users.with(users),
    channels: channels.length === 0 ? realm.channels : realm.channels.with(channels),
    membership: joined.length === 0 ? realm.membership : realm.membership.with(joined),
  }
}
