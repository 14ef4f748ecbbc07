import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('uploads that have begun then have no metadata, and stay', async () => {
  await beforeMigration('20261126082000-metadata-of-uploads', async (database) => {
    await database.query("SET session_replication_role = 'replica'") // The upload has no owner.
    await database.query(
      "INSERT INTO pending_upload (storage_key, realm_id, owner_id, name, content_type, length, expires_at) VALUES ('k', 1, 1, 'a.txt', 'text/plain', 3, now())",
    )
    await database.migrate()
    expect(await database.query('SELECT storage_key, length, metadata FROM pending_upload')).toEqual([
      { storage_key: 'k', length: 3, metadata: null },
    ])
  })
})
