import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test('the index of topics then has the words of existing topics that look like tags and entities', async () => {
  await beforeMigration('20261127072500-words-of-topics-in-angle-brackets', async (database) => {
    // The conversations have no organization.
    await database.query("SET session_replication_role = 'replica'")
    await database.query(
      `INSERT INTO conversation (realm_id, channel_id, topic)
       SELECT 1, 1, unnest(ARRAY['<moon>', '<b>urgent', 'x&moon;', 'plain moons', 'a < b'])`,
    )
    await database.query('SET enable_seqscan = off')
    const found = async (query: string) => {
      const statement = `SELECT topic FROM conversation WHERE channel_id IS NOT NULL AND topic_vector(topic) @@ '${query}' ORDER BY id`
      const plan = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`)
      expect(plan.map((row) => row['QUERY PLAN']).join()).toContain('on conversation_words ')
      return (await database.query<{ topic: string }>(statement)).map(({ topic }) => topic)
    }
    expect(await found('moon')).toEqual(['plain moons'])
    await database.migrate()
    expect(await found('moon')).toEqual(['<moon>', 'x&moon;', 'plain moons'])
    expect(await found('b')).toEqual(['<b>urgent', 'a < b'])
    await database.query("INSERT INTO conversation (realm_id, channel_id, topic) VALUES (1, 1, '<moons>')")
    expect(await found('moon')).toHaveLength(4)
  })
})
