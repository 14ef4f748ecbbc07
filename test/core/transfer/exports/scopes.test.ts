import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '../../../../core/platform/ids.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { exportArchive, type Scope } from '../../../../core/transfer/exports/archive/write.ts'
import { Archive } from '../../../../core/transfer/imports/archive.ts'
import { importRealm } from '../../../../core/transfer/imports/import.ts'
import { Gateway } from '../../../../gateway/gateway.ts'
import { openIfExists } from '../../../../storage/open-if-exists.ts'
import { openStorage } from '../../../../storage/open-storage.ts'
import type { Storage } from '../../../../storage/storage.ts'
import { clientAt, type Rich, richOrganization } from '../../../e2e/rich-organization.ts'
import { type Entries, readEntries } from '../../../harness/archives.ts'
import type { Body } from '../../../harness/client.ts'
import { silent, World } from '../../../harness/world.ts'

/** The content of a partial export: for administrators, public data and the data of consenting users. */

const HOSTS: Record<string, string> = {
  public: '127.0.0.4',
  consent: '127.0.0.5',
  attic: '127.0.0.6',
  gone: '127.0.0.7',
}
let world: World
let gateway: Gateway
let url: string
let storage: Storage
let rich: Rich

beforeAll(async () => {
  world = await World.create()
  gateway = await Gateway.open(world.config, silent)
  url = `http://127.0.0.1:${await gateway.listen(0, '0.0.0.0')}`
  storage = await openStorage(world.config)
  rich = await richOrganization(world, gateway.core, url)
  await mkdir(world.config.dataDir, { recursive: true })
}, 600_000)
afterAll(async () => {
  storage.close()
  await gateway.close()
  await world.close()
})

function rowsOf(entries: Entries, table: string): Body[] {
  const text = entries.get(`${table}/000001.ndjson`)?.toString().trimEnd()
  return text === undefined ? [] : text.split('\n').map((line) => JSON.parse(line))
}

async function exported(name: string, scope: Scope): Promise<{ entries: Entries; copy: RealmState }> {
  const { record } = rich.realm
  const realm = {
    id: record.id,
    subdomain: record.subdomain,
    url: `http://${record.subdomain}.localhost:9991`,
  }
  const source = { db: gateway.core.db, realm, open: (key: string) => openIfExists(storage, key) }
  const file = join(world.config.dataDir, `${name}.zip`)
  await pipeline(exportArchive(source, scope), createWriteStream(file))
  const archive = await Archive.open(file)
  const storeFile = (key: string, bytes: Parameters<Storage['put']>[1]) => storage.put(key, bytes)
  const id = await importRealm(gateway.core, archive, { subdomain: name, customHost: HOSTS[name], storeFile })
  archive.close()
  return { entries: await readEntries(file), copy: (await gateway.core.realms.get(id))! }
}

const idsIn = (entries: Entries, table: string) => rowsOf(entries, table).map((row) => row.id)
const owners = (entries: Entries, table: string) => [
  ...new Set(rowsOf(entries, table).map((row) => row.user_id)),
]

/** Messages by their purpose, if the archive has them. */
const messagesIn = (entries: Entries): string[] => {
  const there = new Set(idsIn(entries, 'message'))
  return Object.keys(rich.messages).filter((name) => there.has(rich.messages[name]))
}
const OF_ALL = [
  'first',
  'link',
  'mentions',
  'code',
  'poll',
  'todo',
  'moved',
  'stays',
  'n1',
  'n2',
  'n3',
  'n4',
  'n5',
  'missed',
]
const PERSONAL = [
  ...[
    'draft',
    'saved_snippet',
    'scheduled_message',
    'alert_word',
    'user_topic',
    'muted_user',
    'navigation_view',
  ],
  ...['onboarding_step_seen', 'read_pointer', 'message_flag', 'user_presence'],
]

/** The archive contains nothing that allows logging in or acting as a user. */
function expectNoSecrets(entries: Entries): void {
  expect(rowsOf(entries, 'user_account').map((row) => row.password_hash)).toEqual(
    expect.not.arrayContaining([expect.any(String)]),
  )
  for (const table of ['bot_service', 'bot_config']) expect(rowsOf(entries, table)).toEqual([])
  const orsino = rowsOf(entries, 'user_account').find((row) => row.id === rich.id('orsino'))
  expect(orsino).toMatchObject({ email: null, delivery_email: null })
}

describe('a public export', () => {
  let entries: Entries
  let copy: RealmState
  beforeAll(async () => {
    ;({ entries, copy } = await exported('public', { kind: 'public', consenting: [] }))
  }, 600_000)

  test('contains only the messages of public channels', () => {
    expect(messagesIn(entries).sort()).toEqual([...OF_ALL].sort())
    expect(rowsOf(entries, 'channel').some((row) => row.is_private)).toBe(false)
    expect(rowsOf(entries, 'conversation').every((row) => row.participant_ids === null)).toBe(true)
  })

  test('contains neither private data nor secrets', () => {
    for (const table of PERSONAL) expect(rowsOf(entries, table), table).toEqual([])
    const names = new Set(rowsOf(entries, 'user_account').flatMap((row) => Object.keys(row.settings)))
    expect([...names]).toEqual(['email_address_visibility'])
    expect(rowsOf(entries, 'subscription').some((row) => row.pin_to_top)).toBe(false)
    expectNoSecrets(entries)
  })

  test('contains the files that its messages link', () => {
    expect(
      rowsOf(entries, 'attachment')
        .map((row) => row.name)
        .sort(),
    ).toEqual(['größe.png', 'song.txt'])
  })

  test('imports as an organization whose users read the public messages', async () => {
    const viola = clientAt(url, copy, 'viola@illyria.test')
    const read = { anchor: 'newest', num_before: 100, num_after: 0 }
    const { messages } = await viola.ok(viola.get('/messages', read))
    expect(messages.length).toBeGreaterThanOrEqual(OF_ALL.length)
    expect(messages.some((message: Body) => message.type === 'private')).toBe(false)
    const refused = await viola.post('/fetch_api_key', {
      username: 'olivia@illyria.test',
      password: 'once more unto the breach',
    })
    expect(refused.body.msg).toBe('Your username or password is incorrect')
  })
})

describe('an export with consents', () => {
  let entries: Entries
  let copy: RealmState
  beforeAll(async () => {
    const consenting = [rich.id('viola'), rich.id('maria')] as UserId[]
    ;({ entries, copy } = await exported('consent', { kind: 'consent', consenting }))
  }, 600_000)

  test('also contains the direct messages of consenting users, and the private channels that they read', () => {
    expect(messagesIn(entries).sort()).toEqual([...OF_ALL, 'direct', 'group', 'self', 'secret'].sort())
  })

  test('contains the private data of consenting users only', () => {
    const consenting = [rich.id('viola'), rich.id('maria')]
    for (const table of PERSONAL) {
      const of = owners(entries, table)
      expect(
        of.filter((user) => !consenting.includes(user)),
        table,
      ).toEqual([])
    }
    expect(owners(entries, 'draft')).toEqual([rich.id('viola')])
    expect(owners(entries, 'message_flag').length).toBeGreaterThan(0)
    expectNoSecrets(entries)
  })

  test('contains the files of consenting users', () => {
    const names = rowsOf(entries, 'attachment').map((row) => row.name)
    expect(names.sort()).toEqual(['größe.png', 'song.txt', 'unlinked.bin'])
  })

  test('imports as an organization in which consenting users find their data', async () => {
    const viola = clientAt(url, copy, 'viola@illyria.test')
    const { drafts } = await viola.ok(viola.get('/drafts'))
    expect(drafts).toHaveLength(3)
    const narrow = [{ operator: 'is', operand: 'dm' }]
    const { messages } = await viola.ok(
      viola.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow }),
    )
    expect(messages.map((message: Body) => message.content).join()).toContain('to several')
  })
})

test('an export with consents contains only those messages of a private channel that consenting users may read', async () => {
  const olivia = rich.as('olivia')
  const { id } = await olivia.ok(
    olivia.post('/channels/create', {
      ...{
        name: 'attic',
        subscribers: [rich.id('olivia')],
        invite_only: true,
        history_public_to_subscribers: false,
      },
    }),
  )
  const say = async (content: string) =>
    (await olivia.ok(olivia.post('/messages', { type: 'channel', to: id, topic: 'dust', content }))).id
  const before = await say('before viola came')
  await olivia.ok(
    olivia.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'attic' }],
      principals: [rich.id('viola')],
    }),
  )
  const after = await say('after viola came')
  const { entries } = await exported('attic', { kind: 'consent', consenting: [rich.id('viola') as UserId] })
  expect(idsIn(entries, 'message')).toContain(after)
  expect(idsIn(entries, 'message')).not.toContain(before)
})

test('a reminder of a message that the archive does not contain is imported as a reminder', async () => {
  const viola = rich.as('viola')
  const { id: message } = await viola.ok(
    viola.post('/messages', { type: 'direct', to: [rich.id('viola')], content: 'soon gone' }),
  )
  const at = Math.floor(Date.now() / 1000) + 3600
  const { reminder_id } = await viola.ok(
    viola.post('/reminders', { message_id: message, scheduled_delivery_timestamp: at }),
  )
  await viola.ok(viola.delete(`/messages/${message}`))
  const { copy } = await exported('gone', { kind: 'consent', consenting: [rich.id('viola') as UserId] })
  await viola.ok(viola.delete(`/reminders/${reminder_id}`))
  const imported = clientAt(url, copy, 'viola@illyria.test')
  const { reminders } = await imported.ok(imported.get('/reminders'))
  const reminder = reminders.find((each: Body) => each.reminder_target_message_id === 0)
  expect(reminder).toMatchObject({
    scheduled_delivery_timestamp: at,
    // The organization is German.
    content: 'Du wolltest an eine Nachricht erinnert werden, die du nicht mehr lesen kannst.',
  })
  await imported.ok(imported.get('/scheduled_messages'))
})
