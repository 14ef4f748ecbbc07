import type { Sql } from '../../platform/db/statement.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isAdministrator } from '../../state/users/record.ts'

/** `export_type` on the wire: what is public, or also what is private of those who consent. */
export const ExportType = { public: 1, consent: 2 } as const
export type ExportType = (typeof ExportType)[keyof typeof ExportType]

/** An export as administrators see it; times are Unix seconds. */
export interface WireExport {
  readonly id: number
  readonly acting_user_id: UserId
  readonly export_time: number
  readonly deleted_timestamp: number | null
  readonly failed_timestamp: number | null
  readonly export_url: string | null
  readonly pending: boolean
  readonly export_type: number
}

type Stored = Omit<WireExport, 'export_url'> & { readonly name: string; readonly isThere: boolean }

/** So many, the newest, are told. */
const TOLD = 200

const epoch = (time: string): string => `extract(epoch FROM ${time})::float8`

const OF_REALM = statement(
  'export.of-realm',
  `SELECT * FROM (
     SELECT id, acting_user_id, ${epoch('requested_at')} AS export_time, ${epoch('deleted_at')} AS deleted_timestamp,
       ${epoch('failed_at')} AS failed_timestamp, status IN ('requested', 'started') AS pending, export_type,
       name, status = 'succeeded' AS "isThere"
     FROM realm_export WHERE realm_id = $1 ORDER BY id DESC LIMIT ${TOLD}) newest
   ORDER BY id`, // realm_export_realm
)

/** The newest exports of an organization, the oldest of them first. One query. */
export async function exportsOf(sql: Sql, realm: RealmState, rootUrl: string): Promise<WireExport[]> {
  const rows = await sql.run<Stored>(OF_REALM, [realm.id])
  return rows.map(({ name, isThere, ...row }) => ({
    ...row,
    export_url: isThere ? realmUrl(realm.record, rootUrl) + exportPath(realm.id, name) : null,
  }))
}

/** Where an archive is, for whoever knows its name. */
export const exportPath = (realm: RealmId, name: string): string => `/user_exports/${realm}/${name}`

/** Tells administrators of the exports as they are in the caller's transaction. */
export async function emitExports(tx: Tx, realm: RealmState, rootUrl: string): Promise<void> {
  const administrators = [...realm.users].filter(
    (user) => isAdministrator(user) && user.isActive && !user.isBot,
  )
  const exports = await exportsOf(tx, realm, rootUrl)
  tx.emit({ type: 'realm_export', exports }, toUsers(administrators.map((user) => user.id)))
}

const FIND = statement(
  'export.by-name',
  `SELECT storage_key AS key, size FROM realm_export WHERE name = $2 AND realm_id = $1 AND status = 'succeeded'`, // realm_export_name_key
)

/** What an archive's bytes are stored under; undefined when there is none of that name. */
export async function archiveNamed(
  sql: Sql,
  realm: RealmId,
  name: string,
): Promise<{ readonly key: string; readonly size: number } | undefined> {
  const [found] = await sql.run<{ key: string; size: number }>(FIND, [realm, name])
  return found
}
