import pg from 'pg'
import { expect, test } from 'vitest'
import { moveToMissedMessages } from '../../../../core/notifying/notifications/waiting-messages.ts'
import { notifying } from './notifying.ts'

const stage = notifying()
const id = (name: string) => stage.world.userId(name)
const waiting = () =>
  stage.world.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
const missed = async (message: number) =>
  (await stage.world.sql('SELECT user_id FROM missed_message WHERE message_id = $1', [message])).length

/**
 * Runs `act` while a transaction that deletes the message is open; commits the deletion once `act` waits for
 * it.
 */
async function whileDeleting(message: number, act: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: stage.world.env.DATABASE_URL })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('DELETE FROM message WHERE id = $1', [message])
    const done = act()
    await expect.poll(async () => (await waiting())[0]!.n, { timeout: 120_000 }).toBeGreaterThan(0)
    await client.query('COMMIT')
    await done
  } finally {
    await client.end()
  }
}

test('a deleted message does not prevent the notifications for others of its batch', async () => {
  await stage.processNewMessages()
  const deleted = await stage.send('hamlet', ['cordelia'])
  const kept = await stage.send('hamlet', ['cordelia', 'iago'])
  await whileDeleting(deleted, () => stage.processNewMessages())
  expect(await missed(deleted)).toBe(0)
  expect(await missed(kept)).toBe(2)
})

test('a deleted message that waits for its reader to go offline does not prevent the notifications for others either', async () => {
  const [deleted, kept] = [await stage.send('hamlet', ['zoe']), await stage.send('hamlet', ['zoe'])]
  await stage.processNewMessages()
  await stage.world.sql('DELETE FROM missed_message')
  await stage.world.sql(
    `INSERT INTO waiting_message (realm_id, user_id, message_id, trigger)
     SELECT $1, $2, unnest($3::int8[]), 'direct_message'`,
    [stage.realm.id, id('zoe'), [deleted, kept]],
  )
  await whileDeleting(deleted, () => moveToMissedMessages(stage.core))
  expect(await missed(deleted)).toBe(0)
  expect(await missed(kept)).toBe(1)
  expect(await stage.world.sql('SELECT 1 FROM waiting_message')).toEqual([])
})
