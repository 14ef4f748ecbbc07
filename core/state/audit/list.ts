import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, type Statement, statement } from '../../platform/db/statements/statement.ts'
import { unixSeconds } from '../../platform/db/statements/unix-seconds.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { AuditKind, WireAuditEntry } from '../wire/audit-entry.ts'
import type { AuditEntry } from './entity.ts'

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

type Row = Columns<
  typeof AuditEntry,
  'id' | 'actingUserId' | 'kind' | 'action' | 'objectId' | 'objectName' | 'property' | 'oldValue' | 'newValue'
> & { readonly time: string }

/** The condition of each part of a filter. $1 is the organization, $2 the limit, $3 to $7 the parts. */
const CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  // The entry that a client names may be of another organization.
  before: `(time, id) < (SELECT time, CASE WHEN id = $3 THEN id ELSE id + 1 END FROM audit_entry
    WHERE realm_id = $1 AND id <= $3 ORDER BY id DESC LIMIT 1)`, // audit_entry_realm
  actor: 'acting_user_id = $4',
  kind: 'kind = $5',
  since: 'time >= to_timestamp($6::float8)',
  until: 'time < to_timestamp($7::float8)',
}
const PARTS = Object.keys(CONDITIONS) as (keyof AuditFilter)[]
const ANY_VALUE = '($3::int8, $4::int4, $5::text, $6::float8, $7::float8) IS DISTINCT FROM NULL'

const statements = new Map<string, Statement>()

/**
 * The statement for filters with these parts. Its index: audit_entry_newest, audit_entry_kind or
 * audit_entry_actor.
 */
function statementFor(parts: readonly (keyof AuditFilter)[]): Statement {
  const name = `audit.list.${parts.join('.')}`
  const known = statements.get(name)
  if (known !== undefined) return known
  const conditions = [ANY_VALUE, 'realm_id = $1', ...parts.map((part) => CONDITIONS[part])]
  const made = statement(
    name,
    `SELECT id, time, acting_user_id AS "actingUserId", kind, action, object_id AS "objectId",
       object_name AS "objectName", property, old_value AS "oldValue", new_value AS "newValue"
     FROM audit_entry WHERE ${conditions.join(' AND ')} ORDER BY time DESC, id DESC LIMIT $2`,
  )
  statements.set(name, made)
  return made
}

/** The newest entries that a filter lets through, and whether no older one follows. One query. */
export async function listAudit(
  sql: Sql,
  realm: RealmId,
  filter: AuditFilter,
  limit: number,
): Promise<{ readonly entries: WireAuditEntry[]; readonly isOldest: boolean }> {
  const given = PARTS.filter((part) => filter[part] !== undefined)
  const values = [realm, limit + 1, ...PARTS.map((part) => filter[part] ?? null)]
  const rows = await sql.run<Row>(statementFor(given), values)
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
