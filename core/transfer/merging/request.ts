import { isOnlyOwner, limitRole } from '../../people/accounts/change-role.ts'
import { setActive } from '../../people/accounts/deactivate.ts'
import { emitBotChanged } from '../../people/bots/event.ts'
import { withSessionsEnded } from '../../people/credentials/change-password.ts'
import { revokeOffersOf } from '../../people/invites/store.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { isErased } from '../../state/users/erased.ts'
import { accountIsMerged, noSuchUser, personIsErased, userIsDeactivated } from '../../state/users/errors.ts'
import { isOwner, type UserRecord } from '../../state/users/record.ts'
import { findPersonOfData } from '../person/request.ts'
import { AccountMerge } from './entity.ts'
import { cannotMergeIntoItself, cannotMergeOneself, cannotMergeOwner, mergeRunning } from './errors.ts'
import { MERGE_ACCOUNTS } from './jobs.ts'
import type { Accounts } from './part.ts'

const RUNNING = statement(
  'merge.running',
  // account_merge_live
  `SELECT from_id FROM account_merge WHERE realm_id = $1 AND status <> 'succeeded' LIMIT 1`,
)
const GIVE_INVITATIONS = statement(
  'merge.give-invitations',
  'UPDATE invitation SET inviter_id = $1 WHERE inviter_id = $2',
)

/** The accounts of a merge by their ids. */
export interface Named {
  readonly from: UserId
  readonly into: UserId
}

/**
 * Finds the accounts that an administrator merges. Throws as `findPersonOfData` for each of them, for the
 * same account, the caller's own, a merged or erased one, the only owner, and when the account that stays is
 * deactivated.
 */
export function findAccounts(realm: RealmState, actor: UserRecord, named: Named): Accounts {
  const from = findPersonOfData(realm, actor, named.from)
  const into = findPersonOfData(realm, actor, named.into)
  if (from.id === actor.id) throw cannotMergeOneself()
  return checkedAccounts(realm, { from, into })
}

/** As `findAccounts`, for an operator, who may merge every person. */
export function findAccountsAsOperator(realm: RealmState, { from: one, into: other }: Named): Accounts {
  const [from, into] = [realm.users.get(one), realm.users.get(other)]
  if (from === undefined || into === undefined || from.isBot || into.isBot) throw noSuchUser()
  return checkedAccounts(realm, { from, into })
}

function checkedAccounts(realm: RealmState, accounts: Accounts): Accounts {
  const { from, into } = accounts
  if (from.id === into.id) throw cannotMergeIntoItself()
  for (const one of [from, into]) {
    if (isErased(one)) throw personIsErased()
    if (one.mergedIntoId !== null) throw accountIsMerged()
  }
  if (!into.isActive) throw userIsDeactivated()
  if (isOnlyOwner(realm, from) && !isOwner(into)) throw cannotMergeOwner()
  return accounts
}

/** Throws `mergeRunning` when a merge of the organization is not finished. */
export async function checkNoneIsRunning(sql: Sql, realm: RealmId): Promise<void> {
  if ((await sql.run(RUNNING, [realm])).length > 0) throw mergeRunning()
}

/** Begins a merge at an administrator's request. Throws as `findAccounts` and `checkNoneIsRunning`. */
export async function mergeAccounts(caller: Caller, named: Named): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) =>
    begin(tx, realm, findAccounts(realm, actor, named), actor.id),
  )
}

/** Begins a merge at an operator's request. Throws as `mergeAccounts`. */
export const mergeAccountsAsOperator = (core: Core, realm: RealmState, named: Named): Promise<void> =>
  core.changeAsSystem(realm, (tx) => begin(tx, realm, findAccountsAsOperator(realm, named), null))

/**
 * Deactivates the account, gives its bots and invitations to the other one, and enqueues the rest, in the
 * caller's transaction. So nothing of the account grows while the job moves it.
 */
async function begin(
  tx: Tx,
  realm: RealmState,
  { from, into }: Accounts,
  actor: UserId | null,
): Promise<void> {
  await checkNoneIsRunning(tx, realm.id)
  for (const bot of realm.users) {
    if (bot.isBot && bot.botOwnerId === from.id) await giveBot(tx, realm, bot, into)
  }
  await tx.run(GIVE_INVITATIONS, [into.id, from.id])
  await revokeOffersOf(tx, realm, [into.id], into.role)
  if (from.isActive) await setActive(tx, realm, [from], false)
  const former = from.isActive ? { ...withSessionsEnded(from), isActive: false } : from
  await tx.em.nativeUpdate(User, { id: from.id }, { mergedIntoId: into.id })
  emitChange(tx, { type: '_user', user: { ...former, mergedIntoId: into.id } })
  await tx.em.insert(AccountMerge, {
    fromId: from.id,
    intoId: into.id,
    realmId: realm.id,
    actingUserId: actor,
  })
  tx.enqueue(MERGE_ACCOUNTS, { realm: realm.id, from: from.id })
}

/**
 * Gives a bot to the account that stays, whose role limits that of the bot. The same person keeps its key.
 */
async function giveBot(tx: Tx, realm: RealmState, bot: UserRecord, owner: UserRecord): Promise<void> {
  const changed = { ...(await limitRole(tx, realm, bot, owner.role)), botOwnerId: owner.id }
  await tx.em.nativeUpdate(User, { id: bot.id }, { botOwnerId: owner.id })
  emitChange(tx, { type: '_user', user: changed })
  emitBotChanged(tx, realm, changed, { owner_id: owner.id })
}
