import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('drafts and scheduled messages of a topic are then found by an index', async () => {
  await beforeMigration('20261130164500-index-texts-by-topic', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'") // The rows have no user and no channel.
    await query(
      `INSERT INTO draft (user_id, type, recipient_ids, topic, content, edited_at) VALUES
       (1, 'stream', '{7}', 'Plays', 'a', 0), (1, 'stream', '{8}', 'plays', 'b', 0), (1, 'private', '{7}', '', 'c', 0)`,
    )
    await query(
      `INSERT INTO scheduled_message (realm_id, user_id, channel_id, topic, content, rendered_content, client, deliver_at)
       VALUES (1, 1, 7, 'PLAYS', 'd', '', '', now()), (1, 1, NULL, NULL, 'e', '', '', now())`,
    )
    await migrate()
    await query('SET enable_seqscan = off')
    const found = async (index: string, statement: string) => {
      expect(JSON.stringify(await query(`EXPLAIN ${statement}`))).toContain(index)
      return query(statement)
    }
    const drafts = `SELECT content FROM draft WHERE type = 'stream' AND recipient_ids[1] = 7 AND lower(topic) = 'plays'`
    expect(await found('draft_topic', drafts)).toEqual([{ content: 'a' }])
    const scheduled = `SELECT content FROM scheduled_message WHERE channel_id = 7 AND lower(topic) = 'plays'`
    expect(await found('scheduled_message_topic', scheduled)).toEqual([{ content: 'd' }])
  })
})
