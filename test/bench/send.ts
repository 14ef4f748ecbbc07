import { lonelyMessageInserts, singleRowInserts } from './inserts.ts'
import { Connection, type Measured, underLoad } from './load.ts'
import { printTable } from './report.ts'
import { startStack } from './stack.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const SENDERS = ['hamlet', 'cordelia', 'othello', 'prospero']
const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'

/**
 * Measures messages a second through the whole gateway at 1, 8, 64 and 256 connections, beside single-row INSERTs at 32
 * connections, and INSERTs of messages at one, on the same Postgres in the same run.
 */
export async function send(): Promise<void> {
  const stack = await startStack()
  const rows: [name: string, Measured][] = []
  const inserts = await singleRowInserts(stack.databaseUrl, SECONDS)
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
  rows.push(['single-row INSERT, 32 connections, again', await singleRowInserts(stack.databaseUrl, SECONDS)])
  // Last, because it moves the newest message of a conversation.
  rows.push(['INSERT of a message, 1 connection', await lonelyMessageInserts(stack.databaseUrl, SECONDS)])
  await stack.close()
  report(rows, inserts)
}

function report(rows: readonly [string, Measured][], limit: Measured): void {
  printTable(
    'messages',
    ['/s', 'p50 ms', 'p99 ms', 'of INSERT'],
    rows.map(([name, { perSecond, p50, p99 }]) => [
      name,
      [perSecond, 0],
      [p50, 2],
      [p99, 2],
      [perSecond / limit.perSecond, 2],
    ]),
  )
}
