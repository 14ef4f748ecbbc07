import pg from 'pg'

export interface WordIndexSize {
  readonly messages: number
  /** Bytes of the index of words, and of the one over the words of Postgres' parser that it replaced. */
  readonly present: number
  readonly former: number
}

const FORMER = `message_vector(language, rendered_content, id, realm_id, conversation_id, channel_id, sender_id, bits)`
const PRESENT = `message_lexemes(language, words, id, realm_id, conversation_id, channel_id, sender_id, bits)`

/** Builds both indexes over the oldest messages, one after the other, and drops them again. */
export async function wordIndexSize(databaseUrl: string, messages: number): Promise<WordIndexSize> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    'SELECT max(id) AS last, count(*)::int AS count FROM (SELECT id FROM message ORDER BY id LIMIT $1) m',
    [messages],
  )
  const { last, count } = rows[0]
  const sizeOf = async (expression: string): Promise<number> => {
    await client.query(`CREATE INDEX measured_words ON message USING gin (${expression}) WHERE id <= ${last}`)
    const size = await client.query(`SELECT pg_relation_size('measured_words')::float8 AS bytes`)
    await client.query('DROP INDEX measured_words')
    return size.rows[0].bytes
  }
  const sizes = { messages: count, present: await sizeOf(PRESENT), former: await sizeOf(FORMER) }
  await client.end()
  return sizes
}
