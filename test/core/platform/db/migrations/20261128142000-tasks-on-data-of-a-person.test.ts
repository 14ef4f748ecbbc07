import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('nobody has asked for data of a person, and exports of organizations stay', async () => {
  await beforeMigration('20261128142000-tasks-on-data-of-a-person', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(
      `INSERT INTO realm_export (id, realm_id, acting_user_id, export_type, name) VALUES (7, 1, 1, 2, 'a.zip')`,
    )
    await migrate()
    expect(await query('SELECT * FROM person_task')).toEqual([])
    expect(await query('SELECT id, name FROM realm_export')).toEqual([{ id: 7, name: 'a.zip' }])
  })
})
