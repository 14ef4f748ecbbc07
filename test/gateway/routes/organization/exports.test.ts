import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORT_REALM, type ExportJob } from '../../../../core/transfer/exports/request.ts'
import { openStorage } from '../../../../storage/open-storage.ts'
import type { Storage } from '../../../../storage/storage.ts'
import { exportRealmJob } from '../../../../workers/jobs/export-realm.ts'
import { deleteExportsJob } from '../../../../workers/jobs/upkeep/delete-exports.ts'
import { deleteFilesJob } from '../../../../workers/jobs/upkeep/delete-files.ts'
import type { Body } from '../../../harness/client.ts'
import { fetchFile } from '../../../harness/upload.ts'
import { silent } from '../../../harness/world.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, ok, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

let storage: Storage
beforeAll(async () => {
  storage = await openStorage(world.config)
})
afterAll(() => storage.close())

const attempt = { outboxId: undefined, isLastAttempt: false }

/** Runs the waiting job once, as the worker does. */
async function work(store = storage, how = attempt): Promise<void> {
  const jobs = await world.sql<{ id: number; data: ExportJob }>(
    'SELECT id, data FROM job_outbox WHERE queue = $1 ORDER BY id',
    [EXPORT_REALM.queue],
  )
  for (const { id, data } of jobs) {
    await exportRealmJob(store).run({ core, data, log: silent, ...how })
    await world.sql('DELETE FROM job_outbox WHERE id = $1', [id])
  }
}
async function deleteFiles(): Promise<void> {
  const rows = await world.sql("DELETE FROM job_outbox WHERE name = 'delete-files' RETURNING data")
  for (const { data } of rows) await deleteFilesJob(storage).run({ core, data, log: silent, ...attempt })
}

const exports = async (): Promise<Body[]> => (await ok(as('iago').get('/export/realm'))).exports
const latest = async (): Promise<Body> => (await exports()).at(-1)
const request = async (type: number): Promise<number> =>
  (await ok(as('iago').post('/export/realm', { export_type: type }))).id
const download = async ({ export_url }: Body) => fetchFile(world.client(url), new URL(export_url).pathname)

test('administrators start an export, get events about its progress, and download the archive', async () => {
  const { iago, hamlet } = await eventsDuring(['realm_export'], ['iago', 'hamlet'], async () => {
    const id = await request(1)
    expect(await latest()).toEqual({
      ...{ id, acting_user_id: world.userId('iago'), export_time: expect.any(Number), export_type: 1 },
      ...{ pending: true, export_url: null, deleted_timestamp: null, failed_timestamp: null },
    })
    await work()
  })
  expect(hamlet).toEqual([])
  expect(iago!.map(({ exports }) => exports.at(-1).pending)).toEqual([true, false])
  const one = await latest()
  expect(iago!.at(-1)).toEqual({ type: 'realm_export', exports: [one] })
  expect(one.export_url).toMatch(/^http:\/\/localhost:9991\/user_exports\/1\/[0-9a-f]{48}\.zip$/)
  const { status, bytes, headers } = await download(one)
  expect([status, bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  expect(headers.get('content-type')).toBe('application/zip')
  const { messages } = await ok(
    as('iago').get('/messages', { anchor: 'newest', num_before: 2, num_after: 0, apply_markdown: false }),
  )
  expect(messages.map((message: Body) => message.content)).toContain(
    'Your data export is complete. [View and download exports](/#organization/data-exports-admin).',
  )
})

test('the archive has no other URL', async () => {
  const { export_url } = await latest()
  const path = new URL(export_url).pathname
  const last = path.replace(/.\.zip$/, (end) => (end[0] === '0' ? '1.zip' : '0.zip'))
  for (const wrong of [
    last,
    path.replace('/1/', '/2/'),
    path.replace('/1/', '/x/'),
    '/user_exports/1/..%2f1',
  ]) {
    expect((await fetchFile(world.client(url), wrong)).status, wrong).toBe(404)
  }
})

test('an export is deleted once, with its file, and only when it is complete', async () => {
  const one = await latest()
  const remove = (id: number, by = as('iago')) => refusal(by.delete(`/export/realm/${id}`))
  expect(await remove(one.id, foreign.client)).toEqual(bad('Invalid data export ID'))
  await ok(as('iago').delete(`/export/realm/${one.id}`))
  await deleteFiles()
  expect((await download(one)).status).toBe(404)
  expect(await latest()).toEqual({ ...one, export_url: null, deleted_timestamp: expect.any(Number) })
  expect(await remove(one.id)).toEqual(bad('Export already deleted'))
  expect(await remove(999_999)).toEqual(bad('Invalid data export ID'))
  const id = await request(1)
  expect(await remove(id)).toEqual(bad('Export still in progress'))
  await work()
})

test('an export that cannot be written is retried, and fails with its last attempt', async () => {
  const id = await request(1)
  const broken: Storage = { ...storage, put: () => Promise.reject(new Error('no room')), get: storage.get }
  await expect(work(broken)).rejects.toThrow('no room')
  expect((await latest()).pending).toBe(true)
  await expect(work(broken, { ...attempt, isLastAttempt: true })).rejects.toThrow('no room')
  expect(await latest()).toMatchObject({
    id,
    pending: false,
    export_url: null,
    failed_timestamp: expect.any(Number),
  })
  const [{ failure }] = (await world.sql('SELECT failure FROM realm_export WHERE id = $1', [id])) as Body[]
  expect(failure).toBe('no room')
  expect(await refusal(as('iago').delete(`/export/realm/${id}`))).toEqual(
    bad('Export failed, nothing to delete'),
  )
  await world.sql('DELETE FROM job_outbox WHERE queue = $1', [EXPORT_REALM.queue])
})

test('an attempt that another one replaced leaves no file', async () => {
  const id = await request(1)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const keys: string[] = []
  const slow: Storage = {
    ...storage,
    get: (key) => storage.get(key),
    put: async (key, bytes) => {
      keys.push(key)
      const size = await storage.put(key, bytes)
      if (keys.length === 1) await held
      return size
    },
  }
  const [{ data }] = (await world.sql('SELECT data FROM job_outbox WHERE queue = $1', [
    EXPORT_REALM.queue,
  ])) as Body[]
  const first = exportRealmJob(slow).run({ core, data, log: silent, ...attempt })
  await expect.poll(() => keys.length).toBe(1)
  await exportRealmJob(slow).run({ core, data, log: silent, ...attempt })
  release()
  await first
  await world.sql('DELETE FROM job_outbox WHERE queue = $1', [EXPORT_REALM.queue])
  await deleteFiles()
  expect(await storage.stat(keys[0]!)).toBeUndefined()
  const [{ key }] = (await world.sql('SELECT storage_key AS key FROM realm_export WHERE id = $1', [
    id,
  ])) as Body[]
  expect(key).toBe(keys[1])
  expect((await download(await latest())).status).toBe(200)
})

test('exports expire, and abandoned ones fail', async () => {
  const old = await latest()
  await world.sql(`UPDATE realm_export SET finished_at = now() - interval '8 days' WHERE id = $1`, [old.id])
  const lost = await request(1)
  await world.sql(`UPDATE realm_export SET alive_at = now() - interval '25 hours' WHERE id = $1`, [lost])
  await world.sql('DELETE FROM job_outbox WHERE queue = $1', [EXPORT_REALM.queue])
  expect((await download(old)).status).toBe(404)
  const { iago, hamlet } = await eventsDuring(['realm_export'], ['iago', 'hamlet'], () =>
    deleteExportsJob.run({ core, data: undefined, log: silent, ...attempt }),
  )
  expect(hamlet).toEqual([])
  expect(iago!.at(-1)!.exports).toEqual(await exports())
  const [{ storageKey }] = (await world.sql(
    'SELECT storage_key AS "storageKey" FROM realm_export WHERE id = $1',
    [old.id],
  )) as Body[]
  expect(await storage.stat(storageKey)).toBeDefined()
  await deleteFiles()
  expect(await storage.stat(storageKey)).toBeUndefined()
  const found = await exports()
  expect(found.find((archive) => archive.id === old.id)!.deleted_timestamp).toEqual(expect.any(Number))
  expect(found.find((archive) => archive.id === lost)!.failed_timestamp).toEqual(expect.any(Number))
})

test('whoever is no administrator any more can download no archive, and is not told of the next', async () => {
  const setRole = (name: string, role: number) =>
    ok(as('desdemona').patch(`/users/${world.userId(name)}`, { role }))
  const ends: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['shiva', () => setRole('shiva', 300)],
    ['prospero', () => ok(as('desdemona').delete(`/users/${world.userId('prospero')}`))],
    ['zoe', () => ok(as('zoe').delete('/users/me'))],
  ]
  for (const [name] of ends) await setRole(name, 200)
  await request(1)
  await work()
  for (const [name, end] of ends) {
    const { exports: seen } = await ok(as(name).get('/export/realm'))
    expect((await download(seen.at(-1))).status, name).toBe(200)
    const { iago, [name]: told } = await eventsDuring(['realm_export'], ['iago', 'shiva'], end)
    for (const { export_url } of seen.filter((one: Body) => one.export_url !== null)) {
      expect((await fetchFile(world.client(url), new URL(export_url).pathname)).status, name).toBe(404)
    }
    expect(told ?? []).toEqual([])
    const one = await latest()
    expect(iago!.at(-1).exports.at(-1)).toEqual(one)
    expect((await download(one)).status, name).toBe(200)
  }

  // An export that is ready only now is no news for the former administrator.
  await setRole('shiva', 200)
  await ok(as('shiva').post('/export/realm', { export_type: 1 }))
  await setRole('shiva', 300)
  await world.sql("DELETE FROM job_outbox WHERE name = 'export-finished'")
  const narrow = [['is', 'dm']]
  const newest = async () =>
    (await ok(as('shiva').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow })))
      .messages
  const before = await newest()
  await work()
  expect(await newest()).toEqual(before)
  expect(await world.sql("SELECT FROM job_outbox WHERE name = 'export-finished'")).toEqual([])
  expect((await download(await latest())).status).toBe(200)
  for (const name of ['prospero', 'zoe']) {
    await ok(as('desdemona').post(`/users/${world.userId(name)}/reactivate`))
    await setRole(name, 400)
  }
})

test('an export has one of two types and needs an owner', async () => {
  const request = (parameters: Body, by = as('iago')) => refusal(by.post('/export/realm', parameters))
  for (const export_type of [0, 3, 'full', '"1"', [1], 1e30]) {
    expect((await request({ export_type })).status).toBe(400)
  }
  expect((await request({ export_type: 2 })).msg).toMatch(
    /^Make sure at least one Organization Owner is consenting to the export or contact .+ for help\.$/,
  )
  await ok(
    as('desdemona').patch('/settings', { allow_private_data_export: true, email_address_visibility: 4 }),
  )
  expect((await request({ export_type: 1 })).msg).toMatch(
    /^Make sure at least one Organization Owner allows other Administrators to see their email address or contact .+ for help\.$/,
  )
  const { export_consents } = await ok(as('iago').get('/export/realm/consents'))
  expect(export_consents.filter((consent: Body) => consent.consented)).toEqual([
    { user_id: world.userId('desdemona'), consented: true },
  ])
  expect(export_consents).toHaveLength(Object.keys(world.organization.users).length - 2)
})

test('the eleventh export in a day, the thirty-first in a week and a too large organization are refused', async () => {
  const request = () => refusal(as('iago').post('/export/realm', { export_type: 2 }))
  await world.sql('INSERT INTO upload_space VALUES (1, 0) ON CONFLICT DO NOTHING')
  await world.sql('UPDATE upload_space SET used_bytes = used_bytes + 11::bigint * 1024 ^ 3')
  expect((await request()).msg).toMatch(/^Please request a manual export from .+\.$/)
  await world.sql('UPDATE upload_space SET used_bytes = used_bytes - 11::bigint * 1024 ^ 3')
  const age = (seconds: number) =>
    world.sql('UPDATE realm_export SET requested_at = now() - make_interval(secs => $1)', [seconds])
  const insert = (count: number) =>
    world.sql(
      `INSERT INTO realm_export (realm_id, acting_user_id, export_type, name)
      SELECT 1, $1, 1, gen_random_uuid() FROM generate_series(1, $2)`,
      [world.userId('iago'), count],
    )
  await age(8 * 24 * 3600)
  await insert(10)
  expect(await request()).toEqual(bad('Exceeded rate limit.'))
  await age(8 * 24 * 3600)
  await insert(30)
  await age(25 * 3600)
  expect(await request()).toEqual(bad('Exceeded rate limit.'))
})

test('a download whose client has disconnected is closed, with its snapshot', async () => {
  const { exportArchive } = await import('../../../../core/transfer/exports/archive/write.ts')
  const realm = { id: 1 as never, subdomain: '', url: 'http://localhost:9991' }
  const archive = exportArchive({ db: core.db, realm, open: async () => Readable.from([]) }, { kind: 'full' })
  archive.once('data', () => archive.destroy())
  const open = () => core.db.pool().used
  await expect.poll(open).toBe(0)
})
