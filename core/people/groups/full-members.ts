import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { FullMembership } from '../../state/groups/directory.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { emitSightChange } from './channel-visibility.ts'
import { emitGroup, ofGroup } from './event.ts'

// user_account_joined. A threshold of more than a century is never passed.
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
const STORE = statement(
  'full-members.store',
  'UPDATE realm SET full_members_at = to_timestamp($2::float8 / 1000) WHERE id = $1', // realm_pkey
)

/**
 * Makes full members of those whose waiting period (spec.md `waiting_period_threshold`) has passed by `now`,
 * milliseconds since 1970, and tells their organizations, once.
 */
export async function promoteFullMembers(core: Core, now = Date.now()): Promise<void> {
  for (const { id } of await core.db.run<{ id: RealmId }>(DUE, [now])) {
    const realm = await core.realms.get(id)
    if (realm === undefined) continue
    await core.transactLocked(id, async (tx) => {
      await realm.lockAndSync(tx)
      const after = await passTime(tx, realm, now)
      emitChange(tx, { type: '_realm', realm: { ...realm.record, fullMembersAt: after } })
      const { waiting_period_threshold: waitingDays } = realm.record.settings
      tellOfFullMembers(tx, realm, { waitingDays, at: after })
    })
  }
}

/** Lets who is a full member be what it is at `now`; returns that time, for the realm's record. It never goes back. */
export async function passTime(tx: Tx, { id, record }: RealmState, now = Date.now()): Promise<number> {
  const at = Math.max(now, record.fullMembersAt)
  await tx.run(STORE, [id, at])
  return at
}

/**
 * Tells everyone who is a full member by the new rule and was none by the one in memory, and the reverse, and tells
 * those people of the private channels that they see by that, in the caller's transaction, which holds the realm still.
 */
export function tellOfFullMembers(tx: Tx, realm: RealmState, rule: FullMembership): void {
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
  const group = ofGroup(groups.get(id)!)
  if (left.length > 0) emitGroup(tx, { ...group, op: 'remove_members', user_ids: left })
  if (joined.length > 0) emitGroup(tx, { ...group, op: 'add_members', user_ids: joined })
  emitSightChange(tx, realm, [...joined, ...left], (ask) => groups.afterFullMembership(rule, ask))
}
