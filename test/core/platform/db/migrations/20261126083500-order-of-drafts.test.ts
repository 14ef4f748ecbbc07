import { expect, test } from 'vitest'
import { DRAFTS_OF_USER } from '../../../../../core/messaging/drafts/draft.ts'
import { beforeMigration } from '../../../../harness/migration.ts'

test('former drafts of one second then keep their order, and later ones come first', async () => {
  await beforeMigration('20261126083500-order-of-drafts', async (database) => {
    await database.query("SET session_replication_role = 'replica'") // The drafts have no author.
    const add = (id: number) =>
      database.query(
        "INSERT INTO draft (id, user_id, type, recipient_ids, topic, content, edited_at) VALUES ($1, 1, '', '{}', '', 'x', 5)",
        [id],
      )
    await add(8)
    await add(9)
    await database.migrate()
    await add(7)
    const rows = await database.query<{ id: number }>(DRAFTS_OF_USER.text, [1])
    expect(rows.map(({ id }) => id)).toEqual([7, 9, 8])
  })
})
