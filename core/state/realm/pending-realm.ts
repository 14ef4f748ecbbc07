import type { Tx } from '../../platform/db/transact.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { ChannelRecord } from '../channels/record.ts'
import type { Hooks } from '../hooks.ts'
import type { UserRecord } from '../users/record.ts'
import type { Members } from './changes.ts'
import type { RealmState } from './state.ts'
import type { RealmView } from './view.ts'

/** A realm as what a transaction stores goes by it. */
export interface PendingRealm extends RealmView {
  readonly id: RealmId
  readonly hooks: Hooks
  /** As `RealmState.lockAndSync`. */
  lockAndSync(tx: Tx): Promise<void>
}

/** What a transaction has changed of a realm, before its log says so. */
export interface OwnChanges {
  readonly users?: readonly UserRecord[]
  readonly channels?: readonly ChannelRecord[]
  readonly joined?: readonly Members[]
}

/**
 * The realm, which the caller's transaction holds still, as it is once that is committed: for what the transaction
 * says of its own changes. Costs a copy of the users, of the channels or of who is subscribed, where such have changed.
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
    lockAndSync: async () => undefined,
  }
}
