import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test('organizations begin without providers of log-ins, which have different names in each', async () => {
  await beforeMigration('20261128184500-log-in-providers', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await migrate()
    expect(await query('SELECT * FROM log_in_provider')).toEqual([])
    const insert = (realm: number) =>
      query(
        `INSERT INTO log_in_provider (realm_id, kind, name, display_name, is_enabled, settings)
         VALUES (${realm}, 'openid', 'corp', 'Corp', true, '{}')`,
      )
    await insert(1)
    await insert(2)
    await expect(insert(1)).rejects.toThrow(/log_in_provider_name/)
  })
})
