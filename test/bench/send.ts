import { lonelyMessageInserts, MOST_INSERTERS, singleRowInserts } from './inserts.ts'
import { Connection, type Measured, underLoad } from './load.ts'
import { printTable } from './report.ts'
import { type Stack, startStack } from './stack.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const SENDERS = ['hamlet', 'cordelia', 'othello', 'prospero']
const CONTENT =
  'A message of **ordinary** length, with a [link](https://example.com/) and a second sentence in it.'

/**
 * Each load and its limit are measured this often in turn, so that a machine that changes its speed hits
 * both.
 */
const TURNS = 3

interface Row {
  readonly name: string
  readonly measured: Measured
  /** INSERTs from the same number of connections, on the same Postgres. */
  readonly limit: Measured
}

/**
 * Measures messages a second through the whole gateway at 1, 8, 64 and 256 connections. Beside each, in turn,
 * single-row INSERTs from the same number of connections, at most MOST_INSERTERS. Last, INSERTs of whole
 * messages from one connection.
 */
export async function send(): Promise<void> {
  const stack = await startStack()
  const rows: Row[] = []
  await messages(stack, 64) // V8 compiles the code.
  for (const connections of [1, 8, 64, 256]) {
    const inserters = Math.min(connections, MOST_INSERTERS)
    const turns: { sent: Measured; inserted: Measured }[] = []
    while (turns.length < TURNS)
      turns.push({
        sent: await messages(stack, connections),
        inserted: await singleRowInserts(stack.databaseUrl, inserters, SECONDS / TURNS),
      })
    const measured = median(turns.map(({ sent }) => sent))
    const limit = median(turns.map(({ inserted }) => inserted))
    rows.push({ name: `POST /messages, ${connections}`, measured, limit })
    rows.push({ name: `single-row INSERT, ${inserters}`, measured: limit, limit })
  }
  // Last, because it moves the newest message of a conversation.
  const alone = await lonelyMessageInserts(stack.databaseUrl, SECONDS)
  rows.push({ name: 'INSERT of a message, 1', measured: alone, limit: rows[1]!.measured })
  await stack.close()
  report(rows)
}

/** Sends messages on this number of connections for one turn. */
async function messages(stack: Stack, connections: number): Promise<Measured> {
  const open = await Promise.all(
    Array.from({ length: connections }, async (_, index) => ({
      connection: await Connection.open(stack.port),
      authorization: stack.authorization(SENDERS[index % SENDERS.length]!),
    })),
  )
  const form = new URLSearchParams({ type: 'channel', to: 'Verona', topic: 'bench', content: CONTENT })
  const result = await underLoad(open, SECONDS / TURNS, async ({ connection, authorization }) => {
    await connection.request('POST', '/api/v1/messages', authorization, form.toString())
  })
  for (const { connection } of open) connection.close()
  return result
}

/** The run with the median rate. */
const median = (runs: readonly Measured[]): Measured =>
  [...runs].sort((a, b) => a.perSecond - b.perSecond)[runs.length >> 1]!

function report(rows: readonly Row[]): void {
  printTable(
    'messages, connections',
    ['/s', 'p50 ms', 'p99 ms', 'of INSERT'],
    rows.map(({ name, measured: { perSecond, p50, p99 }, limit }) => [
      name,
      [perSecond, 0],
      [p50, 2],
      [p99, 2],
      [perSecond / limit.perSecond, 2],
    ]),
  )
}
