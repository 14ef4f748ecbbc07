import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptInvitation } from '../../../../core/people/accounts/accept-invitation.ts'
import { setGrant } from '../../../../core/people/accounts/grant-permission.ts'
import { tokenOf } from '../../../../core/people/invites/token.ts'
import type { InvitationId } from '../../../../core/platform/ids.ts'
import { openStorage } from '../../../../storage/open-storage.ts'
import type { Storage } from '../../../../storage/storage.ts'
import { erasePersonJob } from '../../../../workers/jobs/erase-person.ts'
import { deleteFilesJob } from '../../../../workers/jobs/upkeep/delete-files.ts'
import { Client } from '../../../harness/client.ts'
import { TEST_SECRET } from '../../../harness/template.ts'
import { create } from '../../../harness/tus.ts'
import { uploadFile } from '../../../harness/upload.ts'
import { silent } from '../../../harness/world.ts'
import { eventsDuring } from '../events-during.ts'
import { as, core, ok, realm, setUpStage, url, world } from '../stage.ts'

setUpStage()

let storage: Storage
beforeAll(async () => {
  storage = await openStorage(world.config)
})
afterAll(() => storage.close())

const attempt = { outboxId: undefined, isLastAttempt: false }

/** Events live as long as the queues of clients. */
const TABLES_OF_THE_MOMENT = ['event_log']
const TRACES = ['Wrenlock', 'quickthorn', '203.0.113.77', 'hidden-lake']

/** The rows of all tables that contain a text, as `pg_dump` would write them. */
async function rowsWith(texts: readonly string[]): Promise<string[]> {
  const tables = await world.sql<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
  expect(tables.length).toBeGreaterThan(60)
  const found: string[] = []
  for (const { name } of tables) {
    if (TABLES_OF_THE_MOMENT.includes(name)) continue
    const rows = await world.sql<{ row: string }>(
      `SELECT row_to_json(t)::text AS row FROM ${name} t WHERE row_to_json(t)::text ILIKE ANY ($1)`,
      [texts.map((text) => `%${text}%`)],
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

/** Runs the jobs of the erasure, as the worker does. */
async function work(): Promise<void> {
  for (const { data } of await world.sql(
    "DELETE FROM job_outbox WHERE name = 'erase-person' RETURNING data",
  )) {
    await erasePersonJob.run({ core, data, log: silent, ...attempt })
  }
  for (const { data } of await world.sql(
    "DELETE FROM job_outbox WHERE name = 'delete-files' RETURNING data",
  )) {
    await deleteFilesJob(storage).run({ core, data, log: silent, ...attempt })
  }
}

async function somebody(): Promise<{ readonly id: number; readonly client: Client }> {
  const email = 'quickthorn@former.test'
  await ok(as('desdemona').post('/invites', { invitee_emails: email, stream_ids: [] }))
  const [invitation] = await world.sql<{ id: InvitationId }>('SELECT id FROM invitation WHERE email = $1', [
    email,
  ])
  const token = tokenOf(TEST_SECRET, realm.id, { kind: 'invitation', id: invitation!.id })
  const { id } = await acceptInvitation(core, realm, token, {
    fullName: 'Ada Wrenlock',
    password: 'a long and winding road',
  })
  await setGrant(core, realm, 'desdemona@demo.test', 'can_change_user_emails', true)
  await ok(as('desdemona').patch(`/users/${id}`, { new_email: 'quickthorn@demo.test' }))
  await ok(as('desdemona').patch(`/users/${id}`, { full_name: 'Ada M. Wrenlock' }))
  const record = realm.users.get(id)!
  return { id, client: new Client(url, { email: record.email, apiKey: realm.apiKeyOf(record) }) }
}

/** Leaves traces of the person wherever the interface and the jobs of the server do. */
async function live({ id, client }: Awaited<ReturnType<typeof somebody>>): Promise<number> {
  await ok(client.post('/users/me/subscriptions', { subscriptions: [{ name: 'Verona' }] }))
  await uploadFile(client, { name: 'hidden-lake.txt', bytes: 'deep' })
  await create(client, 1_000, 'hidden-lake-2.bin')
  await ok(client.post('/users/me/status', { status_text: 'at the hidden-lake' }))
  await ok(
    client.post('/drafts', { drafts: [{ type: 'stream', to: [1], topic: 't', content: 'hidden-lake' }] }),
  )
  await ok(client.post('/saved_snippets', { title: 'hidden-lake', content: 'hidden-lake' }))
  await ok(client.post('/users/me/alert_words', { alert_words: ['hidden-lake'] }))
  const later = Math.floor(Date.now() / 1000) + 86_400
  const place = { type: 'stream', to: world.channelId('Verona'), topic: 'lake' }
  await ok(
    client.post('/scheduled_messages', {
      ...place,
      content: 'hidden-lake',
      scheduled_delivery_timestamp: later,
    }),
  )
  await ok(client.patch('/settings', { email: 'quickthorn@next.test' }))
  const log =
    'INSERT INTO audit_entry (realm_id, acting_user_id, kind, action, object_id, object_name, property, new_value)'
  const addressed = JSON.stringify({ address: '203.0.113.77' })
  await world.sql(`${log} VALUES ($1, $2, 'log_in', 'created', $2, 'Ada Wrenlock', NULL, $3)`, [
    realm.id,
    id,
    addressed,
  ])
  await world.sql(`${log} VALUES ($1, $2, 'log_in_provider', 'changed', 1, 'Okta', 'trial', $3)`, [
    realm.id,
    world.userId('desdemona'),
    JSON.stringify('Quickthorn@demo.test'),
  ])
  const failed = `INSERT INTO job_outbox (queue, name, data, failed_at, failure)
    VALUES ('email', $1, $2, now(), 'refused')`
  const about = { realm: realm.id, user: id }
  await world.sql(failed, [
    'email-changed',
    { ...about, formerEmail: 'quickthorn@former.test', newEmail: '' },
  ])
  await world.sql(failed, ['password-reset', { realm: realm.id, email: 'quickthorn@demo.test' }])
  // What others and the server itself wrote about the person.
  const content = `Ask @**Ada M. Wrenlock** and @_**Ada M. Wrenlock|${id}**.`
  const sent = await ok(
    as('hamlet').post('/messages', { type: 'stream', to: 'Verona', topic: 'lake', content }),
  )
  const edited = await ok(
    as('hamlet').post('/messages', { type: 'stream', to: 'Verona', topic: 'lake', content }),
  )
  await ok(as('hamlet').patch(`/messages/${edited.id}`, { content: 'Ask nobody.' }))
  await ok(client.post('/users/me/subscriptions', { subscriptions: [{ name: 'Herons' }] }))
  return sent.id
}

test('nothing of an erased person is left in any table, also of former names and addresses', async () => {
  const person = await somebody()
  const mentioning = await live(person)
  const tables = new Set((await rowsWith(TRACES)).map((row) => row.split(':')[0]))
  for (const table of [
    'audit_entry',
    'confirmation',
    'draft',
    'invitation',
    'job_outbox',
    'message',
    'pending_upload',
  ])
    expect([...tables]).toContain(table)
  const events = await eventsDuring(['update_message'], ['hamlet'], async () => {
    await ok(as('desdemona').post(`/users/${person.id}/data/erase`, { delete_messages: false }))
    await work()
  })
  expect(await rowsWith(TRACES)).toEqual([])
  const name = `Deleted user ${person.id}`
  const { message } = await ok(as('hamlet').get(`/messages/${mentioning}`))
  expect(message.content).toBe(
    `<p>Ask <span class="user-mention" data-user-id="${person.id}">@${name}</span> and ` +
      `<span class="user-mention silent" data-user-id="${person.id}">${name}</span>.</p>`,
  )
  const raw = await ok(as('hamlet').get(`/messages/${mentioning}`, { apply_markdown: false }))
  expect(raw.message.content).toBe(`Ask @**${name}|${person.id}** and @_**${name}|${person.id}**.`)
  expect(events.hamlet).toContainEqual(
    expect.objectContaining({
      message_id: mentioning,
      rendering_only: true,
      rendered_content: message.content,
    }),
  )
  const found = await ok(
    as('hamlet').get('/messages', {
      ...{ anchor: 'newest', num_before: 5, num_after: 0 },
      narrow: [{ operator: 'search', operand: 'Wrenlock' }],
    }),
  )
  expect(found.messages).toEqual([])
})
