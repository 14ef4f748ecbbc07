import pg from 'pg'
import { Connection, type Measured, underLoad } from './load.ts'
import { startStack } from './stack.ts'

const SECONDS = 5
const SENDERS = ['hamlet', 'cordelia', 'othello', 'prospero']
const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'

/**
 * Messages a second through the whole gateway at 1, 8, 64 and 256 connections, beside single-row INSERTs at
 * 32 connections on the same Postgres in the same run.
 */
export async function send(): Promise<void> {
  const stack = await startStack()
  const rows: [name: string, Measured][] = []
  const inserts = await singleRowInserts(stack.databaseUrl)
  rows.push(['single-row INSERT, 32 connections', inserts])
  for (const connections of [1, 8, 64, 256]) {
    const open = await Promise.all(
      Array.from({ length: connections }, async (_, index) => ({
        connection: await Connection.open(stack.port),
        authorization: stack.authorization(SENDERS[index % SENDERS.length]!),
      })),
    )
    const form = new URLSearchParams({
      type: 'channel',
      to: 'Verona',
      topic: 'bench',
      content: CONTENT,
    }).toString()
    const result = await underLoad(open, SECONDS, async ({ connection, authorization }) => {
      await connection.request('POST', '/api/v1/messages', authorization, form)
    })
    for (const { connection } of open) connection.close()
    rows.push([`POST /messages, ${connections} connection${connections === 1 ? '' : 's'}`, result])
  }
  rows.push(['single-row INSERT, 32 connections, again', await singleRowInserts(stack.databaseUrl)])
  await stack.close()
  report(rows, inserts)
}

async function singleRowInserts(url: string): Promise<Measured> {
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
  const result = await underLoad(clients, SECONDS, async (client) => {
    await client.query({
      name: 'bench',
      text: 'INSERT INTO bench_row (content) VALUES ($1)',
      values: [CONTENT],
    })
  })
  await Promise.all(clients.map((client) => client.end()))
  return result
}

function report(rows: readonly [string, Measured][], limit: Measured): void {
  const line = (...cells: string[]) =>
    process.stdout.write(
      `${cells[0]!.padEnd(44)}${cells
        .slice(1)
        .map((cell) => cell.padStart(10))
        .join('')}\n`,
    )
  line('', '/s', 'p50 ms', 'p99 ms', 'of INSERT')
  for (const [name, { perSecond, p50, p99 }] of rows) {
    line(name, perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2), (perSecond / limit.perSecond).toFixed(2))
  }
}
