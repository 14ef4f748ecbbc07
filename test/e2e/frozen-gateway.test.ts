import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Body } from '../harness/client.ts'
import { EventReader } from '../harness/event-reader.ts'
import { expectStreamToContinueLog } from '../harness/log-and-stream.ts'
import { type SpawnedGateway, spawnGateway } from '../harness/spawn-gateway.ts'
import { World } from '../harness/world.ts'

// Processes start in these tests, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

let world: World
let healthy: string
let frozen: SpawnedGateway

beforeAll(async () => {
  world = await World.create()
  ;[{ url: healthy }, frozen] = await Promise.all([world.gateway(), spawnGateway(world)])
  // Loads the organization into the gateway's memory before the gateway freezes.
  await world.client(frozen.url, 'othello').ok(world.client(frozen.url, 'othello').get('/users/me'))
})
afterAll(() => world.close())

const send = (url: string, name: string, content: string) =>
  world.client(url, name).post('/messages', { type: 'channel', to: 'Verona', topic: 'ice', content })

/** Waits until Postgres has `count` sessions of gateways that match the condition. */
async function waitForSessions(condition: string, count = 1): Promise<void> {
  const like = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'loquat' AND ${condition}`
  while ((await world.sql(like)).length !== count) await sleep(10)
}

/**
 * Stops a message where its transaction reads, with the head locked; it writes in the same round trip as
 * COMMIT.
 */
const READING = 'conversation IN ACCESS EXCLUSIVE MODE'

/**
 * Freezes the gateway during the request of `change`, while its transaction holds the head: the gateway stops
 * while it waits for a locked table, so that it never sends its next statement. Resolves when Postgres waits
 * for that statement.
 */
async function freezeDuring<T>(lock: string, change: () => Promise<T>): Promise<{ answer: Promise<T> }> {
  const blocker = new pg.Client({ connectionString: world.env.DATABASE_URL })
  await blocker.connect()
  await blocker.query(`BEGIN; LOCK TABLE ${lock}`)
  const answer = change()
  await waitForSessions(`wait_event_type = 'Lock'`)
  frozen.kill('SIGSTOP')
  await blocker.query('COMMIT')
  await blocker.end()
  await waitForSessions(`state LIKE 'idle in transaction%' AND query NOT LIKE '%event_head%'`)
  return { answer }
}

const contents = async (like: string) =>
  (await world.sql('SELECT content FROM message WHERE content LIKE $1 ORDER BY id', [like])).map(
    (row: Body) => row.content,
  )

test('while a gateway is frozen during a write, others can write, and its client gets a correct response afterwards', async () => {
  const reader = await EventReader.start(world.client(healthy, 'cordelia'), { event_types: ['message'] })
  const { answer } = await freezeDuring(READING, () => send(frozen.url, 'hamlet', 'frozen: own'))

  // The gateway stays frozen meanwhile: only Postgres can end its transaction.
  expect(await send(healthy, 'cordelia', 'frozen: another')).toMatchObject({ status: 200 })
  expect(await contents('frozen:%')).toEqual(['frozen: another'])

  frozen.kill('SIGCONT')
  expect(await answer).toMatchObject({ status: 200 })
  expect(await contents('frozen:%')).toEqual(['frozen: another', 'frozen: own'])
  await reader.waitFor((event) => event.message?.content === 'frozen: own')
  await reader.stop()
  expect(reader.of('message').map((event) => event.message.content)).toEqual([
    'frozen: another',
    'frozen: own',
  ])

  expect(await send(frozen.url, 'hamlet', 'frozen: after')).toMatchObject({ status: 200 })
  await waitForSessions(`state LIKE 'idle in transaction%'`, 0)
  await expectStreamToContinueLog(world)
})

test('the same holds for a gateway that is frozen while it changes the organization', async () => {
  const hamlet = world.client(frozen.url, 'hamlet')
  const { answer } = await freezeDuring('user_account IN SHARE ROW EXCLUSIVE MODE', () =>
    hamlet.patch('/settings', { full_name: 'Hamlet of the ice' }),
  )
  expect(await send(healthy, 'cordelia', 'changing: another')).toMatchObject({ status: 200 })
  frozen.kill('SIGCONT')
  expect(await answer).toMatchObject({ status: 200 })
  expect(await world.client(healthy, 'cordelia').get(`/users/${world.userId('hamlet')}`)).toMatchObject({
    body: { user: { full_name: 'Hamlet of the ice' } },
  })
  await waitForSessions(`state LIKE 'idle in transaction%'`, 0)
})

test('a gateway that freezes again at each attempt responds that the server is busy, and stores nothing', async () => {
  let { answer } = await freezeDuring(READING, () => send(frozen.url, 'hamlet', 'again: own'))
  for (let n = 0; n < 2; n++) {
    await waitForSessions(`state LIKE 'idle in transaction%'`, 0)
    ;({ answer } = await freezeDuring(READING, async () => {
      frozen.kill('SIGCONT')
      return answer
    }))
  }
  await waitForSessions(`state LIKE 'idle in transaction%'`, 0)
  frozen.kill('SIGCONT')
  const refused = await answer
  expect(refused).toMatchObject({ status: 503, body: { code: 'DATABASE_BUSY', 'retry-after': 1 } })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await contents('again:%')).toEqual([])
})
