import { internal } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Members } from '../channels/membership.ts'
import type { ChannelRecord } from '../channels/record.ts'
import type { GroupChange, GroupRecord } from '../groups/record.ts'
import type { UserRecord } from '../users/record.ts'
import type { RealmLists } from './lists.ts'
import type { RealmRecord } from './record.ts'

/** Marks an entry whose type former versions may ignore. */
const IGNORED = 'formerVersionsIgnore'

/**
 * A change of a process's memory of an organization. Each is an entry of the organization's log, so every
 * process applies it at the same position. Clients never get it.
 */
export type StateChange =
  /** `was…` and `guestsKnewAll` hold the former value when it is different; a replay needs it. */
  | { readonly type: '_realm'; readonly realm: RealmRecord; readonly guestsKnewAll?: boolean }
  | { readonly type: '_user'; readonly user: UserRecord; readonly wasGuest?: boolean }
  /** Values of a profile changed; memory does not contain them. */
  | { readonly type: '_profiles' }
  | { readonly type: '_channel'; readonly channel: ChannelRecord; readonly wasPrivate?: boolean }
  | { readonly type: '_group'; readonly group: GroupRecord }
  | { readonly type: '_group_membership'; readonly changes: readonly GroupChange[] }
  | { readonly type: '_membership'; readonly joined: readonly Members[]; readonly left: readonly Members[] }
  /** The complete contents of each changed list. */
  | { readonly type: '_lists'; readonly lists: Partial<RealmLists> }
  /** All of a user's alert words. */
  | { readonly type: '_alert_words'; readonly user: UserId; readonly words: readonly string[] }
  /** All users whom a user mutes. */
  | { readonly type: '_mutes'; readonly user: UserId; readonly muted: readonly UserId[] }
  /**
   * The rows of one account were given to another one. Every process loads the organization again, and
   * clients register anew, because no event says that a message has another sender.
   */
  | { readonly type: '_accounts_merged'; readonly from: UserId; readonly into: UserId }
  /** Further users with whom a guest shares a direct conversation. */
  | { readonly type: '_met'; readonly guest: UserId; readonly others: readonly UserId[] }

declare module '../../platform/events/event.ts' {
  interface LoggedEvents {
    readonly stateChange: StateChange & { readonly [IGNORED]?: true }
  }
}

/**
 * The reaction of a process of a former version to an entry of unknown type. `knows`: every version knows the
 * type. `ignores`: the former version's memory does not change. `reloads`: the former version reloads the
 * organization.
 */
const FORMER_VERSION: Readonly<Record<StateChange['type'], 'knows' | 'ignores' | 'reloads'>> = {
  _realm: 'knows',
  _user: 'knows',
  _profiles: 'knows',
  _channel: 'knows',
  _group: 'knows',
  _group_membership: 'knows',
  _membership: 'knows',
  _lists: 'knows',
  _alert_words: 'knows',
  _mutes: 'knows',
  _met: 'knows',
  _accounts_merged: 'reloads',
}

/**
 * Emits a change of memory in the transaction that makes it. Call it before you emit the events that depend
 * on it.
 */
export function emitChange(tx: Tx, change: StateChange): void {
  const isIgnored = FORMER_VERSION[change.type] === 'ignores'
  tx.emit(isIgnored ? { ...change, [IGNORED]: true } : change, internal)
}

/**
 * Reads a change from an internal entry of the log. `nothing`: a later version wrote it, and it does not
 * change this version's memory. `unknown`: a later version wrote it, and the organization must be reloaded.
 */
export function changeIn(payload: string): StateChange | 'nothing' | 'unknown' {
  const change = JSON.parse(payload) as StateChange & { readonly [IGNORED]?: boolean }
  if (Object.hasOwn(FORMER_VERSION, change.type)) return change
  return change[IGNORED] === true ? 'nothing' : 'unknown'
}
