import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('the audit log begins empty', async () => {
  await beforeMigration('20261128124500-audit-log', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(`INSERT INTO channel (id, realm_id, name, creator_id) VALUES (1, 1, 'one', 1)`)
    await migrate()
    expect(await query('SELECT * FROM audit_entry')).toEqual([])
    expect(await query('SELECT id, creator_id FROM channel')).toEqual([{ id: 1, creator_id: 1 }])
  })
})
