import { expect, test } from 'vitest'
import { Database } from '../../core/db/database.ts'
import { statement } from '../../core/db/statement.ts'
import { openLog } from '../../core/log.ts'
import { World } from '../harness/world.ts'

test('an error of Postgres is told without the row that it refused', async () => {
  const world = await World.create()
  const db = await Database.open({ url: world.config.databaseUrl, poolSize: 1 })
  const lines: string[] = []
  const log = openLog('gateway', 'info', { write: (line: string) => void lines.push(line) })
  const refused = statement('test.refused', `INSERT INTO realm (subdomain, name) VALUES ($1, NULL)`)
  await db.run(refused, ['a secret thought']).catch((err) => log.error({ err }, 'request failed'))
  await db.close()
  await world.close()
  const [line] = lines
  expect(line).toContain('not-null constraint')
  expect(line).toContain('23502')
  expect(line).not.toContain('a secret thought')
})
