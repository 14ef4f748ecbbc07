import { appendFile, chmod, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkUploads } from '../../cli/doctor/uploads.ts'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { type EmbeddedServer, freePort } from '../../config/embedded/processes.ts'
import { loadConfig } from '../../config/environment.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { apiKey } from '../../core/state/users/api-key.ts'
import { type Body, Client } from '../harness/client.ts'
import { copyCluster, writeAsPostgres } from '../harness/postgres-copy.ts'
import { programOf } from '../harness/programs.ts'
import { type SpawnedProcess, spawnProcess } from '../harness/spawn.ts'
import { buildTemplate, databaseUrl, type Organization, TEMPLATE, TEST_SECRET } from '../harness/template.ts'
import { formOf } from '../harness/upload.ts'
import { freeRedisDatabase } from '../harness/world.ts'

let directory: string
let postgres: EmbeddedServer
let port: number
let organization: Organization
let env: Record<string, string>
let url: string
let redis: Redis
const processes: SpawnedProcess[] = []

const data = () => join(directory, 'postgres')
const base = () => join(directory, 'base')
const archive = () => join(directory, 'archive')

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'loquat-drill-'))
  await chmod(directory, 0o755)
  await mkdir(archive())
  await chmod(archive(), 0o777)
  port = await freePort()
  postgres = await startPostgres({ directory, port, durable: false })
  await sql(postgres.url, 'ALTER SYSTEM SET archive_mode = on')
  await sql(
    postgres.url,
    `ALTER SYSTEM SET archive_command = 'test ! -f ${archive()}/%f && cp %p ${archive()}/%f'`,
  )
  await postgres.stop()
  postgres = await startPostgres({ directory, port, durable: false })
  const redisUrl = await freeRedisDatabase()
  redis = new Redis(redisUrl)
  organization = await buildTemplate(postgres.url, redisUrl, migrate)
  const gatewayPort = await freePort()
  env = {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl(postgres.url, TEMPLATE),
    REDIS_URL: redisUrl,
    SECRET_KEY: TEST_SECRET,
    ROOT_URL: 'http://localhost:9991',
    HOST: '127.0.0.1',
    PORT: String(gatewayPort),
    DATA_DIR: join(directory, 'data'),
    LOG_LEVEL: 'silent',
  }
  url = `http://127.0.0.1:${gatewayPort}`
  await Promise.all(
    ['gateway/main.ts', 'workers/main.ts'].map(async (program) => {
      const started = await spawnProcess(programOf(program), env)
      if (typeof started !== 'object') throw new Error(`${program} ended`)
      processes.push(started)
    }),
  )
})
afterAll(async () => {
  for (const each of processes) each.kill('SIGKILL')
  await Promise.all(processes.map(({ exited }) => exited))
  redis.disconnect()
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
})

async function sql<Row = Body>(
  address: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(text, [...values])).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Restores the cluster to a time. Nobody can connect before it has reached it (hot_standby). */
async function restoreTo(time: string): Promise<void> {
  await sql(postgres.url, 'SELECT pg_switch_wal()')
  await postgres.stop()
  await rename(data(), `${data()}.before`)
  await rename(base(), data())
  await appendFile(
    join(data(), 'postgresql.auto.conf'),
    [
      `restore_command = 'cp ${archive()}/%f %p'`,
      `recovery_target_time = '${time}'`,
      "recovery_target_action = 'promote'",
      'hot_standby = off',
      'archive_mode = off',
      '',
    ].join('\n'),
  )
  await writeAsPostgres(join(data(), 'recovery.signal'), '')
  postgres = await startPostgres({ directory, port, durable: false })
}

function client(name: string): Client {
  const user = organization.users[name] as UserId
  const key = apiKey(TEST_SECRET, organization.realmId as RealmId, user, 1)
  return new Client(url, { email: `${name}@demo.test`, apiKey: key })
}

const say = async (who: Client, content: string): Promise<number> =>
  (await who.ok(who.post('/messages', { type: 'channel', to: 'Verona', topic: 'drill', content }))).id

async function upload(who: Client, name: string): Promise<{ id: number; path: string; key: string }> {
  const { body, headers } = formOf([{ name, type: 'text/plain', bytes: name }])
  const { url: path } = await who.ok(who.request('POST', '/user_uploads', body, headers))
  const [row] = await sql<{ id: number; key: string }>(
    env.DATABASE_URL!,
    'SELECT id, storage_key AS key FROM attachment WHERE name = $1',
    [name],
  )
  return { path, ...row! }
}

const isStored = (key: string) =>
  stat(join(env.DATA_DIR!, 'uploads/files', key.slice(0, 2), key)).then(
    () => true,
    () => false,
  )

/** A client's queue, and the contents of the messages that it has received. */
async function register(who: Client) {
  const state = await who.ok(who.post('/register', { event_types: ['message', 'update_message_flags'] }))
  let at: number = state.last_event_id
  const received: string[] = []
  /** Resolves with the code of an error, and else with undefined. */
  const poll = async (): Promise<string | undefined> => {
    const { body } = await who.get('/events', {
      queue_id: state.queue_id,
      last_event_id: at,
      dont_block: true,
    })
    for (const event of body.events ?? []) {
      at = event.id
      if (event.type === 'message') received.push(event.message.content)
    }
    return body.code
  }
  return { state, received, poll }
}

const POLL = { timeout: 120_000, interval: 50 }

test('after a restore to a point in time under running processes, clients register anew and nothing contradicts', async () => {
  const [hamlet, cordelia, iago] = ['hamlet', 'cordelia', 'iago'].map(client) as [Client, Client, Client]
  await copyCluster(postgres.url, data(), base())

  const read = await say(hamlet, 'kept and read')
  const unread = await say(hamlet, 'kept and unread')
  await cordelia.ok(cordelia.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
  const file = await upload(hamlet, 'kept.txt')
  const linking = await say(hamlet, `[kept.txt](${file.path})`)
  const [{ now: time }] = (await sql(env.DATABASE_URL!, 'SELECT clock_timestamp()::text AS now')) as [
    { now: string },
  ]

  const [active, idle] = await Promise.all([register(cordelia), register(iago)])
  const lost: number[] = []
  for (let n = 0; n < 50; n++) lost.push(await say(hamlet, `lost ${n}`))
  await cordelia.ok(
    cordelia.post('/messages/flags', { messages: [unread, ...lost], op: 'add', flag: 'read' }),
  )
  const lostFile = await upload(hamlet, 'lost.txt')
  await hamlet.ok(hamlet.delete(`/attachments/${file.id}`))
  await vi.waitFor(async () => expect(await isStored(file.key)).toBe(false), POLL)
  await vi.waitFor(async () => {
    await active.poll()
    expect(active.received).toHaveLength(50)
  }, POLL)

  await restoreTo(time)

  // Both the client that had the lost events and the one that had none must register anew.
  for (const queue of [active, idle]) {
    await vi.waitFor(async () => expect(await queue.poll()).toBe('BAD_EVENT_QUEUE_ID'), POLL)
  }
  expect(idle.received).toEqual([])
  const [next, other] = await Promise.all([register(cordelia), register(iago)])
  expect(next.state.max_message_id).toBe(linking)
  const snapshot = await cordelia.ok(cordelia.post('/register', { fetch_event_types: ['message'] }))
  const unreadIds = snapshot.unread_msgs.streams.flatMap((stream: Body) => stream.unread_message_ids)
  expect(unreadIds).toEqual(expect.arrayContaining([unread, linking]))
  for (const id of [read, ...lost]) expect(unreadIds).not.toContain(id)

  // Ids that clients may still know are not given to other messages.
  const fresh = await say(hamlet, 'new')
  expect(fresh).toBeGreaterThan(lost.at(-1)!)
  for (const queue of [next, other]) {
    await vi.waitFor(async () => {
      expect(await queue.poll()).toBeUndefined()
      expect(queue.received).toEqual(['new'])
    }, POLL)
  }
  const narrow = [{ operator: 'topic', operand: 'drill' }]
  const { messages } = await cordelia.ok(
    cordelia.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow }),
  )
  expect(messages.map(({ id }: Body) => id)).toEqual([read, unread, linking, fresh])

  // The row of one file came back without its file; the file of another one has no row.
  expect(await isStored(lostFile.key)).toBe(true)
  const [found] = await checkUploads(env.DATABASE_URL!, loadConfig(env))
  expect(found).toMatchObject({ status: 'warning', found: expect.stringContaining('kept.txt') })

  // Jobs run under ids that Redis does not know yet.
  const another = await upload(hamlet, 'another.txt')
  await hamlet.ok(hamlet.delete(`/attachments/${another.id}`))
  await vi.waitFor(async () => expect(await isStored(another.key)).toBe(false), POLL)
})
