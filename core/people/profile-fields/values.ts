import type { InferEntity } from '@mikro-orm/core'
import { LRUCache } from 'lru-cache'
import { MAX_PROFILE_LENGTH } from '../../../config/limits.ts'
import { render } from '../../content/markdown/render.ts'
import { markdownContext } from '../../content/messages/realm-context.ts'
import { askTogether } from '../../platform/concurrency/ask-together.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { ProfileFieldId, RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { NotYetAsked } from '../../state/users/not-yet-asked.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import { checkValue, type GivenValue } from './check-value.ts'
import { CustomProfileFieldValue } from './entities.ts'
import { fieldNotEditable, profileTooLong } from './errors.ts'
import { fieldWithId, type ProfileField, profileFieldsOf } from './field.ts'
import { isMarkdown } from './types.ts'

/** A user's values by the ids of the fields, as clients see them. */
export type ProfileData = Record<string, { value: string; rendered_value?: string }>

/** Null removes the value. */
export interface ValueChange {
  readonly id: number
  readonly value: GivenValue | null
}

type ValueRow = InferEntity<typeof CustomProfileFieldValue>

/** All values of a user. */
type ProfileRow = Columns<typeof CustomProfileFieldValue, 'userId'> & { readonly data: ProfileData }

// Statements, because they aggregate the values of each user, in one query for many users.
const COLUMNS =
  'v.user_id AS "userId", json_object_agg(v.field_id, json_strip_nulls(json_build_object(' +
  "'value', v.value, 'rendered_value', v.rendered_value))) AS data"
const OF_USER = statement(
  'profile-value.of-user',
  // custom_profile_field_value_pkey
  `SELECT ${COLUMNS} FROM custom_profile_field_value v WHERE v.user_id = $1 GROUP BY v.user_id`,
)
const OF_USERS = statement(
  'profile-value.of-users',
  // custom_profile_field_value_pkey
  `SELECT ${COLUMNS} FROM custom_profile_field_value v WHERE v.user_id = ANY ($1) GROUP BY v.user_id`,
)
const OF_REALM = statement(
  'profile-value.of-realm',
  `SELECT ${COLUMNS} FROM custom_profile_field f JOIN custom_profile_field_value v ON v.field_id = f.id
   WHERE f.realm_id = $1 GROUP BY v.user_id`, // custom_profile_field_value_field
)
// A statement, because it deletes the values of many users and returns the users.
const REMOVE_OPTIONS = statement(
  'profile-value.remove-options',
  // custom_profile_field_value_field
  'DELETE FROM custom_profile_field_value WHERE field_id = $1 AND value = ANY ($2) RETURNING user_id AS "userId"',
)

/** A user's values. One query. */
export async function profileOf(sql: Sql, user: UserId): Promise<ProfileData> {
  const [row] = await sql.run<ProfileRow>(OF_USER, [user])
  return row?.data ?? {}
}

/** The profile of a user at one version of all profiles. */
interface KnownProfile {
  readonly version: number
  readonly data: ProfileData
}

/** Bytes of the profiles that a process remembers, and of an entry besides its values. */
const MAX_KNOWN_BYTES = 4 * 1024 * 1024
const ENTRY_BYTES = 300

/** Users whose values one query finds. */
const MAX_TOGETHER = 64

const known = new WeakMap<Core, LRUCache<string, KnownProfile>>()
const asking = new WeakMap<RealmState, (user: UserId) => Promise<ProfileData | undefined>>()

function knownOf(core: Core): LRUCache<string, KnownProfile> {
  const sizeCalculation = ({ data }: KnownProfile) => ENTRY_BYTES + 2 * JSON.stringify(data).length
  const ofCore = known.get(core) ?? new LRUCache({ maxSize: MAX_KNOWN_BYTES, sizeCalculation })
  known.set(core, ofCore)
  return ofCore
}

const keyOf = ({ generation }: RealmState, user: UserId): string => `${generation} ${user}`

/** As `profileOf`. Users who ask at the same time share a query, which finds others too. */
function profileTogether(core: Core, realm: RealmState, user: UserId): Promise<ProfileData | undefined> {
  let ask = asking.get(realm)
  if (ask === undefined) {
    const notYetAsked = new NotYetAsked(realm)
    const ofCore = knownOf(core)
    ask = askTogether(MAX_TOGETHER, async (users: readonly UserId[]) => {
      const { generation } = realm
      const version = realm.users.profilesVersion
      const spare = ofCore.calculatedSize < MAX_KNOWN_BYTES / 2 ? MAX_TOGETHER - users.length : 0
      const others = notYetAsked.take(spare, (id) => users.includes(id) || ofCore.has(keyOf(realm, id)))
      const found = await profilesOfUsers(core.db, [...users, ...others])
      if (realm.generation === generation)
        for (const id of others) ofCore.set(keyOf(realm, id), { version, data: found.get(id) ?? {} })
      return found
    })
    asking.set(realm, ask)
  }
  return ask(user)
}

/**
 * A user's values as of memory's position. One query, or a part of one, when a profile of the organization
 * has changed since the last call. Without it, GET /users/me costs all processes 1.7 times as much.
 */
export async function profileInMemory(core: Core, realm: RealmState, user: UserId): Promise<ProfileData> {
  const ofCore = knownOf(core)
  const key = keyOf(realm, user)
  const version = realm.users.profilesVersion
  const former = ofCore.get(key)
  if (former?.version === version) return former.data
  const data = (await profileTogether(core, realm, user)) ?? {}
  ofCore.set(key, { version, data })
  return data
}

/** The values of all users who have values. One query. */
export async function profilesOf(sql: Sql, realm: RealmId): Promise<ReadonlyMap<UserId, ProfileData>> {
  const rows = await sql.run<ProfileRow>(OF_REALM, [realm])
  return new Map(rows.map(({ userId, data }) => [userId, data]))
}

/** The values of some users. One query. */
export async function profilesOfUsers(
  sql: Sql,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, ProfileData>> {
  const rows = await sql.run<ProfileRow>(OF_USERS, [users])
  return new Map(rows.map(({ userId, data }) => [userId, data]))
}

/**
 * Changes the caller's own values, all or none. Throws for unknown and protected fields and for invalid
 * values.
 */
export async function changeOwnValues(caller: Caller, changes: readonly ValueChange[]): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    await changeValues(tx, realm, actor, actor, changes, core.options.rootUrl)
  })
}

/**
 * Changes a user's values and emits them, in the caller's transaction, which has locked the organization.
 * Throws for an unknown field, a field that only administrators change, a value that does not fit the
 * field's type, and `profileTooLong`. `actor`: null for the server itself, which leaves out what is too long.
 */
export async function changeValues(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord | null,
  user: UserRecord,
  changes: readonly ValueChange[],
  rootUrl: string,
): Promise<void> {
  if (changes.length === 0) return
  emitChange(tx, { type: '_profiles' })
  const fields = await profileFieldsOf(tx, realm.id)
  const values = await tx.em.find(CustomProfileFieldValue, { userId: user.id }, { disableIdentityMap: true })
  const stored = new Map(values.map(({ fieldId, value }) => [fieldId, value]))
  const lengths = new Map(values.map((row) => [row.fieldId, lengthOf(row)]))
  const changed = new Map<ProfileFieldId, ValueRow | null>()
  for (const { id, value: given } of changes) {
    const field = fieldWithId(fields, id)
    if (!field.editable_by_user && actor !== null && !isAdministrator(actor)) {
      throw fieldNotEditable()
    }
    const value = given === null ? null : checkValue(realm, field, given)
    if (value === (stored.get(field.id) ?? null)) continue
    if (value === null) {
      stored.delete(field.id)
      lengths.delete(field.id)
      changed.set(field.id, null)
      emitValue(tx, user.id, { id: field.id, value })
    } else {
      const renderedValue = renderValue(realm, user, field, value, rootUrl)
      const row = { userId: user.id, fieldId: field.id, value, renderedValue }
      if (!fits(lengths, row)) {
        if (actor === null) continue // a provider's value must not keep the person from logging in
        throw profileTooLong(MAX_PROFILE_LENGTH)
      }
      stored.set(field.id, value)
      changed.set(field.id, row)
      emitValue(tx, user.id, {
        id: field.id,
        value,
        ...(renderedValue !== null && { rendered_value: renderedValue }),
      })
    }
  }
  await storeValues(tx, user.id, changed)
}

const lengthOf = ({ value, renderedValue }: ValueRow): number => value.length + (renderedValue?.length ?? 0)

/** Notes the length of a changed value, unless it is longer than before, and all together are too long. */
function fits(lengths: Map<ProfileFieldId, number>, row: ValueRow): boolean {
  const before = lengths.get(row.fieldId) ?? 0
  const after = lengthOf(row)
  let total = after - before
  for (const length of lengths.values()) total += length
  if (after > before && total > MAX_PROFILE_LENGTH) return false
  lengths.set(row.fieldId, after)
  return true
}

/** The HTML of a value; null for types that are not Markdown. */
function renderValue(
  realm: RealmState,
  user: UserRecord,
  field: ProfileField,
  value: string,
  rootUrl: string,
): string | null {
  return isMarkdown(field.type) ? render(value, markdownContext(realm, user, rootUrl)).html : null
}

/** Stores values by their fields and deletes those that are null. At most two queries. */
async function storeValues(
  tx: Tx,
  userId: UserId,
  changed: ReadonlyMap<ProfileFieldId, ValueRow | null>,
): Promise<void> {
  const rows = [...changed.values()].filter((row) => row !== null)
  const removed = [...changed.keys()].filter((id) => changed.get(id) === null)
  if (rows.length > 0) await tx.em.upsertMany(CustomProfileFieldValue, rows)
  if (removed.length > 0)
    await tx.em.nativeDelete(CustomProfileFieldValue, { userId, fieldId: { $in: removed } })
}

/** Deletes all values of a user and emits that, in the caller's transaction. */
export async function forgetValues(tx: Tx, user: UserId): Promise<void> {
  const fields = Object.keys(await profileOf(tx, user))
  if (fields.length === 0) return
  emitChange(tx, { type: '_profiles' })
  await tx.em.nativeDelete(CustomProfileFieldValue, { userId: user })
  for (const id of fields) emitValue(tx, user, { id: Number(id) as ProfileFieldId, value: null })
}

/** Deletes values that chose removed options, in the caller's transaction. */
export async function removeOptions(tx: Tx, id: ProfileFieldId, options: readonly string[]): Promise<void> {
  if (options.length === 0) return
  const rows = await tx.run<Columns<typeof CustomProfileFieldValue, 'userId'>>(REMOVE_OPTIONS, [id, options])
  if (rows.length === 0) return
  emitChange(tx, { type: '_profiles' })
  for (const { userId } of rows) emitValue(tx, userId, { id, value: null })
}

interface WireValue {
  readonly id: ProfileFieldId
  /** Null after the removal of the value. */
  readonly value: string | null
  readonly rendered_value?: string
}

function emitValue(tx: Tx, user: UserId, custom_profile_field: WireValue): void {
  tx.emit({ type: 'realm_user', op: 'update', person: { user_id: user, custom_profile_field } }, toRealm)
}
