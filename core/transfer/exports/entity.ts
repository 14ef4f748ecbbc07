import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { Progress } from './archive/write.ts'
import type { ExportType } from './export.ts'

export const RealmExport = defineEntity({
  name: 'RealmExport',
  tableName: 'realm_export',
  comment: 'An archive that an administrator asked for.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm'),
    actingUserId: reference('User'),
    exportType: p
      .smallint()
      .$type<ExportType>()
      .comment('1 public data, 2 also private data of consenting users.'),
    status: p.enum(['requested', 'started', 'succeeded', 'failed', 'deleted']).default('requested'),
    name: p
      .text()
      .unique()
      .comment('The last part of the address below /user_exports/, which nobody can guess.'),
    requestedAt: p.datetime().defaultRaw('clock_timestamp()'),
    attempt: p.integer().default(0).comment('Number of the attempt that writes the archive.'),
    storageKey: p.text().nullable().comment('The storage key that the attempt writes.'),
    progress: p.json<Progress>().nullable().comment('The progress of the attempt.'),
    aliveAt: p.datetime().defaultRaw('clock_timestamp()').comment('When the attempt last reported.'),
    finishedAt: p.datetime().nullable(),
    size: bigint().nullable().comment('Bytes.'),
    failedAt: p.datetime().nullable(),
    failure: p.text().nullable(),
    deletedAt: p.datetime().nullable(),
  },
  indexes: [
    sqlIndex(
      "CREATE INDEX realm_export_live ON realm_export (id) WHERE status IN ('requested', 'started', 'succeeded')",
    ),
    { name: 'realm_export_realm', properties: ['realmId', 'id'] },
  ],
  checks: [{ name: 'realm_export_export_type_check', expression: 'export_type = ANY (ARRAY[1, 2])' }],
})
