import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test('accounts that a directory has named have no parts of names yet', async () => {
  await beforeMigration('20261130094500-names-of-directories', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(`INSERT INTO provisioned_account (user_id, realm_id, user_name, external_id, is_removed)
      VALUES (1, 1, 'anna@corp.test', 'anna', false)`)
    await migrate()
    const nothing = { formatted_name: null, given_name: null, family_name: null }
    expect(
      await query(
        'SELECT user_name, external_id, is_removed, formatted_name, given_name, family_name FROM provisioned_account',
      ),
    ).toEqual([{ user_name: 'anna@corp.test', external_id: 'anna', is_removed: false, ...nothing }])
  })
})
