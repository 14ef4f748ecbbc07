import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

const NAME = '20261128083000-words-by-unicode'
const INDEXES = `SELECT indexname AS name FROM pg_indexes WHERE indexname ~ '_words(_before)?$' ORDER BY 1`

const insert = (id: number, html: string) =>
  `INSERT INTO message (id, realm_id, conversation_id, sender_id, client, content, rendered_content)
   VALUES (${id}, 1, 1, 1, '', 'x', '<p>${html}</p>')`

test('messages and topics of the former version stay, and are found by its processes and listed for the job', async () => {
  await beforeMigration(NAME, async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'") // The messages have no sender.
    await query(insert(1, 'former lunch'))
    await query(`INSERT INTO conversation (realm_id, channel_id, topic) VALUES (1, 1, 'lunch break')`)
    await migrate()
    await query(insert(2, 'new lunch'))
    await query('SET enable_seqscan = off')
    const found = `SELECT id::int FROM message WHERE message_vector(language, rendered_content, id, realm_id, conversation_id,
      channel_id, sender_id, bits) @@ 'lunch' ORDER BY id`
    const plan = await query<{ 'QUERY PLAN': string }>(`EXPLAIN ${found}`)
    expect(plan.map((row) => row['QUERY PLAN']).join()).toContain('message_words_before')
    expect(await query(found)).toEqual([{ id: 1 }, { id: 2 }])
    const topics = `SELECT topic, words, language FROM conversation WHERE topic_vector(topic) @@ 'lunch' AND channel_id IS NOT NULL`
    expect(await query(topics)).toEqual([{ topic: 'lunch break', words: null, language: 0 }])
    expect(await query('SELECT id::int FROM message WHERE words IS NULL ORDER BY id')).toEqual([
      { id: 1 },
      { id: 2 },
    ])
  })
})

test('a text that a process of the former version changes has no words', async () => {
  await beforeMigration(NAME, async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(insert(1, 'lunch'))
    await query(`INSERT INTO conversation (realm_id, channel_id, topic) VALUES (1, 1, 'lunch')`)
    await migrate()
    await query("SET session_replication_role = 'origin'")
    await query(`UPDATE message SET words = '''lunch'':1'`)
    await query(`UPDATE conversation SET words = '''lunch'':1'`)
    // Functions that others call find no others meanwhile.
    await query('ANALYZE message')
    await query('ANALYZE conversation')
    await query('UPDATE message SET bits = 8, rendered_content = rendered_content')
    await query('UPDATE conversation SET newest_message_id = 1')
    expect(await query('SELECT words FROM message')).toEqual([{ words: "'lunch':1" }])
    expect(await query('SELECT words FROM conversation')).toEqual([{ words: "'lunch':1" }])
    await query(`UPDATE message SET rendered_content = '<p>supper</p>'`)
    await query(`UPDATE conversation SET topic = 'supper'`)
    expect(await query('SELECT words FROM message')).toEqual([{ words: null }])
    expect(await query('SELECT words FROM conversation')).toEqual([{ words: null }])
  })
})

test('an index has words, their stems and marks, and no stems of stop words', async () => {
  await beforeMigration(NAME, async ({ query, migrate }) => {
    await migrate()
    const [row] = await query(
      `SELECT message_lexemes(0::int2, '''connections'':2 ''the'':1', 5000, 1, 2, 3, 4, 8::int2)::text AS english,
         topic_lexemes(5::int2, '''hauser'':1 ''häuser''')::text AS german`,
    )
    expect(row).toEqual({
      english: "'B1x1' 'C3' 'D1x0' 'E1x0' 'L' 'S4' 'V2' 'connect' 'connections':2 'the':1",
      german: "'haus' 'hauser':1 'häuser'",
    })
  })
})

test('a new database has no former indexes', async () => {
  await beforeMigration(NAME, async ({ query, migrate }) => {
    await migrate()
    const names = (await query<{ name: string }>(INDEXES)).map(({ name }) => name)
    expect(names).toEqual([
      'conversation_without_words',
      'conversation_words',
      'message_without_words',
      'message_words',
    ])
  })
})
