import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setGrant } from '../../../../core/people/accounts/grant-permission.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { PersonJob } from '../../../../core/transfer/person/jobs.ts'
import { openStorage } from '../../../../storage/open-storage.ts'
import type { Storage } from '../../../../storage/storage.ts'
import { erasePersonJob } from '../../../../workers/jobs/erase-person.ts'
import { exportPersonJob } from '../../../../workers/jobs/export-person.ts'
import { deleteFilesJob } from '../../../../workers/jobs/upkeep/delete-files.ts'
import { tidyPersonTasksJob } from '../../../../workers/jobs/upkeep/tidy-person-tasks.ts'
import { type Entries, readEntries } from '../../../harness/archives.ts'
import type { Body } from '../../../harness/client.ts'
import { fetchFile, uploadFile } from '../../../harness/upload.ts'
import { silent } from '../../../harness/world.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, foreign, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

let storage: Storage
beforeAll(async () => {
  storage = await openStorage(world.config)
})
afterAll(() => storage.close())

const attempt = { outboxId: undefined, isLastAttempt: false }

/** Runs the waiting jobs once, as the worker does. */
async function work(store = storage, on: Core = core, how = attempt): Promise<void> {
  const jobs = await world.sql<{ id: number; name: string; data: PersonJob }>(
    "SELECT id, name, data FROM job_outbox WHERE queue = 'exports' ORDER BY id",
  )
  for (const { id, name, data } of jobs) {
    const job = name === 'export-person' ? exportPersonJob(store) : erasePersonJob
    await job.run({ core: on, data, log: silent, ...how })
    await world.sql('DELETE FROM job_outbox WHERE id = $1', [id])
  }
}
async function deleteFiles(): Promise<void> {
  const rows = await world.sql("DELETE FROM job_outbox WHERE name = 'delete-files' RETURNING data")
  for (const { data } of rows) await deleteFilesJob(storage).run({ core, data, log: silent, ...attempt })
}

const path = (name: string, rest = '') => `/users/${world.userId(name)}/data${rest}`
const tasks = async (name: string): Promise<Body[]> => (await ok(as('desdemona').get(path(name)))).tasks
const requestExport = (name: string, by = 'iago') => as(by).post(path(name, '/export'))
const erase = (name: string, delete_messages: boolean, by = 'iago') =>
  as(by).post(path(name, '/erase'), { delete_messages })
const download = ({ url: address }: Body) => fetchFile(world.client(url), new URL(address).pathname)
const send = async (by: string, content: string, rest: Body = {}): Promise<number> =>
  (await ok(as(by).post('/messages', { type: 'stream', to: 'Verona', topic: 'data', content, ...rest }))).id

async function entriesOf(task: Body): Promise<Entries> {
  const file = join(world.config.dataDir, `person-${task.id}.zip`)
  await writeFile(file, (await download(task)).bytes)
  return readEntries(file)
}
const rowsOf = (entries: Entries, name: string): Body[] =>
  entries
    .get(`${name}.ndjson`)!
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('an export', () => {
  test('has what the person has written, set and uploaded, and nothing of others', async () => {
    const file = await uploadFile(as('cordelia'), { name: 'crown jewels.txt', bytes: 'three crowns' })
    const id = await send('cordelia', `the [crown](${file})`)
    const direct = await send('cordelia', 'for your eyes', { type: 'direct', to: [world.userId('hamlet')] })
    const other = await send('hamlet', 'by Hamlet')
    await ok(as('cordelia').post(`/messages/${other}/reactions`, { emoji_name: 'tada' }))
    await ok(as('cordelia').post('/messages/flags', { messages: [other], op: 'add', flag: 'starred' }))
    const draft = { type: 'stream', to: [1], topic: 't', content: 'half a thought' }
    await ok(as('cordelia').post('/drafts', { drafts: [draft] }))
    await ok(as('cordelia').post('/users/me/alert_words', { alert_words: ['lear'] }))
    await ok(as('cordelia').patch('/settings', { twenty_four_hour_time: true }))
    await ok(requestExport('cordelia'))
    expect((await tasks('cordelia'))[0]).toMatchObject({ kind: 'export', status: 'started', url: null })
    await work()
    const [task] = await tasks('cordelia')
    expect(task).toMatchObject({ status: 'succeeded', acting_user_id: world.userId('iago') })
    expect(task!.done).toBe(task!.total)
    const entries = await entriesOf(task!)
    expect(rowsOf(entries, 'profile')[0]).toMatchObject({
      delivery_email: 'cordelia@demo.test',
      settings: { twenty_four_hour_time: true },
    })
    const messages = rowsOf(entries, 'message')
    expect(messages.find((message) => message.id === id)).toMatchObject({ channel: 'Verona', topic: 'data' })
    expect(messages.find((message) => message.id === direct)).toMatchObject({
      content: 'for your eyes',
      channel: null,
      participants: expect.arrayContaining(['King Hamlet']),
    })
    expect(messages.map(({ content }) => content)).not.toContain('by Hamlet')
    expect(rowsOf(entries, 'reaction')).toEqual([{ message_id: other, emoji_name: 'tada' }])
    expect(rowsOf(entries, 'starred_message')).toEqual([{ message_id: other }])
    expect(rowsOf(entries, 'draft')[0]).toMatchObject({ content: 'half a thought' })
    expect(rowsOf(entries, 'alert_word')).toEqual([{ word: 'lear' }])
    const names = [...entries.keys()].filter((name) => name.startsWith('files/'))
    expect(names).toEqual([expect.stringMatching(/^files\/\d+-crown-jewels\.txt$/)])
    expect(entries.get(names[0]!)!.toString()).toBe('three crowns')
    const manifest = JSON.parse(entries.get('manifest.json')!.toString())
    expect(manifest).toMatchObject({ format: 'loquat-person-data', missing_files: 0 })
    expect(manifest.rows.message).toBe(messages.length)
    expect([...entries.values()].join()).not.toContain('argon2')
  })

  test('is told to the person and its requester, and stands in the audit log', async () => {
    const newest = { anchor: 'newest', num_before: 5, num_after: 0, apply_markdown: false }
    const textsOf = async (name: string) =>
      (await ok(as(name).get('/messages', newest))).messages.map((message: Body) => message.content)
    expect(await textsOf('cordelia')).toContain(`@_**Iago|${world.userId('iago')}** has exported your data.`)
    const link = `[Download it](/#user/${world.userId('cordelia')})`
    expect((await textsOf('iago')).join()).toContain(link)
    const { entries } = await ok(as('iago').get('/audit_log', { kind: 'person_data' }))
    expect(entries[0]).toMatchObject({ action: 'created', object_id: world.userId('cordelia') })
  })

  test('has another address once an administrator has lost the role', async () => {
    const [seen] = await tasks('cordelia')
    const setRole = (role: number) => ok(as('desdemona').patch(`/users/${world.userId('iago')}`, { role }))
    await setRole(300)
    expect((await download(seen!)).status).toBe(404)
    await setRole(200)
    const [now] = await tasks('cordelia')
    expect(now).toEqual({ ...seen, url: expect.not.stringContaining(seen!.url) })
    expect((await download(now!)).status).toBe(200)
  })

  test('is deleted once, and after a week', async () => {
    const [task] = await tasks('cordelia')
    await ok(as('iago').delete(path('cordelia', `/export/${task!.id}`)))
    expect((await download(task!)).status).toBe(404)
    const gone = 'There is no finished export to delete'
    expect(await refusal(as('iago').delete(path('cordelia', `/export/${task!.id}`)))).toEqual(bad(gone))
    expect(await refusal(as('iago').delete(path('hamlet', `/export/${task!.id}`)))).toEqual(
      bad('Invalid data export ID'),
    )
    await ok(requestExport('cordelia'))
    await work()
    const [second] = await tasks('cordelia')
    await world.sql(`UPDATE person_task SET finished_at = now() - interval '8 days' WHERE id = $1`, [
      second!.id,
    ])
    expect((await download(second!)).status).toBe(404)
    await tidyPersonTasksJob.run({ core, data: undefined as never, log: silent, ...attempt })
    expect((await tasks('cordelia'))[0]).toMatchObject({ status: 'deleted', url: null })
  })

  test('fails with its last attempt, and starts over before that', async () => {
    await ok(requestExport('cordelia'))
    const broken: Storage = { ...storage, put: () => Promise.reject(new Error('no room')), get: storage.get }
    await expect(work(broken)).rejects.toThrow('no room')
    expect((await tasks('cordelia'))[0]).toMatchObject({ status: 'started' })
    await expect(work(broken, core, { ...attempt, isLastAttempt: true })).rejects.toThrow('no room')
    expect((await tasks('cordelia'))[0]).toMatchObject({ status: 'failed', url: null })
    await world.sql("DELETE FROM job_outbox WHERE queue = 'exports'")
  })

  test('is refused for bots, strangers, owners, and after too many', async () => {
    expect(await refusal(requestExport('greeter-bot'))).toEqual(bad('No such user'))
    expect(await refusal(as('iago').post(`/users/${foreign.id}/data/export`))).toEqual(bad('No such user'))
    expect(await refusal(requestExport('desdemona'))).toMatchObject({ msg: 'Must be an organization owner' })
    await world.sql(
      `INSERT INTO person_task (realm_id, person_id, kind, status) SELECT 1, $1, 'export', 'failed' FROM generate_series(1, 50)`,
      [world.userId('cordelia')],
    )
    expect(await refusal(requestExport('hamlet'))).toEqual(bad('Exceeded rate limit.'))
    await world.sql(`DELETE FROM person_task WHERE status = 'failed'`)
  })
})

describe('an erasure', () => {
  test('is refused for the only owner, for bots, and without a choice about messages', async () => {
    expect(await refusal(erase('desdemona', false, 'desdemona'))).toEqual(
      bad('Cannot erase the only organization owner'),
    )
    expect(await refusal(erase('desdemona', false))).toMatchObject({ msg: 'Must be an organization owner' })
    expect(await refusal(erase('greeter-bot', false))).toEqual(bad('No such user'))
    expect(await refusal(as('iago').post(path('hamlet', '/erase')))).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
    })
  })

  test('replaces the person at once, keeps the messages, and deletes the files', async () => {
    await ok(requestExport('cordelia'))
    await work()
    const [archive] = await tasks('cordelia')
    const file = await uploadFile(as('cordelia'), { name: 'secret.txt', bytes: 'whisper' })
    const id = await send('cordelia', `see [it](${file})`)
    const events = await eventsDuring(['realm_user'], ['hamlet'], () => ok(erase('cordelia', false)))
    const person = world.userId('cordelia')
    const name = `Deleted user ${person}`
    const address = `deleteduser${person}@`
    const changes = events.hamlet!.map((event) => event.person)
    expect(changes).toContainEqual({ user_id: person, is_active: false })
    expect(changes).toContainEqual({ user_id: person, full_name: name })
    const { user } = await ok(as('hamlet').get(`/users/${person}`))
    expect(user).toMatchObject({ full_name: name, is_active: false })
    expect(user.email).toContain(address)
    expect(user.delivery_email).toContain(address)
    for (const table of ['draft', 'alert_word', 'user_status', 'push_device', 'saved_snippet']) {
      expect(await world.sql(`SELECT FROM ${table} WHERE user_id = $1`, [person]), table).toEqual([])
    }
    const stored = await world.sql(
      'SELECT password_hash, settings, avatar_path, timezone FROM user_account WHERE id = $1',
      [person],
    )
    expect(stored).toEqual([{ password_hash: null, settings: {}, avatar_path: null, timezone: '' }])
    expect((await download(archive!)).status).toBe(404)
    expect((await as('cordelia').get('/users/me')).status).toBe(401)
    await work()
    await deleteFiles()
    expect((await fetchFile(as('hamlet'), file)).status).toBe(404)
    expect(await world.sql('SELECT FROM attachment WHERE owner_id = $1', [person])).toEqual([])
    const { message } = await ok(as('hamlet').get(`/messages/${id}`))
    expect(message).toMatchObject({ sender_full_name: name, sender_id: person })
    expect((await tasks('cordelia'))[0]).toMatchObject({
      kind: 'erasure',
      status: 'succeeded',
      deletes_messages: false,
    })
  })

  test('leaves no name or address behind', async () => {
    const { entries } = await ok(as('iago').get('/audit_log', { limit: 500 }))
    expect(JSON.stringify(entries)).not.toMatch(/cordelia/i)
    expect(entries.find(({ kind }: Body) => kind === 'person_data')).toMatchObject({
      action: 'removed',
      object_name: `Deleted user ${world.userId('cordelia')}`,
    })
    for (const table of ['user_account', 'audit_entry', 'invitation', 'join_request', 'person_task']) {
      const rows = await world.sql(`SELECT FROM ${table} t WHERE row_to_json(t)::text ILIKE '%cordelia%'`)
      expect(rows, table).toEqual([])
    }
  })

  test('cannot be repeated or undone, and the address is free again', async () => {
    expect(await refusal(erase('cordelia', true))).toEqual(bad("The person's data is erased already"))
    const id = world.userId('cordelia')
    expect(await refusal(as('iago').post(`/users/${id}/reactivate`))).toEqual(
      bad("The person's data is erased"),
    )
    const invited = { invitee_emails: 'cordelia@demo.test', stream_ids: [] }
    await ok(as('desdemona').post('/invites', invited))
    const reserved = { ...invited, invitee_emails: `deleteduser${id}@localhost` }
    expect((await as('desdemona').post('/invites', reserved)).status).toBe(400)
  })

  test('is not undone by another name, address, role or profile', async () => {
    const id = world.userId('cordelia')
    await setGrant(core, realm, 'desdemona@demo.test', 'can_change_user_emails', true)
    const before = await ok(as('desdemona').get(`/users/${id}`))
    const undone = [{ full_name: 'Cordelia' }, { new_email: 'lear@demo.test' }, { role: 300 }]
    for (const change of [...undone, { profile_data: [] }]) {
      for (const named of [id, before.user.delivery_email])
        expect(await refusal(as('desdemona').patch(`/users/${named}`, change))).toEqual(
          bad("The person's data is erased"),
        )
    }
    expect(await ok(as('desdemona').get(`/users/${id}`))).toEqual(before)
    await setGrant(core, realm, 'desdemona@demo.test', 'can_change_user_emails', false)
  })

  test('deletes messages where asked, and continues after a crash', async () => {
    const ids: number[] = []
    for (let topic = 0; topic < 45; topic += 1) {
      ids.push(await send('othello', 'jealous', { topic: `night ${topic}` }))
    }
    const answer = await send('hamlet', 'an answer', { topic: 'night 0' })
    const owner = await ok(erase('othello', true))
    expect(owner.id).toEqual(expect.any(Number))
    let batches = 0
    const dying = new Proxy(core, {
      get(target, name) {
        const value = Reflect.get(target, name, target)
        if (name !== 'changeAsSystem') return typeof value === 'function' ? value.bind(target) : value
        return (...given: Parameters<Core['changeAsSystem']>) => {
          batches += 1
          if (batches === 2) throw new Error('killed')
          return target.changeAsSystem(...given)
        }
      },
    })
    await expect(work(storage, dying)).rejects.toThrow('killed')
    const left = async () =>
      (await world.sql('SELECT id FROM message WHERE sender_id = $1', [world.userId('othello')])).length
    expect(await left()).toBeGreaterThan(0)
    expect((await tasks('othello'))[0]).toMatchObject({ status: 'started', deletes_messages: true })
    // No worker continued it for a day.
    await world.sql("DELETE FROM job_outbox WHERE queue = 'exports'")
    await world.sql(`UPDATE person_task SET alive_at = now() - interval '2 days' WHERE kind = 'erasure'`)
    await tidyPersonTasksJob.run({ core, data: undefined as never, log: silent, ...attempt })
    const events = await eventsDuring(['delete_message'], ['hamlet'], () => work())
    expect(events.hamlet!.length).toBeGreaterThan(0)
    expect(await left()).toBe(0)
    expect((await as('hamlet').get(`/messages/${answer}`)).status).toBe(200)
    expect((await as('hamlet').get(`/messages/${ids[44]}`)).status).toBe(400)
    expect((await tasks('othello'))[0]).toMatchObject({ status: 'succeeded' })
  })

  test('by two administrators at once happens once', async () => {
    const answers = await Promise.all([erase('zoe', false), erase('zoe', false, 'desdemona')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})
