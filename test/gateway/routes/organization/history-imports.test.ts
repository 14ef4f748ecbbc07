import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../../core/people/accounts/create.ts'
import { openSettings, sealSettings } from '../../../../core/people/authentication/external/stored.ts'
import { kindNamed } from '../../../../core/people/authentication/kinds.ts'
import {
  addAuthenticator,
  beginAuthenticator,
  useAppCode,
} from '../../../../core/people/second-factors/authenticator.ts'
import { useRecoveryCode } from '../../../../core/people/second-factors/recovery-codes.ts'
import type { LogInProvider } from '../../../../core/state/realm/log-in-provider.ts'
import { Role } from '../../../../core/state/users/record.ts'
import { deleteRealm, findDueRealms } from '../../../../core/transfer/deletion/delete-realm.ts'
import { recordImport } from '../../../../core/transfer/history/record.ts'
import { Browsing } from '../../../harness/browsing.ts'
import type { Body } from '../../../harness/client.ts'
import { Client } from '../../../harness/client.ts'
import {
  type Archived,
  begin,
  cancel,
  deleteFiles,
  type Founded,
  found,
  newest,
  originOf,
  PASSWORD,
  send,
  setUpHistoryStage,
  smallArchive,
  start,
  state,
  storage,
  work,
} from '../../../harness/history-stage.ts'
import {
  mattermostFiles,
  mattermostLines,
  writeMattermostArchive,
} from '../../../harness/moving/mattermost-archive.ts'
import { codeOf } from '../../../harness/one-time-code.ts'
import { patch } from '../../../harness/tus.ts'
import { core, otherGateway, url, world } from '../stage.ts'

setUpHistoryStage()

let small: Archived
beforeAll(async () => {
  small = await smallArchive()
})

/** A new organization whose archive is checked. */
async function checked(email?: string, bytes = small.bytes): Promise<Founded> {
  const one = await found(email)
  expect((await send(one.client, bytes)).status).toBe(200)
  await work()
  expect((await newest(one.client)).status).toBe('checked')
  return one
}

/** Logs in with the founder's password. */
async function logIn(subdomain: string, email: string): Promise<Client> {
  const origin = originOf(subdomain)
  const answer = await new Client(origin).post('/fetch_api_key', { username: email, password: PASSWORD })
  expect(answer.body).toMatchObject({ result: 'success', email })
  return new Client(origin, { email, apiKey: answer.body.api_key })
}

const messagesOf = async (client: Client): Promise<Body[]> =>
  (
    await client.ok(
      client.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 500, apply_markdown: false }),
    )
  ).messages

/** What an import has left on disk and in tables that a finished one does not have. */
async function remains(): Promise<unknown> {
  await deleteFiles()
  const [imports] = await world.sql<{ n: number }>('SELECT count(*)::int AS n FROM realm_import')
  const folders = await readdir(join(world.config.dataDir, 'imports')).catch(() => [])
  return { imports: imports!.n, folders }
}
const NOTHING = { imports: 0, folders: [] }

const isStored = async (id: number): Promise<boolean> => {
  const [row] = await world.sql<{ a: string; b: string | null }>(
    'SELECT storage_key AS a, converted_key AS b FROM history_import WHERE id = $1',
    [id],
  )
  const keys = [row!.a, ...(row!.b === null ? [] : [row!.b])]
  return (await Promise.all(keys.map((key) => storage.stat(key)))).some((file) => file !== undefined)
}

describe('a history', () => {
  test('is uploaded, checked, confirmed and imported, and the founder becomes the same person there', async () => {
    const [email] = small.people
    const { client, subdomain, realm } = await found(email)
    expect(await state(client)).toMatchObject({ history_import: null, content: null, max_archive_gib: 20 })
    const begun = await begin(client, small.bytes.length)
    expect(begun.status).toBe(201)
    const path = begun.headers.get('location')!
    expect(await newest(client)).toMatchObject({
      status: 'uploading',
      upload_key: path.split('/').at(-1),
      size: small.bytes.length,
      file_name: 'export.tar.gz',
    })
    // Another gateway continues, after this one has lost its connection.
    const elsewhere = new Client(originOf(subdomain, (await otherGateway()).url), client.credentials)
    await patch(client, path, 0, small.bytes.subarray(0, 1_000))
    expect((await patch(elsewhere, path, 1_000, small.bytes.subarray(1_000))).status).toBe(200)
    expect(await newest(elsewhere)).toMatchObject({ status: 'checking', phase: 'waiting', upload_key: null })
    await work()
    const done = await newest(client)
    expect(done).toMatchObject({ status: 'checked', phase: null, failure: null })
    expect(done.report.product).toBe('Zulip')
    expect(done.report.counts).toContainEqual({ what: 'messages', name: 'Messages', found: 40, kept: 40 })
    // Nothing is there before the owner has confirmed.
    expect(await messagesOf(client)).not.toContainEqual(expect.objectContaining({ subject: 'rota' }))
    expect((await start(client)).status).toBe(200)
    expect(await newest(client)).toMatchObject({ status: 'importing' })
    await work()
    // The former organization is gone with its keys.
    expect((await client.get('/users/me')).status).toBe(401)
    const owner = await logIn(subdomain, email!)
    expect(await newest(owner)).toMatchObject({ status: 'done', id: done.id, report: done.report })
    const me = await owner.ok(owner.get('/users/me'))
    expect(me).toMatchObject({ role: Role.owner, is_active: true })
    const imported = (await core.realms.byHost(`${subdomain}.localhost`))!
    expect(imported.id).not.toBe(realm.id)
    expect(imported.record.settings.name).toBe(realm.record.settings.name)
    expect((await messagesOf(owner)).length).toBeGreaterThan(10)
    const [former] = await world.sql('SELECT is_deactivated, is_deleting FROM realm WHERE id = $1', [
      realm.id,
    ])
    expect(former).toEqual({ is_deactivated: true, is_deleting: true })
    const [due] = (await findDueRealms(core)).filter(({ id }) => id === realm.id)
    expect(await deleteRealm(core, due!)).toBe(true)
    expect(await world.sql('SELECT FROM realm WHERE id = $1', [realm.id])).toEqual([])
    expect(await newest(owner)).toMatchObject({ status: 'done' })
    expect(await isStored(done.id)).toBe(true)
    expect(await remains()).toEqual(NOTHING)
    expect(await isStored(done.id)).toBe(false)
    const { entries } = await owner.ok(owner.get('/audit_log', { kind: 'history_import' }))
    expect(entries[0]).toMatchObject({ property: 'status', old_value: '"importing"', new_value: '"done"' })
    expect((await owner.ok(owner.get('/realm/history_imports/newest'))).content).toBe('people')
  })

  test('makes the founder an owner beside the people of the archive, with password and settings', async () => {
    const { client, subdomain, owner } = await checked()
    await client.ok(client.patch('/settings', { twenty_four_hour_time: true }))
    await client.ok(start(client))
    await work()
    const there = await logIn(subdomain, owner.deliveryEmail)
    const registered = await there.ok(there.post('/register', {}))
    expect(registered).toMatchObject({ is_owner: true, full_name: 'Flora Founder' })
    expect(registered.user_settings.twenty_four_hour_time).toBe(true)
    const emails = registered.realm_users.map((user: Body) => user.delivery_email)
    expect(emails).toEqual(expect.arrayContaining([owner.deliveryEmail, ...small.people]))
    expect(await remains()).toEqual(NOTHING)
  })

  test('logs people out to the log-in page, where the password of the founder counts', async () => {
    const one = await checked(small.people[0])
    const browser = new Browsing(one.origin)
    await browser.submit('/login', { email: small.people[0]!, password: PASSWORD })
    expect((await browser.get('/json/users/me')).status).toBe(200)
    await one.client.ok(start(one.client))
    await work()
    expect((await browser.get('/json/users/me')).status).toBe(401)
    const again = await browser.submit('/login', { email: small.people[0]!, password: PASSWORD })
    expect(again.status).toBe(303)
  })

  test('is imported twice by two organizations, each for itself', async () => {
    const [a, b] = [await checked(), await checked()]
    await a.client.ok(start(a.client))
    await b.client.ok(start(b.client))
    await work()
    const states = await Promise.all([a, b].map((one) => logIn(one.subdomain, one.owner.deliveryEmail)))
    for (const client of states) expect((await newest(client)).status).toBe('done')
    const realms = await Promise.all([a, b].map((one) => core.realms.byHost(`${one.subdomain}.localhost`)))
    expect(realms[0]!.id).not.toBe(realms[1]!.id)
  })
})

test('the report of an import by the operator is there for the owners', async () => {
  const one = await found()
  const report = { product: 'Slack', counts: [{ what: 'messages', found: 3, kept: 2 }], notes: [] }
  await recordImport(core, one.realm.id, { fileName: 'quay.zip', length: 7, report })
  expect(await newest(one.client)).toMatchObject({
    ...{ status: 'done', acting_user_id: null, upload_key: null, file_name: 'quay.zip', report },
  })
})

describe('the founder keeps', () => {
  test('the app, the passkeys, the identities and the providers with their secrets', async () => {
    const one = await checked()
    const caller = { core, realm: one.realm, user: one.owner }
    const { secret, setup } = beginAuthenticator(caller)
    const codes = await addAuthenticator(caller, setup, codeOf(secret, -1))
    await world.sql(
      `INSERT INTO passkey (realm_id, user_id, credential_id, public_key, counter, transports, name)
       VALUES ($1, $2, 'key-of-flora', 'x', 0, '{usb}', 'Yellow')`,
      [one.realm.id, one.owner.id],
    )
    await world.sql('UPDATE user_account SET passkey_count = 1 WHERE id = $1', [one.owner.id])
    await world.sql(
      `INSERT INTO external_identity (realm_id, user_id, issuer, subject) VALUES ($1, $2, 'https://id.test', 'flora')`,
      [one.realm.id, one.owner.id],
    )
    const kind = kindNamed('openid')!
    const settings = { issuer: 'https://id.test', client_id: 'chat', client_secret: 'hush' }
    const stored = sealSettings(core, one.realm.id, kind, 'company', settings)
    await world.sql(
      `INSERT INTO log_in_provider (realm_id, kind, name, display_name, is_enabled, settings, secrets)
       VALUES ($1, 'openid', 'company', 'Company', true, $2, $3)`,
      [one.realm.id, stored.settings, stored.secrets],
    )
    await one.client.ok(start(one.client))
    await work()
    const realm = (await core.realms.byHost(`${one.subdomain}.localhost`))!
    await realm.sync()
    const owner = realm.users.byEmail(one.owner.deliveryEmail)!
    expect(owner).toMatchObject({ role: Role.owner, hasAuthenticator: true, passkeyCount: 1 })
    const { secretKey } = core.options
    const uses = (code: string) => core.transact(realm.id, (tx) => useAppCode(tx, secretKey, owner.id, code))
    expect(await uses('000000')).toBe(false)
    expect(await uses(codeOf(secret))).toBe(true)
    // Recovery codes are hashes with the id of the former account.
    expect(await core.transact(realm.id, (tx) => useRecoveryCode(tx, secretKey, owner.id, codes[0]!))).toBe(
      false,
    )
    for (const table of ['passkey', 'external_identity']) {
      expect(await world.sql(`SELECT realm_id, user_id FROM ${table}`)).toEqual([
        { realm_id: realm.id, user_id: owner.id },
      ])
    }
    const [moved] = await world.sql<LogInProvider>('SELECT name, settings, secrets FROM log_in_provider')
    expect(openSettings(core, realm.id, moved!)).toMatchObject({ client_secret: 'hush' })
    await world.sql('DELETE FROM log_in_provider')
  })
})

describe('an organization counts as empty', () => {
  const say = async ({ client, owner }: Founded, times: number) => {
    for (let n = 0; n < times; n++) {
      await client.ok(client.post('/messages', { type: 'direct', to: [owner.id], content: `note ${n}` }))
    }
  }

  test.each<[string, (one: Founded) => Promise<unknown>, string | null]>([
    ['when it is new', async () => undefined, null],
    [
      'with a deactivated person',
      async ({ realm }) => {
        const gone = await createUser(core, realm, { email: 'gone@new.test', fullName: 'Gone Person' })
        await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [gone.id])
      },
      'people',
    ],
    [
      'with a bot',
      ({ client }) =>
        client.ok(client.post('/bots', { full_name: 'Robot', short_name: 'robot', bot_type: 1 })),
      'people',
    ],
    [
      'with an invitation that waits',
      ({ client }) => client.ok(client.post('/invites', { invitee_emails: 'x@y.test', stream_ids: '[]' })),
      null,
    ],
    ['with 20 messages of the founder', (one) => say(one, 20), null],
    ['with 21 messages of the founder', (one) => say(one, 21), 'messages'],
  ])('%s or not', async (_what, prepare, content) => {
    const one = await found()
    await prepare(one)
    expect((await state(one.client)).content).toBe(content)
    const begun = await begin(one.client, 10)
    expect(begun.status).toBe(content === null ? 201 : 400)
    if (content === null) await one.client.ok(cancel(one.client))
    else expect(JSON.parse(begun.text)).toMatchObject({ code: 'ORGANIZATION_NOT_EMPTY' })
  })
})

describe('an attempt', () => {
  test('that was stopped on the way is continued, and gives the same', async () => {
    const one = await checked()
    await one.client.ok(start(one.client))
    for (const ms of [1, 40, 120]) {
      const stopping = new AbortController()
      setTimeout(() => stopping.abort(), ms)
      await work({ signal: stopping.signal }).catch(() => undefined)
    }
    await work()
    const there = await logIn(one.subdomain, one.owner.deliveryEmail)
    expect(await newest(there)).toMatchObject({ status: 'done' })
    // One of the attempts may have been done, and the next one has then told the owner by a message.
    const [count] = await world.sql<{ n: number }>(
      `SELECT count(*)::int - (SELECT count(*) FROM history_import WHERE realm_id = $1 AND is_announced)::int AS n
       FROM message WHERE realm_id = $1`,
      [(await core.realms.byHost(`${one.subdomain}.localhost`))!.id],
    )
    expect(count!.n).toBe(40)
    expect(await remains()).toEqual(NOTHING)
  })

  test('that fails for another reason fails the import only at last, in plain words', async () => {
    const one = await found()
    await send(one.client, small.bytes)
    const broken = Object.assign(Object.create(Object.getPrototypeOf(storage)), storage, {
      get: () => Promise.reject(new Error('the disk is on fire')),
    })
    await expect(work({ store: broken })).rejects.toThrow('on fire')
    expect((await newest(one.client)).status).toBe('checking')
    await expect(work({ store: broken, isLastAttempt: true })).rejects.toThrow('on fire')
    await world.sql("DELETE FROM job_outbox WHERE queue = 'imports'")
    expect(await newest(one.client)).toMatchObject({
      status: 'failed',
      failure: 'The server could not finish the import. Try again later.',
    })
  })
})

describe('cancelling', () => {
  test('deletes what was uploaded, in every state', async () => {
    const one = await found()
    await begin(one.client, 1_000)
    await one.client.ok(cancel(one.client))
    expect(await newest(one.client)).toMatchObject({ status: 'cancelled', upload_key: null })
    await send(one.client, small.bytes)
    await one.client.ok(cancel(one.client))
    await work()
    await send(one.client, small.bytes)
    await work()
    const { id } = await newest(one.client)
    await one.client.ok(cancel(one.client))
    await deleteFiles()
    expect(await isStored(id)).toBe(false)
    expect((await one.client.delete(`/realm/history_imports/${id}`)).body.msg).toBe(
      'There is no import of a history.',
    )
    expect(await remains()).toEqual(NOTHING)
  })

  test('ends an import that is at work, and deletes its rows', async () => {
    const one = await checked()
    await one.client.ok(start(one.client))
    // Stops after some steps, as a killed worker does.
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(), 60)
    await work({ signal: stopping.signal }).catch(() => undefined)
    await one.client.ok(cancel(one.client))
    await work()
    expect((await newest(one.client)).status).toBe('cancelled')
    expect(await remains()).toEqual(NOTHING)
    const [left] = await world.sql<{ n: number }>(
      "SELECT count(*)::int AS n FROM realm WHERE subdomain LIKE 'importing.%'",
    )
    expect(left!.n).toBe(0)
    expect((await one.client.get('/users/me')).status).toBe(200)
  })
})

describe('refused is', () => {
  test('everybody but owners, and owners of other organizations', async () => {
    const one = await found()
    await begin(one.client, 1_000)
    const { id, upload_key } = await newest(one.client)
    for (const name of ['iago', 'shiva', 'hamlet', 'polonius', 'greeter-bot']) {
      const client = world.client(url, name)
      expect((await begin(client, 10)).text).toContain('Must be an organization owner')
    }
    const stranger = world.client(url, 'desdemona')
    expect((await stranger.post(`/realm/history_imports/${id}/start`)).status).toBe(400)
    expect((await stranger.delete(`/realm/history_imports/${id}`)).body.msg).toBe(
      'There is no import of a history.',
    )
    const other = await found()
    const taken = await patch(other.client, `/api/v1/tus/history/${upload_key}`, 0, Buffer.from('x'))
    expect(taken.status).toBe(404)
    expect((await begin(new Client(one.origin), 10)).status).toBe(401)
    await one.client.ok(cancel(one.client))
  })

  test('an organization with people or messages, at each step', async () => {
    const full = world.client(url, 'desdemona')
    expect(JSON.parse((await begin(full, 10)).text)).toMatchObject({ code: 'ORGANIZATION_NOT_EMPTY' })
    expect(await state(full)).toMatchObject({ content: 'people' })
    const guest = { email: 'second@new.test', fullName: 'Second Person' }
    // Between the upload and the check of the last byte
    const a = await found()
    const begun = await begin(a.client, small.bytes.length)
    await createUser(core, a.realm, guest)
    const last = await patch(a.client, begun.headers.get('location')!, 0, small.bytes)
    expect(JSON.parse(last.text)).toMatchObject({ code: 'ORGANIZATION_NOT_EMPTY' })
    await a.client.ok(cancel(a.client))
    // Between the check and the confirmation
    const b = await checked()
    await createUser(core, b.realm, guest)
    expect((await start(b.client)).body).toMatchObject({ code: 'ORGANIZATION_NOT_EMPTY' })
    await b.client.ok(cancel(b.client))
    // While the import runs
    const c = await checked()
    await c.client.ok(start(c.client))
    await createUser(core, c.realm, guest)
    await work()
    expect(await newest(c.client)).toMatchObject({
      status: 'failed',
      failure: 'Other people have joined this organization, so it cannot get a history any more.',
    })
    expect(await remains()).toEqual(NOTHING)
    expect((await c.client.get('/users/me')).status).toBe(200)
  })

  test('an owner who is none any more', async () => {
    const one = await checked()
    await one.client.ok(start(one.client))
    await world.sql('UPDATE user_account SET role = 400 WHERE id = $1', [one.owner.id])
    core.realms.unloadUnused(Date.now() + 1_000)
    await core.changeAsSystem(one.realm, async (tx) => {
      const { emitChange } = await import('../../../../core/state/realm/changes.ts')
      emitChange(tx, { type: '_user', user: { ...one.realm.users.get(one.owner.id)!, role: Role.member } })
    })
    await work()
    const [row] = await world.sql('SELECT status, failure FROM history_import WHERE realm_id = $1', [
      one.realm.id,
    ])
    expect(row).toEqual({ status: 'failed', failure: 'Must be an organization owner' })
    expect(await remains()).toEqual(NOTHING)
  })

  test('a second archive at once, an empty and a large one, and the sixth in a day', async () => {
    const one = await found()
    const code = async (length: number) => JSON.parse((await begin(one.client, length)).text)
    expect(await code(0)).toMatchObject({ msg: 'The archive is empty.' })
    expect((await begin(one.client, 21 * 1024 ** 3)).status).toBe(413)
    const both = await Promise.all([begin(one.client, 10), begin(one.client, 10)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
    expect(await code(10)).toMatchObject({ code: 'HISTORY_IMPORT_RUNS' })
    for (let n = 1; n < 5; n++) {
      await one.client.ok(cancel(one.client))
      expect((await begin(one.client, 10)).status).toBe(201)
    }
    await one.client.ok(cancel(one.client))
    expect(await code(10)).toMatchObject({ code: 'TOO_MANY_HISTORY_IMPORTS' })
  })

  test('a server that imports many others', async () => {
    const one = await found()
    await world.sql(
      `WITH others AS (INSERT INTO realm (subdomain, name, is_deactivated)
         SELECT 'full' || n, 'Full', true FROM generate_series(1, 20) n RETURNING id)
       INSERT INTO history_import (realm_id, acting_user_id, file_name, length, storage_key)
       SELECT id, $1, 'x', 1, 'key-' || id FROM others`,
      [one.owner.id],
    )
    expect(JSON.parse((await begin(one.client, 10)).text)).toMatchObject({ code: 'SERVER_IMPORTS_OTHERS' })
    await world.sql("DELETE FROM history_import WHERE storage_key LIKE 'key-%'")
    expect((await begin(one.client, 10)).status).toBe(201)
    await one.client.ok(cancel(one.client))
  })

  test.each([
    ['text', () => Buffer.from('hello'), /neither a ZIP nor a tar file/],
    ['a cut archive', () => small.bytes.subarray(0, small.bytes.length >> 1), /The archive is broken/],
    ['a foreign ZIP file', () => EMPTY_ZIP, /This is no archive of/],
    [
      'a bomb',
      () => gzipSync(Buffer.alloc(300 * 1024 ** 2)),
      /unpacks to more than 200 times its size|is broken/,
    ],
  ])('%s, with a reason', async (_what, bytes, reason) => {
    const one = await found()
    expect((await send(one.client, bytes())).status).toBe(200)
    await work()
    const failed = await newest(one.client)
    expect(failed.status).toBe('failed')
    expect(failed.failure).toMatch(reason)
    expect(await remains()).toEqual(NOTHING)
    expect(await isStored(failed.id)).toBe(false)
    // A failed import does not stand in the way of another one.
    expect((await begin(one.client, 10)).status).toBe(201)
    await one.client.ok(cancel(one.client))
  })
})

test('an archive whose files take more than an organization may have is refused before anything is stored', async () => {
  const one = await found('ana@reef.test')
  const path = join(world.config.dataDir, 'with-files.zip')
  await writeMattermostArchive(path, mattermostLines(), await mattermostFiles())
  expect((await send(one.client, await readFile(path), 'with-files.zip')).status).toBe(200)
  await work({ config: { realmUploadQuotaMib: 0 } })
  const failed = await newest(one.client)
  expect(failed.failure).toBe(
    'The files of the archive take 1 MiB, and an organization may have 0 MiB on this server.',
  )
  expect(await remains()).toEqual(NOTHING)
  expect(await isStored(failed.id)).toBe(false)
})

test('the report and the reason of a failure are in the language of the reader', async () => {
  const one = await found()
  await one.client.ok(one.client.patch('/settings', { default_language: 'de' }))
  expect((await send(one.client, Buffer.from('hello'))).status).toBe(200)
  await work()
  expect((await newest(one.client)).failure).toBe(
    'Das ist kein Archiv, das importiert werden kann: Es ist weder eine ZIP- noch eine tar-Datei.',
  )
  expect((await send(one.client, small.bytes)).status).toBe(200)
  await work()
  const { report } = await newest(one.client)
  expect(report.counts).toContainEqual({ what: 'messages', name: 'Nachrichten', found: 40, kept: 40 })
  await one.client.ok(cancel(one.client))
})

/** A ZIP file without entries. */
const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
