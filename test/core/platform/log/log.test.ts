import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENTITIES } from '../../../../core/entities.ts'
import { Database } from '../../../../core/platform/db/database.ts'
import { CommitUnknown } from '../../../../core/platform/db/servers/failures.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import { type Logger, openLog } from '../../../../core/platform/log/log.ts'
import { markOutage, type OutageOf } from '../../../../core/platform/log/outage.ts'
import { serverOutages } from '../../../../core/platform/processes/server-outages.ts'
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

function open(outageOf?: OutageOf): void {
  const own: Record<string, unknown>[] = []
  lines = own
  // Lines that wait in the log of the test before go to the list of that test.
  const stream = { write: (line: string) => void own.push(JSON.parse(line)) }
  log = openLog('gateway', 'info', stream, outageOf)
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

  test('about one outage are one kind, whatever fails, and name the part with its host', async () => {
    open(serverOutages({ databaseUrl: 'postgres://a:b@db.test:5432/c', redisUrl: 'redis://r.test:6379' }))
    const refused = (port: number) =>
      Object.assign(new Error(`connect ECONNREFUSED 10.0.0.1:${port}`), { code: 'ECONNREFUSED', port })
    const postgres = [
      refused(5432),
      new Error('timeout expired'),
      Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' }),
      new CommitUnknown(refused(5432)),
    ]
    for (const err of postgres) log.warn({ err }, `sweep ${err.name} ${err.message}`)
    log.warn({ part: 'Postgres', host: 'db.test:5432', reason: 'closed' }, 'a connection failed')
    expect(lines).toMatchObject([{ part: 'Postgres', host: 'db.test:5432', err: { code: 'ECONNREFUSED' } }])
    log.warn({ err: refused(6379), queue: 'email' }, 'the queue cannot be read')
    log.error({ err: new Error('Connection is closed.') }, 'a job failed')
    const mail = new Error('Greeting never received')
    markOutage(mail, { part: 'mail server', host: 'mail.test:587' })
    log.error({ err: new Error('a job failed', { cause: mail }) }, 'a job failed')
    log.error({ err: new Error('another reason') }, 'a job failed')
    expect(lines.slice(1)).toMatchObject([
      { part: 'Redis', host: 'r.test:6379', queue: 'email' },
      { part: 'mail server', host: 'mail.test:587' },
      { msg: 'a job failed' },
    ])
    expect(lines[3]).not.toHaveProperty('part')
    while (lines.length < 6) await sleep(20)
    const counted = { part: 'Postgres', msg: 'a connection failed', leftOut: 3 }
    expect(lines.slice(4)).toMatchObject([counted, { part: 'Redis', msg: 'a job failed' }])
  })

  test('that tell of different incidents are all written', () => {
    open()
    log.warn({ incident: 'redis-away', sentence: 'Redis does not answer.' }, 'an incident begins')
    log.warn({ incident: 'no-worker', sentence: 'No worker is running.' }, 'an incident begins')
    expect(lines.length).toBe(2)
  })

  test('name the reason of a connection that was tried at several addresses', () => {
    open()
    const reason = new Error('connect ECONNREFUSED ::1:9000')
    log.warn({ err: new AggregateError([reason, new Error('another')]) }, 'the store fails')
    expect(lines).toMatchObject([{ err: { message: reason.message } }])
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
