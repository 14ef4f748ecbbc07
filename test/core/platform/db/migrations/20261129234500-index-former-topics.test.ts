import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('what was moved and renamed before is then found by its former places', async () => {
  await beforeMigration('20261129234500-index-former-topics', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'") // The rows have no organization and no channel.
    await query(
      `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, edit_history)
       VALUES (1, 1, 1, 7, 1, 'x', 'x', 'x', $1), (2, 1, 1, 7, 1, 'x', 'x', 'x', $2), (3, 1, 1, 7, 1, 'x', 'x', 'x', NULL)`,
      [
        JSON.stringify([
          { at: 5, prev_topic: 'Here', topic: 'now' },
          { at: 4, prev_content: 'text' },
          { at: 3, prev_topic: 'THERE', topic: 'Here', prev_stream: 6, stream: 7 },
          { at: 2, prev_topic: 'before', topic: 'THERE' },
          { at: 1, prev_topic: 'first', prev_stream: 5, stream: 6 },
        ]),
        JSON.stringify([{ at: 1, prev_content: 'text' }]),
      ],
    )
    await query(
      `INSERT INTO conversation (realm_id, channel_id, topic, newest_message_id, renames) VALUES
       (1, 7, 'new', 0, $1), (1, 7, 'other', 0, NULL), (1, 7, 'strange', 0, 'null')`,
      [JSON.stringify([{ at: 1, up_to: 1, prev_topic: 'Old', topic: 'new' }])],
    )
    await migrate()
    await query('SET enable_seqscan = off')
    const ids = async (place: string) => {
      const found = `SELECT id FROM message WHERE former_topics(channel_id, edit_history) @> ARRAY['${place}'] AND edit_history @? '$[*].prev_topic'`
      expect(JSON.stringify(await query(`EXPLAIN ${found}`))).toContain('message_former_topics')
      return (await query(found)).length
    }
    for (const place of ['7/here', '6/there', '6/before', '5/first']) expect(await ids(place), place).toBe(1)
    for (const place of ['7/now', '7/there', '7/first', '6/first', '7/text'])
      expect(await ids(place), place).toBe(0)
    const renamed = `SELECT topic FROM conversation WHERE former_topics(channel_id, renames) @> ARRAY['7/old'] AND renames IS NOT NULL`
    expect(JSON.stringify(await query(`EXPLAIN ${renamed}`))).toContain('conversation_former_topics')
    expect(await query(renamed)).toEqual([{ topic: 'new' }])
  })
})
