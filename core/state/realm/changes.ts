import type { Tx } from '../../platform/db/transact.ts'
import { internal } from '../../platform/events/audience.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { ChannelRecord } from '../channels/record.ts'
import type { GroupChange, GroupRecord } from '../groups/record.ts'
import type { UserRecord } from '../users/record.ts'
import type { RealmLists } from './lists.ts'
import type { RealmRecord } from './record.ts'

/** Beside the fields of an entry whose kind a former version may ignore. */
const IGNORED = 'formerVersionsIgnore'

/**
 * What moves a process's memory of a realm forward. Each is an entry of the realm's log, so every process
 * sees it at the same position, and no client ever sees it.
 */
export type StateChange =
  /** `was…`, `guestsKnewAll`: there when that is otherwise now: a replay tells what was so before. */
  | { readonly type: '_realm'; readonly realm: RealmRecord; readonly guestsKnewAll?: boolean }
  | { readonly type: '_user'; readonly user: UserRecord; readonly wasGuest?: boolean }
  /** Values of somebody's profile, which are not in memory. */
  | { readonly type: '_profiles' }
  | { readonly type: '_channel'; readonly channel: ChannelRecord; readonly wasPrivate?: boolean }
  | { readonly type: '_group'; readonly group: GroupRecord }
  | { readonly type: '_group_membership'; readonly changes: readonly GroupChange[] }
  | { readonly type: '_membership'; readonly joined: readonly Members[]; readonly left: readonly Members[] }
  /** The lists that changed, whole. */
  | { readonly type: '_lists'; readonly lists: Partial<RealmLists> }
  /** All of a user's alert words. */
  | { readonly type: '_alert_words'; readonly user: UserId; readonly words: readonly string[] }
  /** All whom a user mutes. */
  | { readonly type: '_mutes'; readonly user: UserId; readonly muted: readonly UserId[] }
  /** With whom a guest has direct conversations, beside those that are known. */
  | { readonly type: '_met'; readonly guest: UserId; readonly others: readonly UserId[] }

declare module '../../platform/events/event.ts' {
  interface LoggedEvents {
    readonly stateChange: StateChange & { readonly [IGNORED]?: true }
  }
}

/** Users of one channel. */
export interface Members {
  readonly channel: ChannelId
  readonly users: readonly UserId[]
}

/**
 * What a process of a former version does with an entry whose kind it does not know. `knows`: every version knows the
 * kind. `ignores` it: nothing that the former version remembers is different. `reloads` the realm: something is.
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
}

/** Records a change of state in the transaction that makes it, before the events that depend on it. */
export function emitChange(tx: Tx, change: StateChange): void {
  const isIgnored = FORMER_VERSION[change.type] === 'ignores'
  tx.emit(isIgnored ? { ...change, [IGNORED]: true } : change, internal)
}

/**
 * The change that an internal entry of the log tells of. `nothing`: it is of a later version, and changes nothing that
 * this one remembers. `unknown`: it is of a later version, and the realm must be read anew.
 */
export function changeIn(payload: string): StateChange | 'nothing' | 'unknown' {
  const change = JSON.parse(payload) as StateChange & { readonly [IGNORED]?: boolean }
  if (Object.hasOwn(FORMER_VERSION, change.type)) return change
  return change[IGNORED] === true ? 'nothing' : 'unknown'
}
