import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test('nobody has brought a history, and an organization can have one unfinished import', async () => {
  await beforeMigration('20261129121500-history-imports', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(
      `INSERT INTO realm_import (realm_id, fingerprint, subdomain, secret) VALUES (7, 'abc 1', 'acme', 's')`,
    )
    await migrate()
    expect(await query('SELECT * FROM history_import')).toEqual([])
    expect(await query('SELECT realm_id, fingerprint FROM realm_import')).toEqual([
      { realm_id: 7, fingerprint: 'abc 1' },
    ])
    const add = (status: string, key: string) =>
      query(
        `INSERT INTO history_import (realm_id, acting_user_id, file_name, length, storage_key, status)
         VALUES (1, 1, 'a.zip', 5, '${key}', '${status}')`,
      )
    await add('failed', 'a')
    await add('uploading', 'b')
    await expect(add('checking', 'c')).rejects.toThrow('history_import_running')
    await add('done', 'd')
  })
})
