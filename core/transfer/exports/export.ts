import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { EXPORT_LIFETIME_DAYS } from '../../../config/limits.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { realmUrl } from '../../state/realm/address.ts'
import type { PendingRealm } from '../../state/realm/pending-realm.ts'
import { isAdministrator } from '../../state/users/record.ts'
import { RealmExport } from './entity.ts'

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

/** Most exports sent to clients, the newest. */
const MAX_LISTED = 200

const unixSecondsOf = (time: Date): number => time.getTime() / 1000
const unixSecondsOrNull = (time: Date | null | undefined): number | null =>
  time == null ? null : unixSecondsOf(time)

/** Returns the newest exports of an organization in ascending order. One query (realm_export_realm). */
export async function listExports(
  em: EntityManager,
  realm: Pick<PendingRealm, 'id' | 'record'>,
  rootUrl: string,
): Promise<WireExport[]> {
  const rows = await em.find(
    RealmExport,
    { realmId: realm.id },
    { orderBy: { id: 'desc' }, limit: MAX_LISTED, disableIdentityMap: true },
  )
  return rows.reverse().map((row) => ({
    id: row.id,
    acting_user_id: row.actingUserId,
    export_time: unixSecondsOf(row.requestedAt),
    deleted_timestamp: unixSecondsOrNull(row.deletedAt),
    failed_timestamp: unixSecondsOrNull(row.failedAt),
    export_url:
      row.status === 'succeeded' ? realmUrl(realm.record, rootUrl) + exportPath(realm.id, row.name) : null,
    pending: row.status === 'requested' || row.status === 'started',
    export_type: row.exportType,
  }))
}

/**
 * Returns the path of an archive. The name is unguessable and gives access to it until an administrator loses
 * the role or the account (`renameArchives`).
 */
export const exportPath = (realm: RealmId, name: string): string => `/user_exports/${realm}/${name}`

/** Emits the list of exports, as of the caller's transaction, to the administrators. */
export async function emitExports(tx: Tx, realm: PendingRealm, rootUrl: string): Promise<void> {
  const administrators = [...realm.users].filter(
    (user) => isAdministrator(user) && user.isActive && !user.isBot,
  )
  const exports = await listExports(tx.em, realm, rootUrl)
  tx.emit({ type: 'realm_export', exports }, toUsers(administrators.map((user) => user.id)))
}

/** The file of a complete export. `size` is in bytes. */
export interface ExportFile {
  readonly storageKey: string
  readonly size: number
}

/**
 * Finds the file of an export by its name; undefined when there is none, or it has expired and waits for its
 * deletion. One query (realm_export_name_key).
 */
export async function findArchive(
  em: EntityManager,
  realm: RealmId,
  name: string,
): Promise<ExportFile | undefined> {
  const found = await em.findOne(RealmExport, {
    name,
    realmId: realm,
    status: 'succeeded',
    finishedAt: { $gt: raw<object, Date>(`now() - interval '${EXPORT_LIFETIME_DAYS} days'`) },
  })
  return found === null ? undefined : { storageKey: found.storageKey!, size: found.size! }
}
