import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('nothing is counted yet, and the traffic of channels stays', async () => {
  await beforeMigration('20261128152000-usage-of-organizations', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(`INSERT INTO channel_day (channel_id, day, messages) VALUES (1, '2026-11-01', 7)`)
    await migrate()
    for (const table of ['usage_day', 'active_person_day', 'usage_cursor']) {
      expect(await query(`SELECT * FROM ${table}`)).toEqual([])
    }
    expect(await query('SELECT messages FROM channel_day')).toEqual([{ messages: 7 }])
  })
})
