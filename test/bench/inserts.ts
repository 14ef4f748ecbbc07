import pg from 'pg'
import { type Measured, underLoad } from './load.ts'

const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'

/** Measures the limit of Postgres: INSERTs of ordinary messages, one a transaction, from 32 connections. */
export async function singleRowInserts(url: string, seconds: number): Promise<Measured> {
  const clients = await Promise.all(
    Array.from({ length: 32 }, async () => {
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
