import type { Columns, NotNull } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isAdministrator } from '../../state/users/record.ts'
import type { RealmExport } from './entity.ts'

/** `export_type` on the wire: public data, or also private data of consenting users. */
export const ExportType = { public: 1, consent: 2 } as const
export type ExportType = (typeof ExportType)[keyof typeof ExportType]

/** An export as on the wire; times are Unix seconds. */
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

type ExportRow = Columns<typeof RealmExport, 'id' | 'actingUserId' | 'exportType' | 'name'> & {
  /** Unix seconds, like `deletedAt` and `failedAt`. */
  readonly requestedAt: number
  readonly deletedAt: number | null
  readonly failedAt: number | null
  readonly isPending: boolean
  readonly isAvailable: boolean
}

/** Most exports sent to clients, the newest. */
const MAX_LISTED = 200

const unixSecondsOf = (time: string): string => `extract(epoch FROM ${time})::float8`

const OF_REALM = statement(
  'export.of-realm',
  `SELECT * FROM (
     SELECT id, acting_user_id AS "actingUserId", ${unixSecondsOf('requested_at')} AS "requestedAt",
       ${unixSecondsOf('deleted_at')} AS "deletedAt", ${unixSecondsOf('failed_at')} AS "failedAt",
       status IN ('requested', 'started') AS "isPending", export_type AS "exportType",
       name, status = 'succeeded' AS "isAvailable"
     FROM realm_export WHERE realm_id = $1 ORDER BY id DESC LIMIT ${MAX_LISTED}) newest
   ORDER BY id`, // realm_export_realm
)

/** Returns the newest exports of an organization in ascending order. One query. */
export async function listExports(sql: Sql, realm: RealmState, rootUrl: string): Promise<WireExport[]> {
  const rows = await sql.run<ExportRow>(OF_REALM, [realm.id])
  return rows.map((row) => ({
    id: row.id,
    acting_user_id: row.actingUserId,
    export_time: row.requestedAt,
    deleted_timestamp: row.deletedAt,
    failed_timestamp: row.failedAt,
    export_url: row.isAvailable ? realmUrl(realm.record, rootUrl) + exportPath(realm.id, row.name) : null,
    pending: row.isPending,
    export_type: row.exportType,
  }))
}

/** Returns the path of an archive. The name is unguessable and gives access to it. */
export const exportPath = (realm: RealmId, name: string): string => `/user_exports/${realm}/${name}`

/** Emits the list of exports, as of the caller's transaction, to the administrators. */
export async function emitExports(tx: Tx, realm: RealmState, rootUrl: string): Promise<void> {
  const administrators = [...realm.users].filter(
    (user) => isAdministrator(user) && user.isActive && !user.isBot,
  )
  const exports = await listExports(tx, realm, rootUrl)
  tx.emit({ type: 'realm_export', exports }, toUsers(administrators.map((user) => user.id)))
}

const FIND = statement(
  'export.by-name',
  // realm_export_name_key
  `SELECT storage_key AS "storageKey", size FROM realm_export WHERE name = $2 AND realm_id = $1 AND status = 'succeeded'`,
)

/** The file of a complete export. `size` is in bytes. */
export type ExportFile = NotNull<Columns<typeof RealmExport, 'storageKey' | 'size'>>

/** Finds the file of an export by its name; undefined when there is none. */
export async function findArchive(sql: Sql, realm: RealmId, name: string): Promise<ExportFile | undefined> {
  const [found] = await sql.run<ExportFile>(FIND, [realm, name])
  return found
}
