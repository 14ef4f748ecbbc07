import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

const PENDING = `SELECT pending_pages::int AS pages FROM pgstatginindex('message_words')`
const COUNT = `SELECT count(*)::int AS found FROM message WHERE message_vector(language, rendered_content, id, realm_id,
  conversation_id, channel_id, sender_id, bits) @@ 'lunch'::tsquery`

test('former words are still found, and more new ones than before are listed', async () => {
  await beforeMigration('20261127150000-longer-list-of-new-words', async (database) => {
    await database.query("SET session_replication_role = 'replica'") // The messages have no sender.
    await database.query('CREATE EXTENSION pgstattuple')
    await database.query('SET enable_seqscan = off')
    const add = (first: number) =>
      database.query(
        `INSERT INTO message (id, realm_id, conversation_id, sender_id, client, content, rendered_content)
         SELECT n, 1, 1, 1, '', 'x', 'lunch ' || n FROM generate_series($1::int, $1 + 9999) n`,
        [first],
      )
    await add(1)
    const [before] = await database.query<{ pages: number }>(PENDING)
    await database.migrate()
    await database.query(`SELECT gin_clean_pending_list('message_words')`)
    await add(20_000)
    const [after] = await database.query<{ pages: number }>(PENDING)
    expect(before!.pages).toBeLessThanOrEqual(64 + 2)
    expect(after!.pages).toBeGreaterThan(128)
    expect(await database.query(COUNT)).toEqual([{ found: 20_000 }])
  })
})
