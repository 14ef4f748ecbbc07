import { afterAll, beforeAll, expect, test } from 'vitest'
import { deactivateRealmAsOperator, reactivateRealm } from '../../../core/organization/settings/deactivate.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import type { Core } from '../../../core/state/core.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { deleteRealm, findDueRealms } from '../../../core/transfer/deletion/delete-realm.ts'
import { DELETED_TABLES, FORGOTTEN } from '../../../core/transfer/deletion/tables.ts'
import { anotherOrganization, demonstration } from '../../gateway/routes/changes.ts'
import { Browsing } from '../../harness/browsing.ts'
import { World } from '../../harness/world.ts'

let world: World
let core: Core
let realm: RealmState
let url: string
let other: Awaited<ReturnType<typeof anotherOrganization>>

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  other = await anotherOrganization(core, url)
  await other.client.ok(
    other.client.post('/users/me/subscriptions', { subscriptions: [{ name: 'Elsinore' }] }),
  )
  await other.client.ok(
    other.client.post('/messages', { type: 'stream', to: 'Elsinore', topic: 'x', content: 'x' }),
  )
})
afterAll(() => world.close())

/** Moves the date of deletion, as if the days had passed. */
async function letPass(days: number): Promise<void> {
  await world.sql(`UPDATE realm SET deletion_date = deletion_date - ${days} WHERE id = ${realm.id}`)
}

/** The number of rows of each table that has one, of one organization or of all. */
async function counts(): Promise<Map<string, number>> {
  const tables = await world.sql<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND NOT relispartition",
  )
  const found = new Map<string, number>()
  for (const { name } of tables) {
    const [row] = await world.sql<{ n: number }>(`SELECT count(*)::int AS n FROM "${name}"`)
    found.set(name, row!.n)
  }
  return found
}

/** The tables that have a row with this organization's id. */
async function tablesWith(id: RealmId): Promise<string[]> {
  const tables = await world.sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'realm_id' AND table_schema = 'public'",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await world.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM "${name}" WHERE realm_id = ${id}`,
    )
    if (row!.n > 0) found.push(name)
  }
  return found
}

test('every table with data of organizations is deleted', () => {
  expect(FORGOTTEN).toEqual([])
  const names = DELETED_TABLES.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('an active organization, one without a date, and one before its date are not due', async () => {
  const due = async () => (await findDueRealms(core)).map(({ id }) => id)
  expect(await due()).toEqual([])
  await deactivateRealmAsOperator(core, realm, null)
  expect(await due()).toEqual([])
  await deactivateRealmAsOperator(core, realm, 14)
  expect(realm.record.deletionDate).toBe(new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10))
  expect(await due()).toEqual([])
  await letPass(14)
  expect(await due()).toEqual([]) // the day itself
  await letPass(1)
  expect(await due()).toEqual([realm.id])
})

test('an organization that is reactivated before its date is as it was, and no longer due', async () => {
  const before = await counts()
  await reactivateRealm(core, realm)
  expect(await findDueRealms(core)).toEqual([])
  expect(await deleteRealm(core, { id: realm.id, name: '', isDeleting: false })).toBe(false)
  const after = await counts()
  for (const [name, count] of before) expect([name, after.get(name)! >= count]).toEqual([name, true])
  expect(realm.record.deletionDate).toBeNull()
  const hamlet = world.client(url, 'hamlet')
  expect((await hamlet.get('/users/me')).status).toBe(200)
})

test('a date of another process counts, when it was moved since the search', async () => {
  await deactivateRealmAsOperator(core, realm, 14)
  const [found] = await world.sql<{ id: RealmId }>(`SELECT id FROM realm WHERE id = ${realm.id}`)
  expect(await deleteRealm(core, { id: found!.id, name: '', isDeleting: false })).toBe(false)
  expect(await tablesWith(realm.id)).not.toEqual([])
})

test('after its date everything of it is gone, in steps that can be interrupted, and nothing else', async () => {
  const id = realm.id
  const othersBefore = await tablesWith(other.realm.id)
  await deactivateRealmAsOperator(core, realm, 20)
  const files = await world.sql<{ path: string }>(
    `SELECT path_id AS path FROM attachment WHERE realm_id = ${id}`,
  )
  // The memory of this process knows the date by an event of the log.
  await core.changeAsSystem(realm, async (tx) => {
    const { emitChange } = await import('../../../core/state/realm/changes.ts')
    emitChange(tx, { type: '_realm', realm: { ...realm.record, deletionDate: '2020-01-01' } })
  })
  await world.sql(`UPDATE realm SET deletion_date = '2020-01-01' WHERE id = ${id}`)

  // A worker that stops after the first step.
  const stopped = new AbortController()
  stopped.abort(new Error('stopped'))
  const [due] = await findDueRealms(core)
  await expect(deleteRealm(core, due!, stopped.signal)).rejects.toThrow('stopped')
  // Nobody sees it any more, and nobody can bring it back.
  const [row] = await world.sql<{ subdomain: string; custom_host: null }>(
    `SELECT subdomain, custom_host FROM realm WHERE id = ${id}`,
  )
  expect(row).toEqual({ subdomain: `deleting.${id}`, custom_host: null })
  await expect(reactivateRealm(core, realm)).rejects.toThrow()
  expect((await new Browsing(url).get('/login')).status).toBe(404)
  expect(
    (await new Browsing(url.replace('127.0.0.1', `deleting.${id}.localhost`)).get('/login')).status,
  ).toBe(404)

  const [again] = await findDueRealms(core)
  expect(again).toMatchObject({ id, isDeleting: true })
  expect(await deleteRealm(core, again!)).toBe(true)
  expect(await tablesWith(id)).toEqual([])
  expect(await world.sql(`SELECT id FROM realm WHERE id = ${id}`)).toEqual([])
  expect(await findDueRealms(core)).toEqual([])
  // The bytes go by a job.
  const jobs = await world.sql<{ data: { keys: string[] } }>(
    "SELECT data FROM job_outbox WHERE name = 'delete-files'",
  )
  const keys = jobs.flatMap(({ data }) => data.keys).join('\n')
  for (const { path } of files) expect(keys).toContain(path)

  // The other organization has all it had, and works.
  expect(await tablesWith(other.realm.id)).toEqual(othersBefore)
  const { messages } = await other.client.ok(
    other.client.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 }),
  )
  expect(messages.length).toBeGreaterThan(0)
  await other.client.ok(
    other.client.post('/messages', { type: 'stream', to: 'Elsinore', topic: 'x', content: 'y' }),
  )
  const left = await counts()
  const [users] = await world.sql<{ n: number }>('SELECT count(*)::int AS n FROM user_account')
  const [messagesLeft] = await world.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM message WHERE realm_id <> ${other.realm.id}`,
  )
  expect([users!.n > 0, messagesLeft!.n]).toEqual([true, 0])
  for (const name of [
    'message_flag',
    'reaction',
    'attachment_message',
    'subscription',
    'conversation_participant',
  ])
    expect(left.has(name)).toBe(true)
})
