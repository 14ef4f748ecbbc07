import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportArchive } from '../../../../core/transfer/exports/archive/write.ts'
import { Archive, ArchiveError } from '../../../../core/transfer/imports/archive.ts'
import { importRealm } from '../../../../core/transfer/imports/import.ts'
import { openIfExists } from '../../../../storage/open-if-exists.ts'
import { openStorage } from '../../../../storage/open-storage.ts'
import type { Storage } from '../../../../storage/storage.ts'
import { as, core, ok, setUpStage, world } from '../../../gateway/routes/stage.ts'
import {
  changeManifest,
  changeRows,
  type Entries,
  putPart,
  readEntries,
  writeEntries,
} from '../../../harness/archives.ts'
import type { Body } from '../../../harness/client.ts'
import { violatedForeignKeys } from '../../../harness/foreign-keys.ts'
import { solidPicture } from '../../../harness/pictures.ts'
import { formOf, uploadFile } from '../../../harness/upload.ts'

setUpStage()

let storage: Storage
let good: string
let bad: string
let entries: Entries
const kept: string[] = []

beforeAll(async () => {
  storage = await openStorage(world.config)
  good = join(world.config.dataDir, 'good.zip')
  bad = join(world.config.dataDir, 'bad.zip')
  const hamlet = as('hamlet')
  const file = await uploadFile(hamlet, { name: 'skull.txt', type: 'text/plain', bytes: 'alas' })
  await ok(
    hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'skull', content: `[skull](${file})` }),
  )
  const { body, headers } = formOf([
    { name: 'x.png', type: 'image/png', bytes: await solidPicture().png().toBuffer() },
  ])
  await ok(hamlet.request('POST', '/users/me/avatar', body, headers))
  const realm = { id: 1 as never, subdomain: '', url: 'http://localhost:9991' }
  const source = { db: core.db, realm, open: (key: string) => openIfExists(storage, key) }
  await pipeline(exportArchive(source, { kind: 'full' }), createWriteStream(good))
}, 600_000)
afterAll(() => storage.close())

async function tryImport(subdomain = 'copy'): Promise<unknown> {
  kept.length = 0
  const archive = await Archive.open(bad)
  const storeFile = async (key: string, bytes: Parameters<Storage['put']>[1]) => {
    kept.push(key)
    await storage.put(key, bytes)
  }
  try {
    return await importRealm(core, archive, { subdomain, storeFile })
  } finally {
    archive.close()
  }
}

/** Returns the error of a broken archive, after checking that the import left nothing. */
async function refused(): Promise<string> {
  const count = async () => {
    const [row] = (await world.sql(
      `SELECT (SELECT count(*) FROM realm) AS realms, (SELECT count(*) FROM user_account) AS users,
         (SELECT count(*) FROM message) AS messages, (SELECT count(*) FROM realm_import) AS imports,
         (SELECT count(*) FROM imported_id) AS ids`,
    )) as Body[]
    return row
  }
  const before = await count()
  const error: Body = await tryImport().catch((reason): Body => reason)
  expect(error).toBeInstanceOf(ArchiveError)
  expect(error.message).toMatch(/^[^\n]{10,400}\.$/)
  expect(await count()).toEqual(before)
  expect(await violatedForeignKeys(world)).toEqual({})
  return error.message
}

/** Changes to a good archive, each with the expected error. */
const BROKEN: Record<string, [RegExp, (entries: Entries) => void]> = {
  'has no manifest': [/no manifest/, (all) => all.delete('manifest.json')],
  'is of something else': [/not a Loquat export/, (all) => all.set('manifest.json', Buffer.from('{"a":1}'))],
  'has a manifest that is no JSON': [
    /not a Loquat export/,
    (all) => all.set('manifest.json', Buffer.from('{')),
  ],
  'is of a newer format': [
    /newer Loquat: it has format 99/,
    (all) => changeManifest(all, (said) => Object.assign(said, { version: 99 })),
  ],
  'has a table that nobody knows': [
    /newer Loquat: it contains secrets/,
    (all) =>
      changeManifest(all, ({ tables }) =>
        tables.push({ name: 'secrets', columns: ['a'], rows: 0, parts: [] }),
      ),
  ],
  'has a column that nobody knows': [
    /newer Loquat: it contains is_spy/,
    (all) =>
      changeManifest(all, ({ tables }) =>
        tables.find((table) => table.name === 'message')!.columns.push('is_spy'),
      ),
  ],
  'names a column twice': [
    /contradicts itself on subscription/,
    (all) =>
      changeManifest(all, ({ tables }) =>
        tables.find((table) => table.name === 'subscription')!.columns.push('color'),
      ),
  ],
  'lacks the ids of its channels': [
    /lacks the ids of channel\./,
    (all) => {
      changeRows(all, 'channel', (rows) => rows.map(({ id: _, ...rest }) => rest))
      changeManifest(all, ({ tables }) => {
        const channel = tables.find((table) => table.name === 'channel')!
        channel.columns = channel.columns.filter((column) => column !== 'id')
      })
    },
  ],
  'counts wrongly': [
    /contradicts itself on message/,
    (all) =>
      changeManifest(all, ({ tables }) => {
        tables.find((table) => table.name === 'message')!.rows += 1
      }),
  ],
  'has a part twice': [
    /contradicts itself/,
    (all) =>
      changeManifest(all, ({ tables }) => {
        const told = tables.find((table) => table.name === 'message')!
        told.parts.push(told.parts[0]!)
        told.rows *= 2
      }),
  ],
  'lacks a part': [/lacks channel\/000001/, (all) => all.delete('channel/000001.ndjson')],
  'lacks a file': [
    /lacks files\//,
    (all) => all.delete([...all.keys()].find((name) => name.startsWith('files/picture'))!),
  ],
  'has a part that was changed': [
    /message\/000001\.ndjson does not match its checksum/,
    (all) =>
      all.set(
        'message/000001.ndjson',
        Buffer.from(all.get('message/000001.ndjson')!.toString().replace('skull', 'skull!')),
      ),
  ],
  'has a file that was changed': [
    /does not match its row/,
    (all) => {
      for (const [name, bytes] of all)
        if (name.startsWith('files/') && bytes.toString() === 'alas') all.set(name, Buffer.from('alsa'))
    },
  ],
  'has a file that no row references': [
    /no row references files\/stowaway/,
    (all) => {
      const rest = [...all]
      all.clear()
      all.set('files/stowaway', Buffer.from('x'))
      for (const [name, bytes] of rest) all.set(name, bytes)
    },
  ],
  'has an entry that is nothing': [
    /"evil\.sh" does not belong in an export/,
    (all) => all.set('evil.sh', Buffer.from('x')),
  ],
  'has an entry outside': [
    /does not belong in an export/,
    (all) => all.set('message/x/000001.ndjson', Buffer.from('x')),
  ],
  'has a part that grows too large': [
    /is too large/,
    (all) => all.set('message/000002.ndjson', Buffer.alloc(80 * 1024 * 1024)),
  ],
  'has a part that is no text': [/line 1 of message/, (all) => putPart(all, 'message', '\0\u0001\n', 1)],
  'has fewer lines than it says': [/does not have 2 lines/, (all) => putPart(all, 'message', '{}\n', 2)],
  'has rows of another shape': [
    /line 1 of user_account.+role/,
    (all) => changeRows(all, 'user_account', ([first, ...rest]) => [{ ...first, role: 'owner' }, ...rest]),
  ],
  'has a number that is too large': [
    /line 1 of message.+id/,
    (all) => changeRows(all, 'message', (rows) => rows.map((row) => ({ ...row, id: 1e300 }))),
  ],
  'has a field that nobody knows': [
    /line 1 of channel/,
    (all) => changeRows(all, 'channel', (rows) => rows.map((row) => ({ ...row, realm_id: 1 }))),
  ],
  'has text that no text is': [
    /full_name/,
    (all) => changeRows(all, 'user_account', (rows) => rows.map((row) => ({ ...row, full_name: 'a\0b' }))),
  ],
  'gives an id twice': [
    /ids of user_account do not ascend/,
    (all) => changeRows(all, 'user_account', (rows) => [...rows, rows[0]]),
  ],
  'has no owner': [
    /no owner/,
    (all) =>
      changeRows(all, 'user_account', (rows) =>
        rows.map((row) => ({ ...row, role: row.role === 100 ? 400 : row.role })),
      ),
  ],
  'lacks a system group': [
    /no group role:nobody/,
    (all) => changeRows(all, 'user_group', (rows) => rows.filter((row) => row.name !== 'role:nobody')),
  ],
  'is two organizations': [
    /2 organizations instead of one/,
    (all) => changeRows(all, 'realm', (rows) => [...rows, ...rows]),
  ],
  'names users that it does not have': [
    /a row of message: it references user 999999/,
    (all) => changeRows(all, 'message', (rows) => rows.map((row) => ({ ...row, sender_id: 999_999 }))),
  ],
  'names messages that it does not have': [
    /references message 999999/,
    (all) =>
      changeRows(all, 'attachment_message', (rows) => rows.map((row) => ({ ...row, message_id: 999_999 }))),
  ],
  'takes the file of another organization': [
    /not a path of its files/,
    (all) => changeRows(all, 'attachment', (rows) => rows.map((row) => ({ ...row, path_id: '2/aa/bb/x' }))),
  ],
  'climbs to a file': [
    /not a path of its files/,
    (all) => changeRows(all, 'attachment', (rows) => rows.map((row) => ({ ...row, path_id: '1/../../x' }))),
  ],
  'takes the picture of another organization': [
    /not a path of its files/,
    (all) =>
      changeRows(all, 'user_account', (rows) =>
        rows.map((row) =>
          row.avatar_path === null ? row : { ...row, avatar_path: row.avatar_path.replace(/^1/, '2') },
        ),
      ),
  ],
  'says what the database refuses': [
    /The archive is broken: .+unique/,
    (all) =>
      changeRows(all, 'user_account', (rows) =>
        rows.map((row) => ({ ...row, delivery_email: 'same@demo.test' })),
      ),
  ],
  'sets a permission to nothing': [
    /line 1 of realm.+settings/,
    (all) =>
      changeRows(all, 'realm', (rows) =>
        rows.map((row) => ({ ...row, settings: { can_create_groups: 'everyone' } })),
      ),
  ],
}

/** Changes one column of all rows of a table that has rows, or of a new row. */
const change = (table: string, values: Body) => (all: Entries) =>
  changeRows(all, table, (rows) => rows.map((row) => ({ ...row, ...values })))

/** Values that the interface refuses, each with the expected error. */
const REFUSED: Record<string, [RegExp, (entries: Entries) => void]> = {
  'a huge name': [
    /line 1 of user_account.+full_name: /,
    change('user_account', { full_name: 'x'.repeat(101) }),
  ],
  'a name with control characters': [
    /full_name: Invalid characters in name/,
    change('user_account', { full_name: 'Ham\u0007let' }),
  ],
  'a name with a mention': [/full_name: /, change('user_account', { full_name: '@**all**' })],
  'an address that is none': [
    /delivery_email: is no e-mail address/,
    (all) =>
      changeRows(all, 'user_account', (rows) =>
        rows.map((row) => ({ ...row, delivery_email: `<script>${row.id}` })),
      ),
  ],
  'a role that does not exist': [/role: must be one of 100, 200/, change('user_account', { role: 1 })],
  'a type of bots that does not exist': [/bot_type: /, change('user_account', { bot_type: 99 })],
  'a time zone that does not exist': [/timezone: /, change('user_account', { timezone: 'Mars/Base' })],
  'a setting of a user with another value': [
    /settings: has an invalid color_scheme/,
    change('user_account', { settings: { color_scheme: 99 } }),
  ],
  'a huge name of the organization': [/line 1 of realm.+name: /, change('realm', { name: 'x'.repeat(41) })],
  'a setting of the organization with another value': [
    /settings: /,
    (all) =>
      changeRows(all, 'realm', (rows) =>
        rows.map((row) => ({
          ...row,
          settings: { ...row.settings, jitsi_server_url: 'javascript:alert(1)' },
        })),
      ),
  ],
  'a permission for everyone on the Internet': [
    /line 1 of channel\/000001\.ndjson, can_administer_channel_group: must not be role:internet/,
    (all) => {
      let internet: number | undefined
      changeRows(all, 'user_group', (rows) => {
        internet = rows.find((row) => row.name === 'role:internet')!.id
        return rows
      })
      change('channel', { group_settings: { can_administer_channel_group: internet } })(all)
    },
  ],
  'a reserved name of a group': [
    /user_group.+name: /,
    (all) =>
      changeRows(all, 'user_group', (rows) => [
        ...rows,
        { ...rows[0], id: rows.at(-1)!.id + 1, is_system_group: false, name: 'role:owners' },
      ]),
  ],
  'a channel with a huge name': [/name: /, change('channel', { name: 'x'.repeat(61) })],
  'a channel with control characters': [/name: /, change('channel', { name: 'a\u0001b' })],
  'a policy that does not exist': [/topics_policy: /, change('channel', { topics_policy: 'none' })],
  'a color that is none': [/color: /, change('subscription', { color: 'red;background:url(x)' })],
  'a huge topic': [/topic: /, change('conversation', { topic: 'x'.repeat(61) })],
  'a huge message': [/content: is longer than 10000/, change('message', { content: 'x'.repeat(10_001) })],
  'an emoji with a hostile name': [
    /realm_emoji.+name: Emoji names must/,
    (all) => putRow(all, 'realm_emoji', { name: '"><script>' }),
  ],
  'a linkifier with an invalid expression': [
    /linkifier.+pattern: /,
    (all) => putRow(all, 'linkifier', { pattern: '(?P<id>[0-9', url_template: 'https://x.test/{id}' }),
  ],
  'a linkifier that runs a script': [
    /linkifier.+pattern: /,
    (all) => putRow(all, 'linkifier', { pattern: 'X(?P<id>\\d+)', url_template: 'javascript:alert({id})' }),
  ],
  'a playground that runs a script': [
    /playground.+url_template: /,
    (all) => putRow(all, 'playground', { url_template: 'javascript:{code}' }),
  ],
  'a domain that is none': [/domain: /, (all) => putRow(all, 'realm_domain', { domain: 'no domain' })],
  'a webhook that is no address': [
    /base_url: /,
    (all) => putRow(all, 'bot_service', { base_url: 'javascript:alert(1)' }),
  ],
  'a link in a profile that runs a script': [
    /custom_profile_field_value.+value: /,
    (all) => {
      putRow(all, 'custom_profile_field', { id: 900_000, type: 5, name: 'Home', field_data: '' })
      putRow(all, 'custom_profile_field_value', {
        field_id: 900_000,
        value: 'javascript:alert(1)',
        rendered_value: null,
      })
    },
  ],
}

/** Plausible values of the columns of a new row. */
const NEW: Record<string, (all: Entries) => Body> = {
  realm_emoji: () => ({
    id: 1,
    name: 'x',
    author_id: null,
    is_deactivated: false,
    file_name: 'abc.png',
    is_animated: false,
    files: {},
  }),
  linkifier: () => ({ pattern: 'x', url_template: 'https://x.test/', position: 1 }),
  playground: () => ({ name: 'Rust', language: 'Rust', url_template: 'https://x.test/{code}' }),
  realm_domain: () => ({ domain: 'x.test', allow_subdomains: false }),
  bot_service: (all) => ({ bot_id: anyUser(all), base_url: 'https://x.test/', interface: 1, token: 'x' }),
  custom_profile_field: () => ({
    ...{ id: 1, type: 1, position: 1, name: 'x', hint: '', field_data: '' },
    ...{ display_in_profile_summary: false, required: false, editable_by_user: true },
  }),
  custom_profile_field_value: (all) => ({
    user_id: anyUser(all),
    field_id: 1,
    value: 'x',
    rendered_value: null,
  }),
}
function anyUser(all: Entries): number {
  return JSON.parse(all.get('user_account/000001.ndjson')!.toString().split('\n')[0]!).id
}
/** Replaces the rows of a table by a row with these values. */
function putRow(all: Entries, table: string, values: Body): void {
  const row = { ...NEW[table]!(all), ...values }
  putPart(all, table, `${JSON.stringify(row)}\n`, 1)
}

test.each(Object.entries(REFUSED))('an archive with %s is refused', async (_, [words, change]) => {
  entries = await readEntries(good)
  change(entries)
  await writeEntries(bad, entries)
  const message = await refused()
  expect(message).toMatch(/^The archive is refused: line \d+ of /)
  expect(message).toMatch(words)
})

test('HTML that this server does not write is rendered anew', async () => {
  entries = await readEntries(good)
  const evil = '<p onclick="x()">Hi</p><script>alert(1)</script><a href="javascript:alert(2)">x</a>'
  const edit = { user_id: null, timestamp: 1, at: 1, prev_content: '**old**', prev_rendered_content: evil }
  changeRows(entries, 'message', (rows) =>
    rows.map((row) => ({
      ...row,
      content: 'To **be** <b>',
      rendered_content: evil,
      edit_history: [{ ...edit, prev_content: '**old**' }],
    })),
  )
  changeRows(entries, 'channel', (rows) =>
    rows.map((row) => ({ ...row, description: '*ours*', rendered_description: evil })),
  )
  await writeEntries(bad, entries)
  const realm = await tryImport('evil')
  const rows = await world.sql(
    'SELECT DISTINCT rendered_content AS html, edit_history AS edits FROM message WHERE realm_id = $1',
    [realm],
  )
  expect(rows).toMatchObject([
    {
      html: '<p>To <strong>be</strong> &lt;b&gt;</p>',
      edits: [{ prev_rendered_content: '<p><strong>old</strong></p>' }],
    },
  ])
  expect(
    await world.sql('SELECT DISTINCT rendered_description AS html FROM channel WHERE realm_id = $1', [realm]),
  ).toEqual([{ html: '<p><em>ours</em></p>' }])
})

test('HTML that this server writes is kept', async () => {
  await writeFile(bad, await readFile(good))
  const realm = Number(await tryImport('kept'))
  const texts = async (id: number) => {
    const rows = await world.sql<{ html: string }>(
      'SELECT rendered_content AS html FROM message WHERE realm_id = $1 ORDER BY id',
      [id],
    )
    return rows.map(({ html }) => html.replace(`user_uploads/${id}/`, 'user_uploads/'))
  }
  expect(await texts(1)).not.toEqual([])
  expect(await texts(realm)).toEqual(await texts(1))
})

test.each(Object.entries(BROKEN))('an archive that %s is refused', async (_, [words, breakIt]) => {
  entries = await readEntries(good)
  breakIt(entries)
  await writeEntries(bad, entries)
  expect(await refused()).toMatch(words)
})

test('a truncated, empty or foreign file is refused', async () => {
  const bytes = await readFile(good)
  for (const part of [0, 10, bytes.length / 2, bytes.length - 1]) {
    await writeFile(bad, bytes.subarray(0, part))
    expect(await refused()).toMatch(/^The archive is broken: /)
  }
  await writeFile(bad, 'a story of a prince, without an end '.repeat(1000))
  expect(await refused()).toMatch(/^The archive is broken: /)
})

test('an archive with names outside its folder is refused', async () => {
  const bytes = Buffer.from(
    (await readFile(good))
      .toString('latin1')
      .replaceAll('realm/000001.ndjson', '../../../tmp/x.ndjsn'.slice(0, 19)),
    'latin1',
  )
  await writeFile(bad, bytes)
  expect(await refused()).toMatch(/invalid relative path|does not belong in an export/)
})

test('a used or malformed subdomain is refused, and then a valid one is imported', async () => {
  await writeFile(bad, await readFile(good))
  const archive = await Archive.open(bad)
  const storeFile = (key: string, bytes: Parameters<Storage['put']>[1]) => storage.put(key, bytes)
  await expect(importRealm(core, archive, { subdomain: 'other', storeFile })).rejects.toThrow(
    'already in use',
  )
  await expect(importRealm(core, archive, { subdomain: '../x', storeFile })).rejects.toThrow(
    'letters, digits',
  )
  await expect(importRealm(core, archive, { storeFile })).rejects.toThrow('already in use')
  archive.close()
  expect(await tryImport()).toBeGreaterThan(2)
  expect(kept).toHaveLength(3)
})

test('an archive without rows that others reference optionally, and with rows in another order, leaves no dangling reference', async () => {
  entries = await readEntries(good)
  changeRows(entries, 'user_account', (rows) =>
    rows.map((row) => ({
      ...row,
      bot_owner_id: row.is_bot ? 999_999 : null,
      default_sending_channel_id: 999_999,
      default_events_register_channel_id: Number.MAX_SAFE_INTEGER,
    })),
  )
  changeRows(entries, 'channel', (rows) => rows.map((row) => ({ ...row, first_message_id: 999_999 })))
  for (const table of ['subscription', 'subscription_span', 'attachment_message'])
    changeRows(entries, table, (rows) => rows.reverse())
  await writeEntries(bad, entries)
  const realm = await tryImport('dangling')
  expect(await violatedForeignKeys(world)).toEqual({})
  const dangling = await world.sql(
    `SELECT id FROM user_account WHERE realm_id = $1 AND num_nonnulls(bot_owner_id, default_sending_channel_id, default_events_register_channel_id) > 0
     UNION ALL SELECT id FROM channel WHERE realm_id = $1 AND first_message_id IS NOT NULL`,
    [realm],
  )
  expect(dangling).toEqual([])
})

test('archives that lack different columns are imported', async () => {
  for (const [number, column] of ['name', 'description', 'created_at', 'settings', 'images'].entries()) {
    entries = await readEntries(good)
    changeRows(entries, 'realm', (rows) =>
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== column))),
    )
    changeManifest(entries, ({ tables }) => {
      const realm = tables.find((table) => table.name === 'realm')!
      realm.columns = realm.columns.filter((name) => name !== column)
    })
    await writeEntries(bad, entries)
    expect(await tryImport(`lacking-${number}`)).toBeGreaterThan(2)
  }
})
