import { markdownContext } from '../../content/markdown/realm-context.ts'
import { render } from '../../content/markdown/render.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { toRealm } from '../../platform/events/audience.ts'
import type { ProfileFieldId, RealmId, UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import { checkValue, type GivenValue } from './check-value.ts'
import { fieldNotEditable } from './errors.ts'
import { fieldWithId, type ProfileField, profileFieldsOf } from './field.ts'
import { isMarkdown } from './types.ts'

/** A user's values by the ids of the fields, as clients see them. */
export type ProfileData = Record<string, { value: string; rendered_value?: string }>

/** Null removes the value. */
export interface ValueChange {
  readonly id: number
  readonly value: GivenValue | null
}

const COLUMNS =
  'v.user_id AS user, json_object_agg(v.field_id, json_strip_nulls(json_build_object(' +
  "'value', v.value, 'rendered_value', v.rendered_value))) AS data"
const OF_USER = statement(
  'profile-value.of-user',
  `SELECT ${COLUMNS} FROM custom_profile_field_value v WHERE v.user_id = $1 GROUP BY v.user_id`, // custom_profile_field_value_pkey
)
const OF_USERS = statement(
  'profile-value.of-users',
  `SELECT ${COLUMNS} FROM custom_profile_field_value v WHERE v.user_id = ANY ($1) GROUP BY v.user_id`, // custom_profile_field_value_pkey
)
const OF_REALM = statement(
  'profile-value.of-realm',
  `SELECT ${COLUMNS} FROM custom_profile_field f JOIN custom_profile_field_value v ON v.field_id = f.id
   WHERE f.realm_id = $1 GROUP BY v.user_id`, // custom_profile_field_value_field
)
const PUT = statement(
  'profile-value.put',
  `INSERT INTO custom_profile_field_value AS v (user_id, field_id, value, rendered_value) VALUES ($1, $2, $3, $4)
   ON CONFLICT (user_id, field_id) DO UPDATE SET value = $3, rendered_value = $4 WHERE v.value <> $3
   RETURNING field_id`,
)
const REMOVE = statement(
  'profile-value.remove',
  'DELETE FROM custom_profile_field_value WHERE user_id = $1 AND field_id = $2 RETURNING field_id', // custom_profile_field_value_pkey
)
const REMOVE_OPTIONS = statement(
  'profile-value.remove-options',
  'DELETE FROM custom_profile_field_value WHERE field_id = $1 AND value = ANY($2) RETURNING user_id AS user', // custom_profile_field_value_field
)

/** A user's values. One query. */
export async function profileOf(sql: Sql, user: UserId): Promise<ProfileData> {
  const [row] = await sql.run<{ data: ProfileData }>(OF_USER, [user])
  return row?.data ?? {}
}

/** The values of all users who have values. One query. */
export async function profilesOf(sql: Sql, realm: RealmId): Promise<ReadonlyMap<UserId, ProfileData>> {
  const rows = await sql.run<{ user: UserId; data: ProfileData }>(OF_REALM, [realm])
  return new Map(rows.map(({ user, data }) => [user, data]))
}

/** The values of some users. One query. */
export async function profilesOfUsers(
  sql: Sql,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, ProfileData>> {
  const rows = await sql.run<{ user: UserId; data: ProfileData }>(OF_USERS, [users])
  return new Map(rows.map(({ user, data }) => [user, data]))
}

/** Changes the caller's own values, all or none. Throws as `changeValues`. */
export async function changeOwnValues(caller: Caller, changes: readonly ValueChange[]): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    await changeValues(tx, realm, actor, actor, changes, core.options.rootUrl)
  })
}

/**
 * Changes a user's values and emits them, in the caller's transaction, which has locked the organization.
 * Throws for an unknown field, a field that only administrators change, and a value that does not fit the
 * field's type.
 */
export async function changeValues(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  user: UserRecord,
  changes: readonly ValueChange[],
  rootUrl: string,
): Promise<void> {
  if (changes.length === 0) return
  emitChange(tx, { type: '_profiles' })
  const fields = await profileFieldsOf(tx, realm.id)
  for (const { id, value } of changes) {
    const field = fieldWithId(fields, id)
    if (!field.editable_by_user && !isAdministrator(actor)) {
      throw fieldNotEditable()
    }
    if (value === null) await removeValue(tx, user.id, field.id)
    else await putValue(tx, realm, user, field, checkValue(realm, field, value), rootUrl)
  }
}

async function putValue(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  field: ProfileField,
  value: string,
  rootUrl: string,
): Promise<void> {
  const rendered = isMarkdown(field.type) ? render(value, markdownContext(realm, user, rootUrl)).html : null
  const changed = await tx.run(PUT, [user.id, field.id, value, rendered])
  if (changed.length === 0) return
  emitValue(tx, user.id, { id: field.id, value, ...(rendered !== null && { rendered_value: rendered }) })
}

async function removeValue(tx: Tx, user: UserId, id: ProfileFieldId): Promise<void> {
  if ((await tx.run(REMOVE, [user, id])).length > 0) emitValue(tx, user, { id, value: null })
}

/** Deletes values that chose removed options, in the caller's transaction. */
export async function removeOptions(tx: Tx, id: ProfileFieldId, options: readonly string[]): Promise<void> {
  if (options.length === 0) return
  const rows = await tx.run<{ user: UserId }>(REMOVE_OPTIONS, [id, options])
  if (rows.length > 0) emitChange(tx, { type: '_profiles' })
  for (const { user } of rows) emitValue(tx, user, { id, value: null })
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
