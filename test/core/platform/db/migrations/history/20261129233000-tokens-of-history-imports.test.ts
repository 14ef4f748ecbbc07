import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test('imports that have begun have no token', async () => {
  await beforeMigration('20261129233000-tokens-of-history-imports', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(
      `INSERT INTO history_import (realm_id, acting_user_id, file_name, length, storage_key, status)
       VALUES (1, 1, 'a.zip', 5, 'key', 'uploading')`,
    )
    await migrate()
    expect(await query('SELECT file_name, sealed_token FROM history_import')).toEqual([
      { file_name: 'a.zip', sealed_token: null },
    ])
  })
})
