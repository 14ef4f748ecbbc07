import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

const JOBS = 'SELECT queue, name, data FROM job_outbox'

test('conversations then note their newest message, and a job fills those that were there', async () => {
  await beforeMigration('20261123182000-newest-message-of-conversation', async (database) => {
    await database.query("INSERT INTO realm (subdomain, name) VALUES ('', 'Realm')")
    await database.query(
      'INSERT INTO conversation (realm_id, participant_ids) SELECT 1, ARRAY[n] FROM generate_series(1, 4) n',
    )
    const send = (conversation: number, ...ids: number[]) =>
      database.query(
        `INSERT INTO message (id, realm_id, conversation_id, sender_id, client, content, rendered_content)
         SELECT id, 1, $1, 1, 'test', 'x', 'x' FROM unnest($2::int[]) id`,
        [conversation, ids],
      )
    const move = (id: number, conversation: number) =>
      database.query('UPDATE message SET conversation_id = $2 WHERE id = $1', [id, conversation])
    const newest = async () =>
      (
        await database.query<{ id: number | null }>(
          'SELECT newest_message_id::int AS id FROM conversation ORDER BY conversation.id',
        )
      ).map(({ id }) => id)
    await send(1, 1, 2)
    await send(2, 3, 4)
    await database.migrate()
    expect(await newest()).toEqual([null, null, null, null])
    expect(await database.query(JOBS)).toEqual([{ queue: 'upkeep', name: 'fill-newest-messages', data: {} }])
    await send(1, 5)
    await move(3, 1)
    expect(await newest()).toEqual([null, null, null, null])
    // The conversations of this version begin at 0.
    await database.query('UPDATE conversation SET newest_message_id = 0 WHERE id >= 3')
    await send(3, 6, 7)
    expect(await newest()).toEqual([null, null, 7, 0])
    await move(6, 4)
    expect(await newest()).toEqual([null, null, 7, 6])
    await send(4, 8, 9)
    await move(7, 4)
    await database.query('DELETE FROM message WHERE id = 9')
    expect(await newest()).toEqual([null, null, 7, 9])
  })
})

test('a new database needs no job', async () => {
  await beforeMigration('20261123182000-newest-message-of-conversation', async (database) => {
    await database.migrate()
    expect(await database.query(JOBS)).toEqual([])
  })
})
