import { expect, test } from 'vitest'
import { ENTITIES } from '../../../../../core/entities.ts'
import { beforeMigration } from '../../../../harness/migration.ts'
import { readSchema } from '../../../../harness/schema.ts'

/** Tables of later migrations. */
const LATER: readonly string[] = [
  'server_key',
  'database_timeline',
  'list_growth',
  'audit_entry',
  'person_task',
  'authenticator',
  'recovery_code',
  'passkey',
  'usage_day',
  'active_person_day',
  'usage_cursor',
  'external_identity',
  'provisioning_token',
  'provisioned_account',
  'provisioned_group',
  'log_in_provider',
  'zoom_account',
  'word_rules',
  'history_import',
  'unclaimed_person',
  'account_merge',
]

test('an empty database then has an empty table for every entity of its time', async () => {
  await beforeMigration('20261122080000-initial-schema', async (database) => {
    expect((await readSchema(database.url)).tables).toEqual([])
    await database.migrate()
    const tables = (await readSchema(database.url)).tables.map((line) => line.split(' ')[0]!)
    const expected = ENTITIES.map((entity) => entity.meta.tableName).filter((name) => !LATER.includes(name))
    expect(tables).toEqual(expected.sort())
    for (const table of tables) expect(await database.query(`SELECT FROM ${table}`)).toEqual([])
  })
})
