import { isStateChange } from '../../platform/events/log.ts'
import type { GroupId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { WrittenEvent } from '../../platform/transactions/written-rows.ts'
import { channelFromLog } from '../channels/record.ts'
import { groupSettings } from '../groups/permission-settings.ts'
import { type GroupChange, groupFromLog } from '../groups/record.ts'
import { changeIn, type StateChange } from '../realm/changes.ts'
import { listsFromLog, type RealmLists } from '../realm/lists.ts'
import { realmFromLog } from '../realm/record.ts'
import type { RealmView } from '../realm/view.ts'
import { isErased } from '../users/erased.ts'
import { type UserRecord, userFromLog } from '../users/record.ts'
import { compared, comparedLists } from './compare.ts'
import {
  accountDescription,
  CHANNEL,
  LISTS,
  ORGANIZATION,
  OWN_PROPERTIES,
  USER_DEFAULTS,
  USER_GROUP,
} from './descriptions.ts'
import { type AuditRow, writeAudit } from './write.ts'

/**
 * Writes a transaction's changes of the organization, by its changes of memory, before it commits.
 * `realm` is memory before them. `actor`: null for the server itself.
 */
export function auditChanges(tx: Tx, realm: RealmView, actor: UserId | null): void {
  const changes = changesAmong(tx.events)
  if (changes.length > 0) writeAudit(tx, actor, rowsOf(realm, changes, actor))
}

/** Whether administrators make changes of this type. The others are people's own, or follow from messages. */
const IS_AUDITED: Readonly<Record<StateChange['type'], boolean>> = {
  _realm: true,
  _user: true,
  _profiles: false,
  _channel: true,
  _group: true,
  _group_membership: true,
  _membership: false,
  _lists: true,
  _alert_words: false,
  _mutes: false,
  _met: false,
  _accounts_merged: false,
}

function changesAmong(events: readonly WrittenEvent[]): StateChange[] {
  return events.filter(isStateChange).flatMap(({ payload }) => {
    const change = changeIn(payload)
    return typeof change === 'string' || !IS_AUDITED[change.type] ? [] : [change]
  })
}

/** The last record of each object that the changes have, by id. */
class Latest<Id, Item> {
  readonly records = new Map<Id, Item>()
  readonly #known: (id: Id) => Item | undefined

  constructor(known: (id: Id) => Item | undefined) {
    this.#known = known
  }

  change(id: Id, apply: (known: Item | undefined) => Item): void {
    this.records.set(id, apply(this.get(id)))
  }

  get(id: Id): Item | undefined {
    return this.records.get(id) ?? this.#known(id)
  }

  pairs(): (readonly [Item | undefined, Item])[] {
    return [...this.records].map(([id, item]) => [this.#known(id), item])
  }
}

function rowsOf(realm: RealmView, changes: readonly StateChange[], actor: UserId | null): AuditRow[] {
  const users = new Latest((id: UserId) => realm.users.get(id))
  const channels = new Latest((id: Parameters<typeof realm.channels.get>[0]) => realm.channels.get(id))
  const groups = new Latest((id: GroupId) => realm.groups.get(id))
  const members: GroupChange[] = []
  let { record, lists } = realm
  for (const change of changes) {
    switch (change.type) {
      case '_realm':
        record = realmFromLog(change.realm, record)
        break
      case '_user':
        users.change(change.user.id, (known) => userFromLog(change.user, known))
        break
      case '_channel':
        channels.change(change.channel.id, (known) =>
          channelFromLog(change.channel, known, record.systemGroups),
        )
        break
      case '_group':
        groups.change(change.group.id, (known) =>
          groupFromLog(change.group, known, (group) => groupSettings({}, group, record.systemGroups)),
        )
        break
      case '_group_membership':
        members.push(...change.changes)
        break
      case '_lists':
        lists = listsFromLog(change.lists, lists)
        break
    }
  }
  return [
    ...compared(ORGANIZATION, realm.record, record),
    ...compared(USER_DEFAULTS, realm.record, record),
    ...users.pairs().flatMap(([before, after]) => ofAccount(before, after, actor)),
    ...channels.pairs().flatMap(([before, after]) => compared(CHANNEL, before, after)),
    ...groups.pairs().flatMap(([before, after]) => compared(USER_GROUP, before, after)),
    ...members.flatMap((change) => ofMembers(groups, change)),
    ...(Object.keys(LISTS) as (keyof RealmLists)[]).flatMap((name) => ofList(name, realm.lists, lists)),
  ]
}

function ofAccount(before: UserRecord | undefined, after: UserRecord, actor: UserId | null): AuditRow[] {
  if (before !== undefined && isErased(after)) {
    // The log does not keep the name of a person whose data is erased.
    const erased = { ...accountDescription(after), name: () => after.fullName }
    return compared(erased, before, after).filter(({ property }) => property !== 'full_name')
  }
  const rows = compared(accountDescription(after), before, after)
  const isByOther = actor !== null && actor !== after.id
  return isByOther ? rows : rows.filter(({ property = '' }) => !OWN_PROPERTIES.has(property))
}

/** System groups follow from roles, whose changes have entries of their own. */
function ofMembers(
  groups: Latest<GroupId, { readonly name: string; readonly isSystemGroup: boolean }>,
  { group: id, joined = [], left = [], subgroupsAdded = [], subgroupsRemoved = [] }: GroupChange,
): AuditRow[] {
  const group = groups.get(id)
  if (group === undefined || group.isSystemGroup) return []
  const about = { kind: 'user_group', action: 'changed', id, name: group.name } as const
  const row = (property: string, rest: Pick<AuditRow, 'before' | 'after'>, ids: readonly number[]) =>
    ids.length === 0 ? [] : [{ ...about, property, ...rest }]
  return [
    ...row('members_added', { after: joined }, joined),
    ...row('members_removed', { before: left }, left),
    ...row('subgroups_added', { after: subgroupsAdded }, subgroupsAdded),
    ...row('subgroups_removed', { before: subgroupsRemoved }, subgroupsRemoved),
  ]
}

function ofList<Name extends keyof RealmLists>(
  name: Name,
  before: RealmLists,
  after: RealmLists,
): AuditRow[] {
  return before[name] === after[name] ? [] : comparedLists(LISTS[name], before[name], after[name])
}
