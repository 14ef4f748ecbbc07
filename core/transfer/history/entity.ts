import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { ReportData } from '../imports/from/reading/report.ts'

/** The states of an import of a history, in their order; an import ends in one of the last three. */
export const HISTORY_STATES = [
  'uploading',
  'checking',
  'checked',
  'importing',
  'done',
  'failed',
  'cancelled',
] as const
export type HistoryState = (typeof HISTORY_STATES)[number]

/** What a worker does at the moment. */
export const HISTORY_PHASES = ['waiting', 'reading', 'checking', 'importing'] as const
export type HistoryPhase = (typeof HISTORY_PHASES)[number]

export const HistoryImport = defineEntity({
  name: 'HistoryImport',
  tableName: 'history_import',
  comment:
    'An archive that an owner uploads to bring the history of a new organization, or that the operator has imported. Belongs to the imported organization when it is done.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm', 'cascade'),
    actingUserId: reference('User', 'cascade').nullable().comment('Null for the operator.'),
    status: p.enum([...HISTORY_STATES]).default('uploading'),
    fileName: p.text(),
    length: bigint().comment('Bytes of the archive, as declared.'),
    metadata: p.text().nullable().comment('Upload-Metadata as the client sent it; null if it sent none.'),
    storageKey: p
      .text()
      .nullable()
      .unique()
      .comment('The key of the archive in the store; null for an archive of the operator.'),
    convertedKey: p
      .text()
      .nullable()
      .comment('The key of the archive of our own that the check has made; null before.'),
    sealedToken: p
      .blob()
      .nullable()
      .comment(
        'The token of the former server, encrypted with a key derived from SECRET_KEY; null without one and once the archive is checked.',
      ),
    beganAt: p.datetime().defaultRaw('clock_timestamp()'),
    attempt: p.integer().default(0).comment('Number of the attempt that works on it.'),
    aliveAt: p.datetime().defaultRaw('clock_timestamp()').comment('When somebody last worked on it.'),
    phase: p
      .text()
      .$type<HistoryPhase>()
      .default('waiting')
      .comment('waiting, reading, checking or importing.'),
    phaseBeganAt: p.datetime().defaultRaw('clock_timestamp()'),
    done: bigint().default(0).comment('How much of the phase is done, in its own unit.'),
    total: bigint().default(0),
    report: p.json<ReportData>().nullable().comment('What the archive has, and what becomes of it.'),
    failure: p.text().nullable().comment('A sentence for the owner.'),
    finishedAt: p.datetime().nullable(),
    isAnnounced: p.boolean().default(false).comment('Whether the owner was told that it is done.'),
  },
  indexes: [
    { name: 'history_import_realm', properties: ['realmId', 'id'] },
    sqlIndex(
      "CREATE UNIQUE INDEX history_import_running ON history_import (realm_id) WHERE status IN ('uploading', 'checking', 'checked', 'importing')",
    ),
  ],
})
