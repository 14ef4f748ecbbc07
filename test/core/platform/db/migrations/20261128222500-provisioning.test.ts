import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('organizations begin without tokens of directories; a name in a directory is unique in each', async () => {
  await beforeMigration('20261128222500-provisioning', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await migrate()
    for (const table of ['provisioning_token', 'provisioned_account', 'provisioned_group'])
      expect(await query(`SELECT * FROM ${table}`)).toEqual([])
    const insert = (realm: number, user: number, name: string) =>
      query(
        `INSERT INTO provisioned_account (user_id, realm_id, user_name) VALUES (${user}, ${realm}, '${name}')`,
      )
    await insert(1, 1, 'anna')
    await insert(2, 2, 'anna')
    await expect(insert(1, 3, 'ANNA')).rejects.toThrow(/provisioned_account_user_name/)
  })
})
