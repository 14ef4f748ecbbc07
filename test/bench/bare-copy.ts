import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { TABLES } from '../../core/transfer/exports/archive/tables.ts'
import { createBareMessages } from './inserts.ts'
import type { Stack } from './stack.ts'

/** Messages of a transaction, as in a part of an archive. */
const ROWS = 5_000
/** Postgres uses one processor for each connection. */
const CONNECTIONS = 2

/** Seconds that Postgres alone takes for the rows of an archive: the limits of export and import. */
export interface BareSeconds {
  /** COPY of all exported rows as JSON to a client that drops them. */
  readonly read: number
  /**
   * COPY of the messages from files of the server into a table with the same indexes, foreign key and
   * trigger.
   */
  readonly write: number
}

/**
 * Measures the limits of Postgres, on this machine and as a superuser. Leaves a copy of the messages behind.
 */
export async function measureBareCopy(stack: Stack): Promise<BareSeconds> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-rows-'))
  // Postgres may run as another user.
  await chmod(folder, 0o777)
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(stack.databaseUrl)))
  try {
    const read = await seconds(async () => {
      for (const { rows, order } of TABLES) {
        const all = rows.replaceAll('$1', String(stack.realm))
        await clients[0]!.query(
          `COPY (SELECT row_to_json(r) FROM (SELECT t.* FROM ${all} ORDER BY ${order}) r) TO STDOUT`,
        )
      }
    })
    const files = await writeFiles(clients[0]!, stack, folder)
    const write = await seconds(() =>
      Promise.all(
        clients.map(async (client, index) => {
          for (const file of files.filter((_, n) => n % CONNECTIONS === index)) {
            await client.query(`COPY bare_message FROM '${file}'`)
          }
        }),
      ),
    )
    return { read, write }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates the table, and lets Postgres write the messages into files in `folder`. Returns their paths. */
async function writeFiles(client: pg.Client, { realm }: Stack, folder: string): Promise<string[]> {
  await createBareMessages(client)
  await client.query(
    'CREATE TEMP TABLE slice AS SELECT id, (row_number() OVER (ORDER BY id) - 1) / $2 AS n FROM message WHERE realm_id = $1',
    [realm, ROWS],
  )
  const { rows } = await client.query(
    'SELECT n, min(id) AS first, max(id) AS last FROM slice GROUP BY n ORDER BY n',
  )
  const files: string[] = []
  for (const { n, first, last } of rows) {
    const file = join(folder, `bare-message-${n}`)
    await client.query(
      `COPY (SELECT * FROM message WHERE realm_id = ${realm} AND id BETWEEN ${first} AND ${last} ORDER BY id) TO '${file}'`,
    )
    files.push(file)
  }
  return files
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
