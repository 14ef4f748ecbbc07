import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { FullMembership } from '../../state/groups/directory.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { emitChannelVisibilityChange } from './channel-visibility.ts'
import { emitGroupEvent, groupEventFields } from './event.ts'

// One statement for all organizations (user_account_joined). A threshold of more than a century is never
// passed.
const DUE = statement(
  'full-members.due',
  `WITH waiting AS (
     SELECT id, full_members_at, to_timestamp($1::float8 / 1000) AS now,
       make_interval(hours => 24 * least((settings->>'waiting_period_threshold')::int, 36500)) AS period
     FROM realm WHERE NOT is_deactivated AND (settings->>'waiting_period_threshold')::int > 0
   )
   SELECT id FROM waiting w WHERE EXISTS (
     SELECT FROM user_account u WHERE u.realm_id = w.id AND u.role = 400
       AND u.joined_at > w.full_members_at - w.period AND u.joined_at <= w.now - w.period)`,
)

/**
 * Makes people full members whose waiting period (spec.md `waiting_period_threshold`) has passed by `now`, in
 * milliseconds since 1970, and emits the change once. Throws `RealmsFailed` at the end.
 */
export async function promoteFullMembers(core: Core, now = Date.now()): Promise<void> {
  const failures = new RealmFailures(core.log)
  for (const { id } of await core.db.run<{ id: RealmId }>(DUE, [now])) {
    await failures.contain(id, () => promoteMembersOf(core, id, now))
  }
  failures.throwIfAny()
}

async function promoteMembersOf(core: Core, id: RealmId, now: number): Promise<void> {
  const realm = await core.realms.get(id)
  if (realm === undefined) return
  await core.changeAsSystem(realm, async (tx) => {
    const after = await storeFullMembersTime(tx, realm, now)
    emitChange(tx, { type: '_realm', realm: { ...realm.record, fullMembersAt: after } })
    const { waiting_period_threshold: waitingDays } = realm.record.settings
    emitFullMembersChange(tx, realm, { waitingDays, at: after })
  })
}

/**
 * Stores `now` as the time up to which waiting periods are evaluated. Returns the stored time, which never
 * goes back.
 */
export async function storeFullMembersTime(
  tx: Tx,
  { id, record }: RealmState,
  now = Date.now(),
): Promise<number> {
  const at = Math.max(now, record.fullMembersAt)
  await tx.em.nativeUpdate(Realm, { id }, { fullMembersAt: new Date(at) })
  return at
}

/**
 * Emits who becomes a full member by the new rule and who no longer is one, and the private channels that
 * these people can newly see or no longer see; in the caller's transaction, which has locked the
 * organization.
 */
export function emitFullMembersChange(tx: Tx, realm: RealmState, rule: FullMembership): void {
  const { groups } = realm
  const id = realm.record.systemGroups['role:fullmembers']
  const members = (): Set<UserId> =>
    new Set(
      [...realm.users]
        .filter((user) => user.isActive && groups.isDirectMember(id, user))
        .map((user) => user.id),
    )
  const [before, after] = [members(), groups.afterFullMembership(rule, members)]
  const joined = [...after].filter((user) => !before.has(user))
  const left = [...before].filter((user) => !after.has(user))
  const group = groupEventFields(groups.get(id)!)
  if (left.length > 0) emitGroupEvent(tx, { ...group, op: 'remove_members', user_ids: left })
  if (joined.length > 0) emitGroupEvent(tx, { ...group, op: 'add_members', user_ids: joined })
  emitChannelVisibilityChange(tx, realm, [...joined, ...left], (ask) => groups.afterFullMembership(rule, ask))
}
