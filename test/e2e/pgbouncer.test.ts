import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPostgres } from '../../cli/doctor/postgres.ts'
import { waitForServers } from '../../core/platform/processes/wait-for-servers.ts'
import { hasPgBouncer, startPgBouncer } from '../harness/pgbouncer.ts'
import { programOf } from '../harness/programs.ts'
import { World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world.close())

const IGNORED = [
  'options',
  'lock_timeout',
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'extra_float_digits',
]

describe.skipIf(!hasPgBouncer)('a DATABASE_URL that leads to PgBouncer', () => {
  test.each([
    [
      'in transaction mode',
      ['pool_mode = transaction'],
      /^a pooler refuses Loquat's connections: .*startup parameter/,
    ],
    [
      'in session mode',
      ['pool_mode = session'],
      /^a pooler refuses Loquat's connections: .*startup parameter/,
    ],
    [
      'that ignores start-up parameters',
      ['pool_mode = transaction', `ignore_startup_parameters = ${IGNORED.join()}`],
      /^a pooler drops \w+, a start-up parameter of Loquat's connections/,
    ],
    [
      'that has the settings of Loquat by itself',
      [
        'pool_mode = transaction',
        `ignore_startup_parameters = ${IGNORED.join()}`,
        "server_reset_query = SET plan_cache_mode = 'force_generic_plan'",
        'server_reset_query_always = 1',
      ],
      /^a pooler /,
    ],
  ])('%s is refused at start, with the reason', async (_, settings, reason) => {
    const pooler = await startPgBouncer(world.env.DATABASE_URL!, settings)
    try {
      const config = { ...world.config, databaseUrl: pooler.url }
      const started = waitForServers(config, () => undefined)
      const { host } = new URL(pooler.url)
      const error = await started.catch((each) => each)
      const [start, why] = [`Postgres at ${host} refuses DATABASE_URL: `, error.message]
      expect(why.startsWith(start)).toBe(true)
      expect(why.slice(start.length)).toMatch(reason)
      expect(why).toMatch(/; point DATABASE_URL at Postgres itself/)
      const rows = await checkPostgres(pooler.url, config, 1)
      expect(rows.find(({ name }) => name === 'Postgres pooler')).toMatchObject({
        status: 'wrong',
        found: expect.stringMatching(reason),
      })
    } finally {
      await pooler.stop()
    }
  })

  test.each(['gateway/main.ts', 'workers/main.ts'])('ends %s with one line', async (program) => {
    const pooler = await startPgBouncer(world.env.DATABASE_URL!, ['pool_mode = transaction'])
    try {
      const env = { PATH: process.env.PATH, ...world.env, DATABASE_URL: pooler.url, PORT: '0' }
      const { status, stderr } = spawnSync(process.execPath, [programOf(program)], { env, encoding: 'utf8' })
      expect(status).toBe(1)
      expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/refuses DATABASE_URL: a pooler /)])
    } finally {
      await pooler.stop()
    }
  })
})
