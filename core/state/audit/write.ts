import { MAX_AUDIT_NAME_LENGTH, MAX_AUDIT_VALUE_BYTES } from '../../../config/limits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { AuditAction, AuditKind } from '../wire/audit-entry.ts'
import { jsonOf } from './json.ts'

/** One change, before it is written. */
export interface AuditRow {
  readonly kind: AuditKind
  readonly action: AuditAction
  /** Null for the organization and for domains. */
  readonly id: number | null
  readonly name: string
  /** The changed property; absent where the whole object changed. */
  readonly property?: string
  /** Absent where there was none, or where administrators may not see it. */
  readonly before?: unknown
  readonly after?: unknown
}

const WRITE = statement(
  'audit.write',
  `INSERT INTO audit_entry (realm_id, acting_user_id, kind, action, object_id, object_name, property, old_value, new_value)
   SELECT $1, $2, kind, action, id, name, property, before, after
   FROM unnest($3::text[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[])
     WITH ORDINALITY AS row (kind, action, id, name, property, before, after, n) ORDER BY n`,
)

/**
 * Adds changes to the audit log in the transaction that makes them. `actor`: null for the server itself.
 * `realm`: the organization whose log it is, by default the one of the transaction.
 */
export function writeAudit(
  tx: Tx,
  actor: UserId | null,
  rows: readonly AuditRow[],
  realm: RealmId = tx.realm,
): void {
  if (rows.length === 0) return
  tx.write(WRITE, [
    realm,
    actor,
    rows.map(({ kind }) => kind),
    rows.map(({ action }) => action),
    rows.map(({ id }) => id),
    rows.map(({ name }) => [...name].slice(0, MAX_AUDIT_NAME_LENGTH).join('').replaceAll('\0', '')),
    rows.map(({ property }) => property ?? null),
    rows.map(({ before }) => bounded(before)),
    rows.map(({ after }) => bounded(after)),
  ])
}

const ELLIPSIS = '…'

/** A value as JSON of bounded length; null for none. */
function bounded(value: unknown): string | null {
  if (value === undefined) return null
  const json = jsonOf(value)
  const bytes = Buffer.from(json)
  if (bytes.length <= MAX_AUDIT_VALUE_BYTES) return json
  const end = MAX_AUDIT_VALUE_BYTES - Buffer.byteLength(ELLIPSIS)
  return `${bytes
    .subarray(0, end)
    .toString()
    .replace(/\uFFFD+$/, '')}${ELLIPSIS}`
}
