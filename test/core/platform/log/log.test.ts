import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENTITIES } from '../../../../core/entities.ts'
import { Database } from '../../../../core/platform/db/database.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import { type Logger, openLog } from '../../../../core/platform/log/log.ts'
import { Realm } from '../../../../core/state/realm/entity.ts'
import { World } from '../../../harness/world.ts'

const SECRET = 'a secret thought'

let world: World
let db: Database
let lines: Record<string, unknown>[]
let log: Logger
beforeAll(async () => {
  world = await World.create()
  db = await Database.open({ entities: ENTITIES, url: world.config.databaseUrl, poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await world.close()
})

function open(): void {
  lines = []
  log = openLog('gateway', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) })
}
const logged = (error: unknown): string => {
  open()
  log.error({ err: error }, 'request failed')
  return JSON.stringify(lines)
}

describe('a logged error contains no text of users', () => {
  const failure = (text: string, values: unknown[]) =>
    db.run(statement('', text), values).catch((error: unknown) => error)

  test('when Postgres refuses a row', async () => {
    const line = logged(await failure('INSERT INTO realm (subdomain, name) VALUES ($1, NULL)', [SECRET]))
    expect(line).toContain('not-null constraint')
    expect(line).toContain('23502')
    expect(line).not.toContain(SECRET)
  })

  test('when Postgres cannot parse a value', async () => {
    const line = logged(await failure('SELECT $1::text::int', [SECRET]))
    expect(line).toContain('22P02')
    expect(line).not.toContain(SECRET)
  })

  test('when the query builder made the statement', async () => {
    const em = db.orm.em.fork()
    const taken = { subdomain: 'again', name: SECRET, nonsense: 1 }
    const error = await em.insert(Realm, taken as never).catch((reason: unknown) => reason)
    expect(String((error as Error).message)).toContain('insert')
    const line = logged(error)
    expect(line).not.toContain(SECRET)
    expect(line).not.toContain('insert into')
  })

  test('in its causes, whatever their length', () => {
    const line = logged(
      new Error('outer '.repeat(1000), {
        cause: Object.assign(new Error(`duplicate key "${SECRET}"`), {
          severity: 'ERROR',
          code: '23505',
          detail: `Key (name)=(${SECRET}) already exists.`,
          constraint: 'realm_name',
          parameters: [SECRET],
        }),
      }),
    )
    expect(line.length).toBeLessThan(10_000)
    expect(line).toContain('realm_name')
    expect(line).not.toContain(SECRET)
  })
})

describe('repeated lines', () => {
  test('are written once a second, with the number of omitted ones', async () => {
    open()
    const error = () => Object.assign(new Error('OOM command not allowed'), { code: 'ERR' })
    for (let n = 0; n < 5000; n++) log.warn({ err: error(), queue: 'email' }, 'worker')
    expect(lines.length).toBe(1)
    while (lines.length < 2) await sleep(20)
    expect(lines[1]).toMatchObject({ msg: 'worker', queue: 'email', leftOut: 4998 })
    expect(lines[1]).toHaveProperty('err.message', 'OOM command not allowed')
  })

  test('of different kinds count separately, and numbers do not make a kind', () => {
    open()
    log.error({ err: new Error('no connection to 10.0.0.1:6379') }, 'Redis connection')
    log.error({ err: new Error('no connection to 10.0.0.1:6380') }, 'Redis connection')
    log.error({ err: new Error('timeout') }, 'Redis connection')
    log.error({ err: new Error('timeout') }, 'outbox sweep')
    log.warn('jobs are left')
    expect(lines.length).toBe(4)
  })

  test('of level info are all written', () => {
    open()
    for (let n = 0; n < 10; n++) log.info('request')
    expect(lines.length).toBe(10)
  })

  test('of a thousand kinds use bounded memory', () => {
    open()
    const name = (n: number) =>
      String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + Math.floor(n / 676))
    for (let n = 0; n < 5000; n++) log.error(`kind ${name(n)}`)
    expect(lines.length).toBe(501)
  })
})
