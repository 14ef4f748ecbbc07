import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillNewestMessages } from '../../core/messaging/conversations/fill-newest.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { EXCLUDED_TABLES, TABLES } from '../../core/transfer/exports/archive/tables.ts'
import { exportArchive } from '../../core/transfer/exports/archive/write.ts'
import { Archive } from '../../core/transfer/imports/archive.ts'
import { importRealm } from '../../core/transfer/imports/import.ts'
import { Gateway } from '../../gateway/gateway.ts'
import { openIfExists } from '../../storage/open-if-exists.ts'
import { openStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { core, as as demonstrated, setUpStage, world } from '../gateway/routes/stage.ts'
import type { Body, Client } from '../harness/client.ts'
import { fetchFile } from '../harness/upload.ts'
import { silent } from '../harness/world.ts'
import { clientAt, type Name, PASSWORD, PEOPLE, type Rich, richOrganization } from './rich-organization.ts'

setUpStage()

/**
 * Each kind of id that rows or clients refer to has its own range of a million ids. An id that was not
 * mapped, or was mapped as another kind, is therefore found anywhere.
 */
const KINDS = {
  realm: 'id',
  user_account: 'id',
  channel: 'id',
  user_group: 'id',
  conversation: 'id',
  message: 'id',
  attachment: 'id',
  realm_emoji: 'id',
  custom_profile_field: 'id',
  channel_folder: 'id',
  draft: 'user_id, id',
  saved_snippet: 'user_id, id',
  scheduled_message: 'id',
  linkifier: 'id',
  playground: 'id',
  default_channel_group: 'id',
  realm_domain: 'id',
  submessage: 'message_id, id',
} as const
type KindTable = keyof typeof KINDS
const BLOCK = 1_000_000
const START = 30

let storage: Storage
let gateway: Gateway
let url: string
let rich: Rich
let copy: RealmState
let file: string | undefined
/** Maps each id of the original to the id of the copy. */
let ids: Map<number, number>

async function exportTo(realm: RealmState, to: string): Promise<void> {
  const { record } = realm
  const where = {
    id: record.id,
    subdomain: record.subdomain,
    url: `http://${record.subdomain}.localhost:9991`,
  }
  const source = { db: core.db, realm: where, open: (key: string) => openIfExists(storage, key) }
  await pipeline(exportArchive(source, { kind: 'full' }), createWriteStream(to))
}

async function importFrom(from: string, subdomain: string): Promise<RealmState> {
  const archive = await Archive.open(from)
  const storeFile = (key: string, bytes: Parameters<Storage['put']>[1]) => storage.put(key, bytes)
  try {
    return (await core.realms.get(
      await importRealm(core, archive, { subdomain, customHost: '127.0.0.3', storeFile }),
    ))!
  } finally {
    archive.close()
  }
}

const rowsOf = (table: KindTable) => TABLES.find((candidate) => candidate.name === table)!.rows

async function idsOf(table: KindTable, realm: number): Promise<number[]> {
  const order = KINDS[table].replace(/(\w+)/g, 't.$1')
  const rows = await world.sql<{ id: string }>(`SELECT t.id FROM ${rowsOf(table)} ORDER BY ${order}`, [realm])
  return rows.map((row) => Number(row.id))
}

beforeAll(async () => {
  storage = await openStorage(world.config)
  gateway = await Gateway.open(world.config, silent)
  url = `http://127.0.0.1:${await gateway.listen(0, '0.0.0.0')}`
  for (const [n, table] of Object.keys(KINDS).entries()) {
    await world.sql(`SELECT setval('${table}_id_seq', $1)`, [(START + n) * BLOCK])
  }
  rich = await richOrganization(world, core, url)
  for (const [n, table] of Object.keys(KINDS).entries()) {
    await world.sql(`SELECT setval('${table}_id_seq', $1)`, [(START + n) * BLOCK + BLOCK / 2])
  }
  file = join(world.config.dataDir, 'rich.zip')
  await exportTo(rich.realm, file)
  copy = await importFrom(file, 'cpyorg')
  ids = new Map()
  for (const table of Object.keys(KINDS) as KindTable[]) {
    const [from, to] = [await idsOf(table, rich.realm.id), await idsOf(table, copy.id)]
    expect(to.length, table).toBe(from.length)
    for (const [index, id] of from.entries()) {
      ids.set(id, to[index]!)
      // `recipient_id` is made of these ids.
      if (table === 'channel') ids.set(id * 2, to[index]! * 2)
      if (table === 'conversation') ids.set(id * 2 + 1, to[index]! * 2 + 1)
    }
  }
}, 600_000)
afterAll(async () => {
  storage.close()
  await gateway.close()
  if (file !== undefined) await rm(file, { force: true })
})

/** Returns the value that the copy should have for a value of the original. */
const translated = (text: string): string =>
  text
    .replace(/(?<!-bot@)srcorg/g, 'cpyorg') // The address that a bot posts to does not change.
    .replace(/(?<!\d|elsewhere\.test\/#narrow\/channel\/)\d+/g, (digits) =>
      digits.length === 8 ? String(ids.get(Number(digits)) ?? digits) : digits,
    )

const inCopy = (name: Name): Client => clientAt(url, copy, `${name}@illyria.test`)

/**
 * Returns the response of the original, translated, and the response of the copy, for the same request of one
 * client.
 */
async function responsesOf(
  name: Name,
  request: (client: Client, id: (original: number) => number) => Promise<Body>,
) {
  const original = JSON.stringify(await request(rich.as(name), (id) => id))
  const other = JSON.stringify(await request(inCopy(name), (id) => ids.get(id)!))
  // API keys differ between servers.
  const withoutKeys = (field: string, value: unknown) => (field === 'api_key' ? undefined : value)
  return { expected: JSON.parse(translated(original), withoutKeys), actual: JSON.parse(other, withoutKeys) }
}

test('every table is exported with every column, or left out with a reason', async () => {
  const columns = await world.sql<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' ORDER BY 1, 2`,
  )
  const there = new Map<string, string[]>()
  for (const { table, column } of columns) there.set(table, [...(there.get(table) ?? []), column])
  const declared = [...TABLES.map((table) => table.name), ...Object.keys(EXCLUDED_TABLES)]
  expect(declared.sort()).toEqual([...there.keys()].sort())
  for (const { name, columns, generated = [] } of TABLES) {
    expect([...Object.keys(columns), ...generated].sort(), name).toEqual(there.get(name))
  }
})

test('the exported organization has rows in every table', async () => {
  const archive = await Archive.open(file!)
  archive.close()
  expect(archive.manifest.tables.filter((table) => table.rows === 0)).toEqual([])
  expect(archive.manifest.files).toMatchObject({ missing: 0 })
})

/** Fields that differ between connections. */
const OWN_TO_EACH = ['queue_id', 'last_event_id', 'server_timestamp', 'result', 'msg']

test.each(PEOPLE)('%s gets the same register response', async (name) => {
  const { expected, actual } = await responsesOf(name, (client) =>
    client.ok(
      client.post('/register', {
        ...{ include_subscribers: true, slim_presence: true, client_gravatar: false },
        client_capabilities: { user_list_incomplete: false, archived_channels: true, empty_topic_name: true },
      }),
    ),
  )
  for (const field of OWN_TO_EACH) {
    delete expected[field]
    delete actual[field]
  }
  expect(Object.keys(actual).length).toBeGreaterThan(100)
  for (const field of Object.keys(expected)) expect(actual[field], field).toEqual(expected[field])
})

test.each(PEOPLE)('%s reads the same messages, with the same flags', async (name) => {
  for (const apply_markdown of [true, false]) {
    const { expected, actual } = await responsesOf(name, (client) =>
      client.ok(
        client.get('/messages', {
          ...{ anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown, client_gravatar: false },
        }),
      ),
    )
    expect(actual.messages.length).toBeGreaterThan(5)
    expect(actual).toEqual(expected)
  }
})

test.each(['orsino', 'viola'] as const)('%s finds the same messages by narrows', async (name) => {
  const narrows = (id: (original: number) => number): Body[] => [
    [{ operator: 'is', operand: 'unread' }],
    [{ operator: 'is', operand: 'starred' }],
    [{ operator: 'is', operand: 'mentioned' }],
    [{ operator: 'is', operand: 'followed' }],
    [{ operator: 'search', operand: 'number' }],
    [{ operator: 'has', operand: 'attachment' }],
    [{ operator: 'has', operand: 'image' }],
    [{ operator: 'sender', operand: id(rich.id('viola')) }],
    [{ operator: 'dm-including', operand: [id(rich.id('viola'))] }],
    [
      { operator: 'channel', operand: 'shore' },
      { operator: 'topic', operand: 'counting' },
    ],
  ]
  for (const index of narrows((id) => id).keys()) {
    const { expected, actual } = await responsesOf(name, (client, id) =>
      client.ok(
        client.get('/messages', {
          anchor: 'first_unread',
          num_before: 50,
          num_after: 50,
          narrow: narrows(id)[index],
        }),
      ),
    )
    expect(actual).toEqual(expected)
  }
})

test('message histories, read receipts, members, attachments and profiles are the same', async () => {
  for (const message of ['first', 'moved', 'n1', 'n2']) {
    const history = await responsesOf('olivia', (client, id) =>
      client.ok(client.get(`/messages/${id(rich.messages[message]!)}/history`)),
    )
    expect(history.actual).toEqual(history.expected)
    const receipts = await responsesOf('viola', (client, id) =>
      client.ok(client.get(`/messages/${id(rich.messages[message]!)}/read_receipts`)),
    )
    expect(receipts.actual).toEqual(receipts.expected)
  }
  for (const path of [
    '/attachments',
    '/users?include_custom_profile_fields=true',
    '/user_groups',
    '/bots',
    '/reminders',
  ]) {
    for (const name of ['orsino', 'viola'] as const) {
      const { expected, actual } = await responsesOf(name, (client) => client.ok(client.get(path)))
      expect(actual).toEqual(expected)
    }
  }
})

test('files and pictures have the same bytes, for users who may read them', async () => {
  const { realm_users, realm_emoji, realm_icon_url, realm_logo_url, realm_night_logo_url } = await rich
    .as('olivia')
    .ok(rich.as('olivia').post('/register', { fetch_event_types: ['realm_user', 'realm_emoji', 'realm'] }))
  const pictures = [
    ...[realm_icon_url, realm_logo_url, realm_night_logo_url],
    ...realm_users.map((user: Body) => user.avatar_url),
    ...realm_users.map((user: Body) => user.avatar_url?.replace(/\.png/, '-medium.png')),
    ...Object.values<Body>(realm_emoji).flatMap((emoji) => [emoji.source_url, emoji.still_url]),
  ].filter((path) => path?.startsWith('/user_avatars'))
  expect(pictures.length).toBeGreaterThan(14)
  for (const path of [...pictures, ...rich.files]) {
    const owner = path === rich.files[2] ? 'maria' : 'orsino'
    const original = await fetchFile(rich.as(owner), path)
    const other = await fetchFile(inCopy(owner), translated(path))
    expect([path, other.status]).toEqual([path, 200])
    expect(other.bytes.equals(original.bytes), path).toBe(true)
  }
  expect((await fetchFile(inCopy('feste'), translated(rich.files[2]!))).status).toBe(403)
})

test('the newest messages of imported conversations are unknown until a job fills them', async () => {
  const unknown = () =>
    world.sql('SELECT id FROM conversation WHERE realm_id = $1 AND newest_message_id IS NULL', [copy.id])
  const all = await world.sql('SELECT id FROM conversation WHERE realm_id = $1', [copy.id])
  expect(await unknown()).toHaveLength(all.length)
  expect(await world.sql("SELECT data FROM job_outbox WHERE name = 'fill-newest-messages'")).toEqual([
    { data: {} },
  ])
  await fillNewestMessages(core)
  expect(await unknown()).toEqual([])
})

test('users log in with their passwords and send messages, and nobody is notified of imported messages', async () => {
  const nobody = inCopy('olivia')
  const key = await nobody.ok(
    nobody.post('/fetch_api_key', { username: 'olivia@illyria.test', password: PASSWORD }),
  )
  expect(key.user_id).toBe(ids.get(rich.id('olivia')))
  const client = inCopy('orsino')
  const sent = await client.ok(
    client.post('/messages', { type: 'channel', to: 'shore', topic: 'music', content: 'again' }),
  )
  const { message } = await client.ok(client.get(`/messages/${sent.id}`))
  expect(message.flags).toEqual(['read'])
  const [{ behind }] = (await world.sql(
    `SELECT count(*)::int AS behind FROM message m JOIN notification_cursor c ON c.realm_id = m.realm_id
     WHERE m.realm_id = $1 AND m.id > c.message_id AND m.id <> $2`,
    [copy.id, sent.id],
  )) as Body[]
  expect(behind).toBe(0)
})

test('scheduled messages are delivered by new jobs', async () => {
  const jobs = await world.sql(
    `SELECT data FROM job_outbox WHERE queue = 'scheduled' AND (data->>'realm')::int = $1`,
    [copy.id],
  )
  expect(jobs).toHaveLength(3)
})

test('an import leaves nothing but the organization, and does not change other organizations', async () => {
  for (const table of ['realm_import', 'imported_id']) {
    expect(await world.sql(`SELECT * FROM ${table}`)).toEqual([])
  }
  const { messages } = await demonstrated('iago').ok(
    demonstrated('iago').get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 }),
  )
  expect(messages).toEqual([])
})
