import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { UserDirectory } from '../../state/users/directory.ts'
import { type Account, accountOf, type Directory, isPerson, type Row } from './accounts.ts'

type Named = Row & { readonly userId: UserId }
type Found = Pick<Named, 'userId'>

const COLUMNS = `user_id AS "userId", user_name AS "userName", external_id AS "externalId",
  formatted_name AS "formattedName", given_name AS "givenName", family_name AS "familyName", is_removed AS "isRemoved"`

const ALL = statement(
  'provisioning.all',
  // provisioned_account_user_name
  `SELECT ${COLUMNS} FROM provisioned_account WHERE realm_id = $1`,
)
const BY_ID = statement(
  'provisioning.by-id',
  // provisioned_account_pkey
  `SELECT ${COLUMNS} FROM provisioned_account WHERE user_id = ANY ($1::int[])`,
)
const REMOVED = statement(
  'provisioning.removed',
  // provisioned_account_removed
  'SELECT user_id AS "userId" FROM provisioned_account WHERE realm_id = $1 AND is_removed',
)
const BY_USER_NAME = statement(
  'provisioning.by-user-names',
  // provisioned_account_user_name
  `SELECT user_id AS "userId" FROM provisioned_account
   WHERE realm_id = $1 AND lower(user_name) = ANY (ARRAY(SELECT lower(unnest($2::text[]))))`,
)
const BY_EXTERNAL_ID = statement(
  'provisioning.by-external-ids',
  // provisioned_account_external_id
  'SELECT user_id AS "userId" FROM provisioned_account WHERE realm_id = $1 AND external_id = ANY ($2::text[])',
)
const BY_PREFIX = statement(
  'provisioning.by-prefix',
  // provisioned_account_prefix
  `SELECT user_id AS "userId" FROM provisioned_account
   WHERE realm_id = $1 AND lower(user_name) ~>=~ lower($2) AND lower(user_name) ~<=~ (lower($2) || $3)`,
)
/** Sorts behind all texts, by their bytes. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * What a filter asks of an account: an attribute with this value, in any case, or one that begins with it.
 */
export interface AccountKey {
  readonly attribute: 'id' | 'userName' | 'externalId' | 'email' | 'fullName'
  readonly value: string
  /** Only of user names and addresses. */
  readonly isPrefix: boolean
}

/** All accounts that a directory sees, by id. */
export async function listAccounts({ core, realm }: Directory): Promise<Account[]> {
  await realm.sync()
  const byUser = rowsByUser(await core.db.run<Named>(ALL, [realm.id]))
  const accounts: Account[] = []
  for (const user of realm.users) {
    const row = byUser.get(user.id)
    if (isPerson(user) && row?.isRemoved !== true) accounts.push(accountOf(user, row))
  }
  return accounts.sort((a, b) => a.id - b.id)
}

/**
 * A part of the accounts that a directory sees, by id, and their number. Reads the rows of this part. The
 * order is made anew after a change of an account, so that a page costs the same in a large organization.
 */
export async function pageOfAccounts(
  by: Directory,
  from: number,
  count: number,
): Promise<{ readonly total: number; readonly items: Account[] }> {
  const ids = await shownIds(by)
  return { total: ids.length, items: await accountsOf(by, ids.slice(from, from + count)) }
}

/** The accounts with one of the keys, by id, and perhaps others. Reads their rows and no others. */
export async function accountsWith(by: Directory, keys: readonly AccountKey[]): Promise<Account[]> {
  const { core, realm } = by
  await realm.sync()
  const ids = new Set<UserId>()
  const find = async (search: typeof ALL, values: readonly unknown[]) => {
    for (const { userId } of await core.db.run<Found>(search, [realm.id, ...values])) ids.add(userId)
  }
  const valuesOf = (attribute: AccountKey['attribute']) =>
    keys.filter((key) => key.attribute === attribute && !key.isPrefix).map(({ value }) => value)
  for (const value of valuesOf('id')) if (/^[1-9]\d{0,8}$/.test(value)) ids.add(Number(value) as UserId)
  for (const value of valuesOf('fullName')) for (const { id } of realm.users.byName(value)) ids.add(id)
  const [names, externalIds] = [valuesOf('userName'), valuesOf('externalId')]
  for (const value of [...names, ...valuesOf('email')]) {
    const user = realm.users.byEmail(value)
    if (user !== undefined) ids.add(user.id)
  }
  if (names.length > 0) await find(BY_USER_NAME, [names])
  if (externalIds.length > 0) await find(BY_EXTERNAL_ID, [externalIds])
  for (const { attribute, value } of keys.filter((key) => key.isPrefix)) {
    for (const { id } of realm.users.withAddressPrefix(value)) ids.add(id)
    if (attribute === 'userName') await find(BY_PREFIX, [value, LAST_CHARACTER])
  }
  return accountsOf(
    by,
    [...ids].sort((a, b) => a - b),
  )
}

/** The accounts with these ids that a directory sees, in this order. */
async function accountsOf({ core, realm }: Directory, ids: readonly UserId[]): Promise<Account[]> {
  if (ids.length === 0) return []
  const byUser = rowsByUser(await core.db.run<Named>(BY_ID, [ids]))
  return ids.flatMap((id) => {
    const [user, row] = [realm.users.get(id), byUser.get(id)]
    return isPerson(user) && row?.isRemoved !== true ? [accountOf(user, row)] : []
  })
}

const rowsByUser = (rows: readonly Named[]) => new Map(rows.map((row) => [row.userId, row]))

interface Shown {
  readonly version: number
  readonly ids: readonly UserId[]
}

const shown = new WeakMap<UserDirectory, Shown>()

/** The ids of the accounts that a directory sees, ascending. Valid until an account changes. */
async function shownIds({ core, realm }: Directory): Promise<readonly UserId[]> {
  await realm.sync()
  const { users } = realm
  const { version } = users
  const known = shown.get(users)
  if (known?.version === version) return known.ids
  const removed = await core.db.run<Found>(REMOVED, [realm.id])
  const hidden = new Set(removed.map(({ userId }) => userId))
  const ids: UserId[] = []
  for (const user of users) if (isPerson(user) && !hidden.has(user.id)) ids.push(user.id)
  ids.sort((a, b) => a - b)
  shown.set(users, { version, ids })
  return ids
}
