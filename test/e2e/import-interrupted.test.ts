import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemonstration } from '../../core/demonstration/seed.ts'
import type { Core } from '../../core/state/core.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { exportRealmJob } from '../../workers/jobs/export-realm.ts'
import { deleteFilesJob } from '../../workers/jobs/upkeep/delete-files.ts'
import { changeRows, readEntries, writeEntries } from '../harness/archives.ts'
import type { Answer, Body, Client } from '../harness/client.ts'
import { programOf } from '../harness/programs.ts'
import { type SpawnedProcess, spawnProcess } from '../harness/spawn.ts'
import { fetchFile, uploadFile } from '../harness/upload.ts'
import { silent, World } from '../harness/world.ts'

/** Exports and imports whose process is killed while it waits for a table that another session has locked. */

const CLI = programOf('cli/loquat.ts')
const env = () => ({ PATH: process.env.PATH, ...world.env })
let world: World
let url: string
let core: Core
let file: string
const as = (name: string): Client => world.client(url, name)
const ok = (answer: Promise<Answer>): Promise<Body> => as('iago').ok(answer)

/** Runs the command line until it exits. */
function loquat(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { env: env() }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

/** Runs `start` while a table is locked, and `kill` when a session waits for that table. */
async function whileLocked(table: string, start: () => Promise<unknown>, kill: () => Promise<unknown>) {
  const locker = new pg.Client({ connectionString: world.env.DATABASE_URL })
  await locker.connect()
  await locker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  try {
    await start()
    const waits = () =>
      locker
        .query(`SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`)
        .then(({ rows }) => rows)
    await expect.poll(waits, { timeout: 120_000, interval: 50 }).not.toEqual([])
    await kill()
  } finally {
    await locker.query('ROLLBACK')
    await locker.end()
  }
}

/** Imports the file until the process waits for a table, and kills the process there. */
async function killImportAt(table: string, ...options: string[]): Promise<void> {
  let child: ReturnType<typeof spawn>
  await whileLocked(
    table,
    async () => {
      child = spawn(process.execPath, [CLI, 'import', file, ...options], { env: env(), stdio: 'ignore' })
    },
    async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  )
}

const imports = () => world.sql<Body>('SELECT realm_id AS realm, steps_done AS done FROM realm_import')
/** The messages with their senders and reactions, without ids. */
const messagesOf = (realm: number) =>
  world.sql(
    `SELECT m.rendered_content = m.content AS plain, u.full_name, m.sent_at, c.topic,
       (SELECT array_agg(r.emoji_name ORDER BY r.id) FROM reaction r WHERE r.message_id = m.id) AS reactions,
       (SELECT count(*) FROM message_flag f WHERE f.message_id = m.id) AS flags
     FROM message m JOIN user_account u ON u.id = m.sender_id JOIN conversation c ON c.id = m.conversation_id
     WHERE m.realm_id = $1 ORDER BY m.id`,
    [realm],
  )

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  await seedDemonstration(core)
  const address = await uploadFile(as('hamlet'), { name: 'a.txt', type: 'text/plain', bytes: 'alas' })
  await ok(
    as('hamlet').post('/messages', {
      type: 'channel',
      to: 'Verona',
      topic: 'files',
      content: `[a](${address})`,
    }),
  )
  await mkdir(world.config.dataDir, { recursive: true })
  file = join(world.config.dataDir, 'demo.zip')
}, 600_000)
afterAll(() => world.close())

test('the export command writes a new file', { timeout: 600_000 }, async () => {
  const { code, stdout, stderr } = await loquat('export', file, '--realm', '1')
  expect({ code, stdout }).toEqual({ code: 0, stdout: `Exported Loquat demonstration to ${file}\n` })
  expect(stderr).toMatch(/^exporting: \d+ % \(\d+ of \d+ rows\)\n/)
  expect(await loquat('export', file, '--realm', '1')).toMatchObject({
    code: 1,
    stderr: `${file} already exists\n`,
  })
})

test('a killed import leaves no organization, and a second run continues where the first stopped', {
  timeout: 600_000,
}, async () => {
  await killImportAt('message', '--subdomain', 'copy')
  const [{ realm, done }] = (await imports()) as [Body]
  expect(done).toBeGreaterThan(5)
  expect(await core.realms.get(realm)).toBeUndefined()
  expect(await world.sql('SELECT is_deactivated FROM realm WHERE id = $1', [realm])).toEqual([
    { is_deactivated: true },
  ])

  // Completed steps are not repeated.
  await killImportAt('attachment_message')
  const [later] = (await imports()) as [Body]
  expect(later.realm).toBe(realm)
  expect(later.done).toBeGreaterThan(done)
  const { code, stdout, stderr } = await loquat('import', file, '--host', '127.0.0.9')
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Imported organization ${realm}, Loquat demonstration: http://copy.localhost:9991\n`,
  })
  expect(stderr).toMatch(/importing: 100 % \((\d+) of \1 rows\)\n$/)
  expect(stderr).not.toMatch(/checking|importing: 0 %/)
  expect(await imports()).toEqual([])
  expect((await messagesOf(realm)).length).toBeGreaterThan(50)
  expect(await messagesOf(realm)).toEqual(await messagesOf(1))
  const { messages } = await ok(
    as('iago').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
  )
  expect(messages).toHaveLength(1)
})

test('a killed import is deleted on request of the operator', { timeout: 600_000 }, async () => {
  await killImportAt('message', '--subdomain', 'third')
  const [{ realm }] = (await imports()) as [Body]
  expect(await loquat('import', file, '--abandon')).toMatchObject({
    code: 0,
    stdout: 'Deleted the interrupted import\n',
  })
  expect(await loquat('import', file, '--abandon')).toMatchObject({
    code: 0,
    stdout: 'There is no interrupted import of this file\n',
  })
  for (const table of [
    'realm WHERE id',
    'user_account WHERE realm_id',
    'message WHERE realm_id',
    'imported_id WHERE realm_id',
  ]) {
    expect(await world.sql(`SELECT * FROM ${table} = $1`, [realm]), table).toEqual([])
  }
})

test('the import command refuses a broken archive, and leaves nothing of it', {
  timeout: 600_000,
}, async () => {
  const broken = join(world.config.dataDir, 'broken.zip')
  const entries = await readEntries(file)
  changeRows(entries, 'message', (rows) => rows.with(-1, { ...rows.at(-1), content: 7 }))
  await writeEntries(broken, entries)
  const realms = await world.sql('SELECT id FROM realm ORDER BY id')
  const { code, stderr } = await loquat('import', broken, '--subdomain', 'broken')
  expect(code).toBe(1)
  expect(stderr).toMatch(/\nThe archive is broken: line \d+ of message\/000001\.ndjson, content: [^\n]+\.\n$/)
  expect(await world.sql('SELECT id FROM realm ORDER BY id')).toEqual(realms)
  expect(await imports()).toEqual([])
  const missing = join(world.config.dataDir, 'missing.zip')
  expect(await loquat('import', missing)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${missing} cannot be read (ENOENT).\n`,
  })
})

test('an export whose worker was killed is written again, and nothing remains of the first attempt', {
  timeout: 600_000,
}, async () => {
  const storage = await openStorage(world.config)
  let worker: SpawnedProcess
  let id = 0
  await whileLocked(
    'navigation_view',
    async () => {
      id = (await ok(as('iago').post('/export/realm', { export_type: 1 }))).id
      worker = (await spawnProcess(programOf('workers/main.ts'), world.env)) as SpawnedProcess
    },
    async () => {
      worker.kill('SIGKILL')
      await worker.exited
    },
  )
  const [first] = await world.sql<Body>(
    'SELECT status, attempt, storage_key AS key FROM realm_export WHERE id = $1',
    [id],
  )
  expect(first).toMatchObject({ status: 'started', attempt: 1 })
  expect((await ok(as('iago').get('/export/realm'))).exports.at(-1)).toMatchObject({
    pending: true,
    export_url: null,
  })
  expect(await storage.stat(first.key)).toBeUndefined()

  // The next worker does this when the queue delivers the job again.
  const attempt = { outboxId: undefined, isLastAttempt: false }
  await exportRealmJob(storage).run({ core, data: { realm: 1, id }, log: silent, ...attempt })
  const one = (await ok(as('iago').get('/export/realm'))).exports.at(-1)
  const { status, bytes } = await fetchFile(world.client(url), new URL(one.export_url).pathname)
  expect(status).toBe(200)
  const [second] = await world.sql<Body>(
    'SELECT attempt, storage_key AS key, size FROM realm_export WHERE id = $1',
    [id],
  )
  expect(second).toEqual({
    attempt: 2,
    key: expect.not.stringMatching(first.key),
    size: bytes.length,
  })
  const deleted = await world.sql<Body>(`SELECT data FROM job_outbox WHERE name = 'delete-files'`)
  expect(deleted.flatMap(({ data }) => data.keys)).toContain(first.key)
  for (const { data } of deleted) await deleteFilesJob(storage).run({ core, data, log: silent, ...attempt })
  storage.close()
})
