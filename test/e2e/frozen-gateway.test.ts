import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Body } from '../harness/client.ts'
import { EventReader } from '../harness/event-reader.ts'
import { expectStreamToContinueLog } from '../harness/log-and-stream.ts'
import { type SpawnedGateway, spawnGateway } from '../harness/spawn-gateway.ts'
import { World } from '../harness/world.ts'

// Processes start in these: a busy machine takes its time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

let world: World
let sound: string
let freezes: SpawnedGateway

beforeAll(async () => {
  world = await World.create()
  ;[{ url: sound }, freezes] = await Promise.all([world.gateway(), spawnGateway(world)])
  // Its organization is in memory before it freezes.
  await world.client(freezes.url, 'othello').ok(world.client(freezes.url, 'othello').get('/users/me'))
})
afterAll(() => world.close())

const send = (url: string, name: string, content: string) =>
  world.client(url, name).post('/messages', { type: 'channel', to: 'Verona', topic: 'ice', content })

/** Waits until Postgres sees a session of the gateways' like this. */
async function sessionsLike(condition: string, count = 1): Promise<void> {
  const like = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'loquat' AND ${condition}`
  while ((await world.sql(like)).length !== count) await sleep(10)
}

/**
 * Freezes the gateway within what `change` asks of it, while its transaction holds the head: it is stopped on its way to
 * a table that is locked, so that its next statement never comes. Resolves when Postgres waits for it.
 */
async function frozenWithin<T>(table: string, change: () => Promise<T>): Promise<{ answer: Promise<T> }> {
  const blocker = new pg.Client({ connectionString: world.env.DATABASE_URL })
  await blocker.connect()
  await blocker.query(`BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`)
  const answer = change()
  await sessionsLike(`wait_event_type = 'Lock'`)
  freezes.kill('SIGSTOP')
  await blocker.query('COMMIT')
  await blocker.end()
  await sessionsLike(`state LIKE 'idle in transaction%' AND query NOT LIKE '%event_head%'`)
  return { answer }
}

const contents = async (like: string) =>
  (await world.sql('SELECT content FROM message WHERE content LIKE $1 ORDER BY id', [like])).map(
    (row: Body) => row.content,
  )

test('a gateway that is frozen while it writes lets others write, and its client is answered truly when it wakes', async () => {
  const hears = await EventReader.start(world.client(sound, 'cordelia'), { event_types: ['message'] })
  const { answer } = await frozenWithin('message', () => send(freezes.url, 'hamlet', 'frozen: own'))

  // It is frozen for as long as this takes: nothing but Postgres can end its transaction.
  expect(await send(sound, 'cordelia', 'frozen: another')).toMatchObject({ status: 200 })
  expect(await contents('frozen:%')).toEqual(['frozen: another'])

  freezes.kill('SIGCONT')
  expect(await answer).toMatchObject({ status: 200 })
  expect(await contents('frozen:%')).toEqual(['frozen: another', 'frozen: own'])
  await hears.waitFor((event) => event.message?.content === 'frozen: own')
  await hears.stop()
  expect(hears.of('message').map((event) => event.message.content)).toEqual([
    'frozen: another',
    'frozen: own',
  ])

  expect(await send(freezes.url, 'hamlet', 'frozen: after')).toMatchObject({ status: 200 })
  await sessionsLike(`state LIKE 'idle in transaction%'`, 0)
  await expectStreamToContinueLog(world)
})

test('so does one that is frozen within a change of the organization', async () => {
  const hamlet = world.client(freezes.url, 'hamlet')
  const { answer } = await frozenWithin('user_account', () =>
    hamlet.patch('/settings', { full_name: 'Hamlet of the ice' }),
  )
  expect(await send(sound, 'cordelia', 'changing: another')).toMatchObject({ status: 200 })
  freezes.kill('SIGCONT')
  expect(await answer).toMatchObject({ status: 200 })
  expect(await world.client(sound, 'cordelia').get(`/users/${world.userId('hamlet')}`)).toMatchObject({
    body: { user: { full_name: 'Hamlet of the ice' } },
  })
  await sessionsLike(`state LIKE 'idle in transaction%'`, 0)
})

test('one that freezes again each time it tries says that the server cannot do it now, and has stored nothing', async () => {
  let { answer } = await frozenWithin('message', () => send(freezes.url, 'hamlet', 'again: own'))
  for (let n = 0; n < 2; n++) {
    await sessionsLike(`state LIKE 'idle in transaction%'`, 0)
    ;({ answer } = await frozenWithin('message', async () => {
      freezes.kill('SIGCONT')
      return answer
    }))
  }
  await sessionsLike(`state LIKE 'idle in transaction%'`, 0)
  freezes.kill('SIGCONT')
  const refused = await answer
  expect(refused).toMatchObject({ status: 503, body: { code: 'DATABASE_BUSY', 'retry-after': 1 } })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await contents('again:%')).toEqual([])
})
