import pg from 'pg'
import { type Measured, underLoad } from './load.ts'

const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'

/**
 * Most connections of `singleRowInserts`: the embedded Postgres allows 200, of which gateway and worker take
 * some.
 */
export const MOST_INSERTERS = 128

/**
 * Measures the limit of Postgres: INSERTs of texts as long as ordinary messages, one a transaction. The rows
 * have no index except the key, and no event.
 */
export async function singleRowInserts(url: string, connections: number, seconds: number): Promise<Measured> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  await clients[0]!.query(
    'CREATE TABLE IF NOT EXISTS bench_row (id bigserial PRIMARY KEY, content text NOT NULL)',
  )
  const result = await underLoad(clients, seconds, async (client) => {
    await client.query({
      name: 'bench',
      text: 'INSERT INTO bench_row (content) VALUES ($1)',
      values: [CONTENT],
    })
  })
  await Promise.all(clients.map((client) => client.end()))
  return result
}

/**
 * Measures the limit for a message that is sent alone: INSERTs of copies of one message, one a transaction,
 * from one connection, into a table with the indexes, the foreign key and the trigger of messages. It leaves
 * the table behind. There must be a message.
 */
export async function lonelyMessageInserts(url: string, seconds: number): Promise<Measured> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await createBareMessages(client)
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
     WHERE attrelid = 'message'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'id'`,
  )
  const { names } = rows[0]!
  const text = `INSERT INTO bare_message (id, ${names}) SELECT $1, ${names} FROM message WHERE id = $2`
  const newest = (await client.query<{ id: string }>('SELECT max(id) AS id FROM message')).rows[0]!.id
  let id = BigInt(newest)
  const result = await underLoad([client], seconds, async () => {
    await client.query({ name: 'bare message', text, values: [++id, newest] })
  })
  await client.end()
  return result
}

/** Creates a copy of the table of messages, without rows, with the same indexes, foreign key and trigger. */
export async function createBareMessages(client: pg.Client): Promise<void> {
  await client.query('CREATE TABLE bare_message (LIKE message INCLUDING ALL)')
  await client.query('ALTER TABLE bare_message ADD FOREIGN KEY (conversation_id) REFERENCES conversation')
  await client.query(`CREATE TRIGGER message_sent AFTER INSERT ON bare_message REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_sent_messages()`)
}
