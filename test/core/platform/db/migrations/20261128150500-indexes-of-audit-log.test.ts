import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('entries stay, and are found by kind and time', async () => {
  await beforeMigration('20261128150500-indexes-of-audit-log', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(
      `INSERT INTO audit_entry (realm_id, kind, action, object_name) VALUES (1, 'channel', 'created', 'one')`,
    )
    await migrate()
    await query('SET enable_seqscan = off')
    const plan = await query(
      `EXPLAIN SELECT * FROM audit_entry WHERE realm_id = 1 AND kind = 'channel' ORDER BY time DESC, id DESC LIMIT 1`,
    )
    expect(JSON.stringify(plan)).toContain('audit_entry_kind')
    expect(await query('SELECT object_name FROM audit_entry')).toEqual([{ object_name: 'one' }])
  })
})
