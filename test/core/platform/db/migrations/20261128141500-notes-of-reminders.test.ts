import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

const REQUEST = 'You requested a reminder for #**Verona>play@7**.'
const SAID = '@_**Zoe|9** [said](#narrow/x):\n```quote\n> To be. Note:\n> or not\n```'

test('former reminders then keep their notes, and nothing of their messages', async () => {
  await beforeMigration('20261128141500-notes-of-reminders', async (database) => {
    await database.query("SET session_replication_role = 'replica'") // The messages have no author.
    const add = (content: string, target: number | null) =>
      database.query(
        `INSERT INTO scheduled_message (realm_id, user_id, content, rendered_content, client, deliver_at, reminder_target_id)
         VALUES (1, 1, $1, '<p>x</p>', 'x', now(), $2)`,
        [content, target],
      )
    await add(`${REQUEST}\n\n${SAID}`, 7)
    await add(`${REQUEST} Note:\n> answer\n> \n> > him\n\n${SAID}`, 7)
    await add(`${REQUEST} Note:\n> vote\n\nyou [sent](#narrow/x) a poll.`, 0)
    await add(`${REQUEST} Note:\n> mine`, null)
    await database.migrate()
    const rows = await database.query<{ content: string; html: string }>(
      'SELECT content, rendered_content AS html FROM scheduled_message ORDER BY id',
    )
    expect(rows).toEqual([
      { content: '', html: '' },
      { content: 'answer\n\n> him', html: '' },
      { content: 'vote', html: '' },
      { content: `${REQUEST} Note:\n> mine`, html: '<p>x</p>' },
    ])
  })
})
