import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { ADDRESS_FAULTS, addressFault, checkAddress } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { User } from '../../state/users/entity.ts'
import { isGone } from '../../state/users/erased.ts'
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

/** How a directory names an account. */
export interface DirectoryNames {
  readonly userName: string
  readonly externalId: string | null
  /** The name as the directory writes it; null where it has written none. The full name here may differ. */
  readonly formattedName: string | null
  readonly givenName: string | null
  readonly familyName: string | null
}

/** An account, as a directory sees it. */
export interface AccountState extends DirectoryNames {
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

/** How the directory names an account, and whether it has deleted it. */
export type Row = DirectoryNames & { readonly isRemoved: boolean }
/** The account of a row. */
type Found = Pick<Row, 'isRemoved'> & { readonly userId: UserId }

const BY_USER_NAME = statement(
  'provisioning.by-user-name',
  // provisioned_account_user_name
  `SELECT user_id AS "userId", is_removed AS "isRemoved" FROM provisioned_account
   WHERE realm_id = $1 AND lower(user_name) = lower($2)`,
)
/** Bots, merged accounts, and people whose data was erased, are no accounts of a directory. */
export const isPerson = (user: UserRecord | undefined): user is UserRecord =>
  user !== undefined && !user.isBot && !isGone(user)

const UNNAMED = { externalId: null, formattedName: null, givenName: null, familyName: null }

const namesIn = ({ userName, externalId, formattedName, givenName, familyName }: DirectoryNames) => ({
  ...{ userName, externalId, formattedName, givenName, familyName },
})

/** `row`: undefined for an account that no directory has named. */
export const accountOf = (user: UserRecord, row: Row | undefined): Account => ({
  id: user.id,
  ...namesIn(row ?? { ...UNNAMED, userName: user.deliveryEmail }),
  email: user.deliveryEmail,
  fullName: user.fullName,
  isActive: user.isActive,
  joinedAt: Math.floor(Date.parse(user.dateJoined) / 1000),
})

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
    // Lists remember who is shown until an account changes.
    if (!user.isActive) emitChange(tx, { type: '_user', user })
    await tx.em.upsert(ProvisionedAccount, {
      ...{ userId: id, realmId: realm.id, ...namesIn(before), isRemoved: true },
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
  const names = namesIn(after)
  if (before === undefined || JSON.stringify(namesIn(before)) !== JSON.stringify(names)) {
    await checkUserName(tx, realm, user, names.userName)
    await tx.em.upsert(ProvisionedAccount, {
      ...{ userId: user.id, realmId: realm.id, ...names, isRemoved: false },
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
