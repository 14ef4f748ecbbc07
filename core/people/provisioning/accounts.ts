import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Core } from '../../state/core.ts'
import { ADDRESS_FAULTS, addressFault, checkAddress } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { isErased } from '../../state/users/erased.ts'
import { isOwner, type UserRecord } from '../../state/users/record.ts'
import { isOnlyOwner } from '../accounts/change-role.ts'
import { joinPerson } from '../accounts/create-person.ts'
import { activeBotsOf, setActive } from '../accounts/deactivate.ts'
import { usableName } from '../accounts/join-by-address.ts'
import { setFullName } from '../accounts/update.ts'
import { ExternalIdentity } from '../authentication/external/entities.ts'
import { setEmail } from '../credentials/change-email.ts'
import { replaceKey } from '../credentials/regenerate-key.ts'
import { forgetEmailChange } from '../credentials/request-email-change.ts'
import { removeFactors } from '../second-factors/remove.ts'
import { ProvisionedAccount } from './entities.ts'
import { invalidValue, isTaken, lastOwnerStays, noSuchResource, ownerKeepsAddress } from './errors.ts'

/** An account, as a directory sees it. */
export interface AccountState {
  readonly userName: string
  readonly externalId: string | null
  readonly email: string
  readonly fullName: string
  readonly isActive: boolean
}

/** An account with its id. */
export interface Account extends AccountState {
  readonly id: UserId
  /** Unix seconds. */
  readonly joinedAt: number
}

/** A request of a directory: `token` is the name of its token, for the audit log. */
export interface Directory {
  readonly core: Core
  readonly realm: RealmState
  readonly token: string
}

type Row = Pick<AccountState, 'userName' | 'externalId'> & { readonly isRemoved: boolean }
/** The account of a row. */
type Found = Pick<Row, 'isRemoved'> & { readonly userId: UserId }

const BY_USER_NAME = statement(
  'provisioning.by-user-name',
  // provisioned_account_user_name
  `SELECT user_id AS "userId", is_removed AS "isRemoved" FROM provisioned_account
   WHERE realm_id = $1 AND lower(user_name) = lower($2)`,
)
const BY_EXTERNAL_ID = statement(
  'provisioning.by-external-id',
  // provisioned_account_external_id
  `SELECT user_id AS "userId", is_removed AS "isRemoved" FROM provisioned_account
   WHERE realm_id = $1 AND external_id = $2 ORDER BY user_id LIMIT 100`,
)

const REMOVED = statement(
  'provisioning.removed',
  // provisioned_account_removed
  'SELECT user_id AS "userId" FROM provisioned_account WHERE realm_id = $1 AND is_removed',
)

/** Bots, and people whose data was erased, are no accounts of a directory. */
export const isPerson = (user: UserRecord | undefined): user is UserRecord =>
  user !== undefined && !user.isBot && !isErased(user)

const accountOf = (user: UserRecord, row: Row | undefined): Account => ({
  id: user.id,
  userName: row?.userName ?? user.deliveryEmail,
  externalId: row?.externalId ?? null,
  email: user.deliveryEmail,
  fullName: user.fullName,
  isActive: user.isActive,
  joinedAt: Math.floor(Date.parse(user.dateJoined) / 1000),
})

/** The accounts that a directory sees, by id. */
export async function listAccounts({ core, realm }: Directory): Promise<Account[]> {
  await realm.sync()
  const rows = await core.db.readEntities((em) => em.find(ProvisionedAccount, { realmId: realm.id }))
  const byUser = new Map(rows.map((row) => [row.userId, row as Row]))
  const accounts: Account[] = []
  for (const user of realm.users) {
    const row = byUser.get(user.id)
    if (isPerson(user) && row?.isRemoved !== true) accounts.push(accountOf(user, row))
  }
  return accounts.sort((a, b) => a.id - b.id)
}

/**
 * A part of the accounts that a directory sees, by id, and their number. Reads the rows of this part and
 * those that the directory has deleted, so that a page costs the same in a large organization.
 */
export async function pageOfAccounts(
  { core, realm }: Directory,
  from: number,
  count: number,
): Promise<{ readonly total: number; readonly items: Account[] }> {
  await realm.sync()
  const removed = await core.db.run<Pick<Found, 'userId'>>(REMOVED, [realm.id])
  const hidden = new Set(removed.map(({ userId }) => userId))
  const people = [...realm.users]
    .filter((user) => isPerson(user) && !hidden.has(user.id))
    .sort((a, b) => a.id - b.id)
  const page = people.slice(from, from + count)
  const ids = page.map(({ id }) => id)
  const rows = await core.db.readEntities((em) => em.find(ProvisionedAccount, { userId: { $in: ids } }))
  const byUser = new Map(rows.map((row) => [row.userId, row as Row]))
  // Whatever was deleted between the two queries is not shown.
  const shown = page.filter(({ id }) => byUser.get(id)?.isRemoved !== true)
  return { total: people.length, items: shown.map((user) => accountOf(user, byUser.get(user.id))) }
}

/**
 * The accounts whose user name, or id in the directory, is this one, as directories ask for each account in
 * turn.
 */
export async function accountsNamed(
  { core, realm }: Directory,
  attribute: 'userName' | 'externalId',
  value: string,
): Promise<Account[]> {
  await realm.sync()
  const search = attribute === 'userName' ? BY_USER_NAME : BY_EXTERNAL_ID
  const rows = await core.db.run<Found>(search, [realm.id, value])
  const ids = new Set(rows.map(({ userId }) => userId))
  const known = attribute === 'userName' ? realm.users.byEmail(value) : undefined
  if (known !== undefined) ids.add(known.id)
  if (ids.size === 0) return []
  const stored = await core.db.readEntities((em) =>
    em.find(ProvisionedAccount, { userId: { $in: [...ids] } }),
  )
  const byUser = new Map(stored.map((row) => [row.userId, row as Row]))
  return [...ids].flatMap((id) => {
    const user = realm.users.get(id)
    const row = byUser.get(id)
    if (!isPerson(user) || row?.isRemoved) return []
    const account = accountOf(user, row)
    const isMatch = attribute === 'externalId' || account.userName.toLowerCase() === value.toLowerCase()
    return isMatch ? [account] : []
  })
}

/** One account. Throws NOT_FOUND. */
export async function findAccount({ core, realm }: Directory, id: UserId): Promise<Account> {
  await realm.sync()
  const user = realm.users.get(id)
  const row = await core.db.readEntities((em) => em.findOne(ProvisionedAccount, { userId: id }))
  if (!isPerson(user) || row?.isRemoved) throw noSuchResource(String(id))
  return accountOf(user, (row as Row | null) ?? undefined)
}

/**
 * Creates an account without a password, or gives back the one that the directory has deleted before. Throws
 * 409 for a name or an address that another account has, and 400 for an address that cannot join.
 */
export async function createAccount(by: Directory, state: AccountState): Promise<Account> {
  const { core, realm } = by
  const id = await core.changeAsSystem(realm, async (tx) => {
    const email = checkedAddress(by, state.email)
    const known = realm.users.byEmail(email)
    const row = known && (await tx.em.findOne(ProvisionedAccount, { userId: known.id }))
    if (known !== undefined && !(row?.isRemoved && isPerson(known))) throw isTaken('userName')
    const user =
      known === undefined
        ? await joinPerson(
            tx,
            core,
            realm,
            { email, fullName: usableName(realm, state.fullName, email) },
            null,
          )
        : await withoutFormerSecrets(tx, core, known)
    await save(tx, by, user, undefined, { ...state, email }, known === undefined || !known.isActive)
    return user.id
  })
  return findAccount(by, id)
}

/**
 * Changes an account to the state that `change` makes of it, all or nothing. `change` runs while the
 * organization is locked, and what it throws changes nothing. Throws as `createAccount`, NOT_FOUND, and when
 * the last owner would be deactivated.
 */
export async function changeAccount(
  by: Directory,
  id: UserId,
  change: (account: Account) => AccountState,
): Promise<Account> {
  const { core, realm } = by
  await core.changeAsSystem(realm, async (tx) => {
    const user = realm.users.get(id)
    const row = await tx.em.findOne(ProvisionedAccount, { userId: id })
    if (!isPerson(user) || row?.isRemoved) throw noSuchResource(String(id))
    const before = accountOf(user, (row as Row | null) ?? undefined)
    await save(tx, by, user, before, change(before))
  })
  return findAccount(by, id)
}

/** Deactivates an account that the directory deletes, and hides it from the directory. */
export async function removeAccount(
  by: Directory,
  id: UserId,
  check: (account: Account) => void,
): Promise<void> {
  const { core, realm } = by
  await core.changeAsSystem(realm, async (tx) => {
    const user = realm.users.get(id)
    const row = await tx.em.findOne(ProvisionedAccount, { userId: id })
    if (!isPerson(user) || row?.isRemoved) throw noSuchResource(String(id))
    const before = accountOf(user, (row as Row | null) ?? undefined)
    check(before)
    await save(tx, by, user, before, { ...before, isActive: false })
    await tx.em.upsert(ProvisionedAccount, {
      ...{ userId: id, realmId: realm.id, userName: before.userName, externalId: before.externalId },
      isRemoved: true,
    })
  })
}

/**
 * An account that is given back may be somebody else's now: its former password, API key, sessions, passkeys
 * and identities at providers are refused.
 */
async function withoutFormerSecrets(tx: Tx, core: Core, user: UserRecord): Promise<UserRecord> {
  await tx.em.nativeUpdate(User, { id: user.id }, { passwordHash: null })
  await tx.em.nativeDelete(ExternalIdentity, { userId: user.id }) // external_identity_user
  return removeFactors(tx, core.options.secretKey, await replaceKey(tx, user))
}

/** `isNew`: the account has just been created, or was given back. */
async function save(
  tx: Tx,
  by: Directory,
  given: UserRecord,
  before: Account | undefined,
  after: AccountState,
  isNew = false,
): Promise<void> {
  const { core, realm, token } = by
  let user = given
  // Like a log-in, a directory never fails at a name that is too long, taken or not allowed here.
  if (after.fullName !== user.fullName)
    user = await setFullName(tx, realm, user, usableName(realm, after.fullName, after.email, user.id))
  if (after.email !== user.deliveryEmail) {
    // Whoever has an owner's address has the organization, by the mail for another password.
    if (isOwner(user)) throw ownerKeepsAddress()
    const email = checkedAddress(by, after.email)
    const holder = realm.users.byEmail(email)
    if (holder !== undefined && holder.id !== user.id) throw isTaken('address')
    await forgetEmailChange(tx, user)
    user = await setEmail(tx, realm, user, email, core.options.rootUrl)
  }
  if (after.isActive !== user.isActive) {
    if (!after.isActive && isOnlyOwner(realm, user)) throw lastOwnerStays()
    await setActive(tx, realm, after.isActive ? [user] : [user, ...activeBotsOf(realm, user)], after.isActive)
  }
  const { userName, externalId } = after
  if (before === undefined || before.userName !== userName || before.externalId !== externalId) {
    await checkUserName(tx, realm, user, userName)
    await tx.em.upsert(ProvisionedAccount, {
      ...{ userId: user.id, realmId: realm.id, userName, externalId, isRemoved: false },
    })
  }
  const isSame =
    before !== undefined &&
    JSON.stringify({ ...before, ...after, fullName: user.fullName }) === JSON.stringify(before)
  if (isSame && !isNew) return
  const about = { kind: 'user', action: 'changed', id: user.id, name: user.fullName } as const
  writeAudit(tx, null, [{ ...about, property: 'provisioned_by', after: token }])
}

async function checkUserName(tx: Tx, realm: RealmState, user: UserRecord, userName: string): Promise<void> {
  const address = realm.users.byEmail(userName)
  if (address !== undefined && address.id !== user.id) throw isTaken('userName')
  const others = await tx.run<Found>(BY_USER_NAME, [realm.id, userName])
  for (const { userId, isRemoved } of others.filter((one) => one.userId !== user.id)) {
    if (!isRemoved) throw isTaken('userName')
    // The directory has deleted that account and gives its name to another one.
    await tx.em.nativeUpdate(ProvisionedAccount, { userId }, { userName: `deleted:${userId}` })
  }
}

function checkedAddress({ core, realm }: Directory, given: string): string {
  const email = checkAddress(given)
  const fault = addressFault(realm, core.options.rootUrl, email)
  if (fault !== undefined) throw invalidValue(ADDRESS_FAULTS[fault])
  return email
}
