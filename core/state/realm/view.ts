import { visitInSlices } from '../../platform/concurrency/in-slices.ts'
import { allOf } from '../../platform/db/servers/all-of.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { EventHead } from '../../platform/events/entities.ts'
import type { Seq } from '../../platform/ids.ts'
import { ChannelDirectory } from '../channels/directory.ts'
import { Membership } from '../channels/membership.ts'
import { GroupDirectory } from '../groups/directory.ts'
import { AlertWords } from '../users/alert-words.ts'
import { UserDirectory } from '../users/directory.ts'
import { GuestDmPartners } from '../users/guest-dm-partners.ts'
import { Mutes } from '../users/muted-users.ts'
import type { RealmLists } from './lists.ts'
import { loadRealm, type RealmSnapshot } from './load.ts'
import { fullMembershipOf, type RealmRecord } from './record.ts'
import type { RealmState } from './state.ts'

/** A realm's people, channels, groups, subscriptions and alert words at one moment. */
export interface RealmView {
  readonly record: RealmRecord
  readonly users: UserDirectory
  readonly channels: ChannelDirectory
  readonly groups: GroupDirectory
  readonly membership: Membership
  readonly alertWords: AlertWords
  readonly mutes: Mutes
  readonly guestDmPartners: GuestDmPartners
  readonly lists: RealmLists
}

/**
 * Builds the view from the results of a snapshot, in slices, because an organization may have 100,000 users.
 */
export async function viewOf(snapshot: RealmSnapshot): Promise<RealmView> {
  const users = new UserDirectory()
  await visitInSlices(snapshot.users, (user) => users.put(user))
  const channels = new ChannelDirectory()
  await visitInSlices(snapshot.channels, (channel) => channels.put(channel))
  const groups = new GroupDirectory(snapshot.realm.systemGroups)
  groups.setFullMembership(fullMembershipOf(snapshot.realm))
  for (const group of snapshot.groups) groups.put(group)
  await visitInSlices(
    snapshot.groupMembership,
    (change) => groups.change(change),
    ({ joined }) => joined?.length ?? 0,
  )
  const membership = new Membership()
  await visitInSlices(snapshot.users, ({ id, isActive }) => membership.setActive(id, isActive))
  membership.load([], snapshot.floor)
  await visitInSlices(
    snapshot.subscriptions,
    (members) => membership.load([members], snapshot.floor),
    ({ users }) => users.length,
  )
  const alertWords = new AlertWords()
  for (const { user, words } of snapshot.alertWords) alertWords.put(user, words)
  const mutes = new Mutes()
  for (const { user, muted } of snapshot.mutes) mutes.put(user, muted)
  const guestDmPartners = new GuestDmPartners()
  for (const { guest, others } of snapshot.guestDmPartners) guestDmPartners.add(guest, others)
  return {
    record: snapshot.realm,
    users,
    channels,
    groups,
    membership,
    alertWords,
    mutes,
    guestDmPartners,
    lists: snapshot.lists,
  }
}

const HEAD = statement('view.head', 'SELECT seq FROM event_head WHERE realm_id = $1')

/**
 * Calls `use` with the realm at the position of the caller's snapshot. The realm comes from this process's
 * memory when memory has not changed since that position, else from the database if `canLoad`. When it is
 * false, returns undefined without a call. `use` must not await, because memory follows the log.
 */
export async function useViewAt<T>(
  sql: Sql,
  realm: RealmState,
  canLoad: boolean,
  use: (view: RealmView, position: Seq) => T,
): Promise<T | undefined> {
  const [head] = await sql.run<Columns<typeof EventHead, 'seq'>>(HEAD, [realm.id]) // also fixes the snapshot
  if (head === undefined) throw new Error(`realm ${realm.id} is gone`)
  if (realm.position < head.seq) await realm.catchUpOn(sql)
  if (realm.position >= head.seq && realm.changedAt <= head.seq) return use(realm, head.seq)
  if (!canLoad) return undefined
  const snapshot = await loadRealm(sql, realm.id, realm.record.drawsPictures === true)
  return use(await viewOf(snapshot!), head.seq)
}

/**
 * Calls `use` with the realm as this process's memory has it, in the turn in which the position of the
 * caller's snapshot is asked for. So statements of `use` share a round trip with it. Returns the result with
 * the position when memory did not differ from the realm at that position, as usual, otherwise undefined.
 * `use` must not use the view after its first `await`.
 */
export async function useViewNow<T>(
  sql: Sql,
  realm: RealmState,
  use: (view: RealmView) => Promise<T>,
): Promise<{ position: Seq; value: T } | undefined> {
  const { generation, changedAt } = realm
  const [[head], value] = await allOf([
    sql.run<Columns<typeof EventHead, 'seq'>>(HEAD, [realm.id]), // also fixes the snapshot
    use(realm),
  ])
  if (head === undefined) throw new Error(`realm ${realm.id} is gone`)
  const { seq } = head
  if (realm.position < seq) await realm.catchUp()
  // Memory has not changed between its position and the snapshot's.
  const isSame = realm.generation === generation && realm.changedAt === changedAt
  return isSame && changedAt <= seq && realm.position >= seq ? { position: seq, value } : undefined
}
