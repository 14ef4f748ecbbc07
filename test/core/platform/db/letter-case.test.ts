import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { checkPostgres } from '../../../../cli/doctor/postgres.ts'
import { knowsLetterCase } from '../../../../core/platform/db/letter-case.ts'
import { migrate } from '../../../../core/platform/db/migrate.ts'
import { testServers } from '../../../harness/ask.ts'
import { administer, databaseUrl, TEMPLATE } from '../../../harness/template.ts'

const NAME = 'test_letter_case'

async function knows(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await knowsLetterCase(client)
  } finally {
    await client.end()
  }
}

test('the start and the doctor warn of a database that does not know the case of letters', async () => {
  const { postgresUrl: cluster } = await testServers()
  expect(await knows(databaseUrl(cluster, TEMPLATE))).toBe(true)
  await administer(cluster, `CREATE DATABASE ${NAME} LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`)
  const url = databaseUrl(cluster, NAME)
  try {
    expect(await knows(url)).toBe(false)
    const lines: string[] = []
    await migrate(url, pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line).msg) }))
    expect(lines).toEqual([expect.stringMatching(/^letters beyond ASCII have no case: move to/)])
    const config = { databasePoolSize: 1, gateways: 1, workers: 1, isProduction: false }
    const rows = await checkPostgres(url, config as never, 0)
    expect(rows.find((row) => row.name === 'Postgres locale')).toMatchObject({
      status: 'warning',
      found: 'letters beyond ASCII have no case',
    })
  } finally {
    await administer(cluster, `DROP DATABASE ${NAME}`)
  }
})

test('the start and the doctor say of an LC_CTYPE that is not one of UTF-8 that nothing depends on it', async () => {
  const { postgresUrl: cluster } = await testServers()
  const locale = "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_COLLATE 'C' LC_CTYPE 'C'"
  await administer(cluster, `CREATE DATABASE ${NAME} ${locale} TEMPLATE template0`)
  const url = databaseUrl(cluster, NAME)
  try {
    expect(await knows(url)).toBe(true)
    const lines: string[] = []
    await migrate(url, pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).msg) }))
    const said =
      'LC_CTYPE is C and not one of UTF-8; nothing is to be done, because words and letters do not depend on it'
    expect(lines).toContain(said)
    const config = { databasePoolSize: 1, gateways: 1, workers: 1, isProduction: false }
    const rows = await checkPostgres(url, config as never, 0)
    expect(rows.find((row) => row.name === 'Postgres locale')).toMatchObject({ status: 'ok', found: said })
  } finally {
    await administer(cluster, `DROP DATABASE ${NAME}`)
  }
})
