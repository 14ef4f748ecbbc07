import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference } from '../../platform/db/statements/columns.ts'
import type { AuditAction, AuditKind } from '../wire/audit-entry.ts'

export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  comment: 'One change that somebody, or the server itself, has made to an organization.',
  properties: {
    id: bigint().primary().comment('Increases in the order of the changes.'),
    realmId: reference('Realm', 'cascade'),
    time: p.datetime().defaultRaw('clock_timestamp()'),
    actingUserId: reference('User', 'cascade').nullable().comment('Null for the server and its operator.'),
    kind: p.text().$type<AuditKind>().comment('What the changed object is.'),
    action: p.text().$type<AuditAction>().comment('created, changed, removed or refused.'),
    objectId: p.integer().nullable().comment('Null for the organization and for domains.'),
    objectName: p.text().comment('The name of the object at that time, at most 200 characters.'),
    property: p.text().nullable().comment('What was changed; null where the whole object was.'),
    oldValue: p
      .text()
      .nullable()
      .comment('JSON of at most 1 KiB; a longer one is cut and ends in an ellipsis.'),
    newValue: p.text().nullable().comment('As `old_value`.'),
  },
  indexes: [
    { name: 'audit_entry_realm', properties: ['realmId', 'id'] },
    { name: 'audit_entry_acting_user', properties: ['actingUserId', 'id'] },
    { name: 'audit_entry_time', properties: ['time'] },
    { name: 'audit_entry_newest', properties: ['realmId', 'time', 'id'] },
    { name: 'audit_entry_kind', properties: ['realmId', 'kind', 'time', 'id'] },
    { name: 'audit_entry_actor', properties: ['actingUserId', 'time', 'id'] },
    { name: 'audit_entry_object', properties: ['realmId', 'kind', 'objectId', 'time'] },
  ],
})
