import pg from 'pg'
import type { Stack } from '../bench/stack.ts'

/** Unread messages of the reader in the pictures: the messages of the last hours. */
const UNREAD = 60

/**
 * Moves the messages to a fixed time, and leaves only the newest ones unread. Returns the ids of the users by
 * the local part of their addresses. Starts the gateway anew.
 */
export async function setTimes(stack: Stack, now: Date): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  await client.query(
    `UPDATE message SET sent_at = sent_at + ($1::timestamptz - interval '5 minutes' - (SELECT max(sent_at) FROM message))`,
    [now],
  )
  await client.query(
    `INSERT INTO read_pointer (user_id, conversation_id, message_id)
     SELECT u.id, c.id, (SELECT max(id) - $1 FROM message) FROM user_account u, conversation c
     ON CONFLICT (user_id, conversation_id) DO UPDATE SET message_id = greatest(read_pointer.message_id, EXCLUDED.message_id)`,
    [UNREAD],
  )
  const { rows } = await client.query<{ name: string; id: number }>(
    `SELECT split_part(email, '@', 1) AS name, id FROM user_account WHERE realm_id = $1`,
    [stack.realm],
  )
  await client.end()
  await stack.restartGateway()
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]))
}
