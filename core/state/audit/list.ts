import type { EntityManager } from '@mikro-orm/postgresql'
import { unixSeconds } from '../../platform/db/statements/unix-seconds.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { AuditKind, WireAuditEntry } from '../wire/audit-entry.ts'
import { AuditEntry } from './entity.ts'

/** Which entries of the audit log to list. Undefined ones do not restrict the list. */
export interface AuditFilter {
  /** Entries before this one. */
  readonly before?: number | undefined
  readonly actor?: UserId | undefined
  readonly kind?: AuditKind | undefined
  /** Unix seconds; `until` is not included. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** The newest entries that a filter lets through, and whether no older one follows. */
export async function listAudit(
  em: EntityManager,
  realm: RealmId,
  { before, actor, kind, since, until }: AuditFilter,
  limit: number,
): Promise<{ readonly entries: WireAuditEntry[]; readonly isOldest: boolean }> {
  // audit_entry_realm, audit_entry_acting_user
  const rows = await em.find(
    AuditEntry,
    {
      realmId: realm,
      ...(before !== undefined && { id: { $lt: before } }),
      ...(actor !== undefined && { actingUserId: actor }),
      ...(kind !== undefined && { kind }),
      ...((since !== undefined || until !== undefined) && {
        time: {
          ...(since !== undefined && { $gte: new Date(since * 1000) }),
          ...(until !== undefined && { $lt: new Date(until * 1000) }),
        },
      }),
    },
    { orderBy: { id: 'desc' }, limit: limit + 1, disableIdentityMap: true },
  )
  const entries = rows.slice(0, limit).map((row) => ({
    id: row.id,
    time: unixSeconds(row.time),
    acting_user_id: row.actingUserId ?? null,
    kind: row.kind,
    action: row.action,
    object_id: row.objectId ?? null,
    object_name: row.objectName,
    property: row.property ?? null,
    old_value: row.oldValue ?? null,
    new_value: row.newValue ?? null,
  }))
  return { entries, isOldest: rows.length <= limit }
}
