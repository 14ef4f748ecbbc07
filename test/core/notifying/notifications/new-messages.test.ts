import { expect, test } from 'vitest'
import type { NewMentions } from '../../../../core/messaging/editing/new-mentions.ts'
import { notifyOfEdit } from '../../../../core/notifying/notifications/edited.ts'
import { notifyOfNewMessages } from '../../../../core/notifying/notifications/new-messages.ts'
import { moveToMissedMessages } from '../../../../core/notifying/notifications/waiting-messages.ts'
import { createRealm } from '../../../../core/organization/settings/create.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { BullSink } from '../../../../core/platform/jobs/sink.ts'
import { type RoundTrips, withRoundTrips } from '../../../../core/platform/log/round-trips.ts'
import { findNewMessagesJob } from '../../../../workers/jobs/notifications/find-new-messages.ts'
import {
  NOTIFY_OF_NEW_MESSAGES,
  notifyOfNewMessagesJob,
} from '../../../../workers/jobs/notifications/notify-of-new-messages.ts'
import { JobWorker } from '../../../../workers/running/worker.ts'
import { silent } from '../../../harness/world.ts'
import { notifying } from './notifying.ts'

/** Mentions of people with long names. */
const CORDELIA = "@**Cordelia, Lear's daughter**"
const PROSPERO = '@**Prospero from The Tempest**'

const stage = notifying()
const { send, set, emailReasons } = {
  send: stage.send.bind(stage),
  set: stage.set.bind(stage),
  emailReasons: stage.emailReasons.bind(stage),
}
const sql = <Row>(text: string, values: unknown[] = []) => stage.world.sql<Row>(text, values)
const id = (name: string) => stage.world.userId(name)
const cursor = async () =>
  (await sql<{ at: number }>('SELECT message_id::int AS at FROM notification_cursor'))[0]!.at

test('participants of a direct conversation are notified, except the sender', async () => {
  const message = await send('hamlet', ['cordelia', 'iago'])
  expect(await emailReasons(message)).toEqual({ cordelia: 'direct_message', iago: 'direct_message' })
})

test('a channel message notifies the users who want notifications of the channel', async () => {
  expect(await emailReasons(await send('hamlet', 'Denmark'))).toEqual({})
  await set('shiva', { enable_stream_email_notifications: true })
  await set('prospero', { enable_stream_email_notifications: true })
  const quiet = { property: 'email_notifications', stream_id: stage.world.channelId('Denmark') }
  const say = (name: string, value: boolean | null) =>
    stage.ok(
      stage.as(name).post('/users/me/subscriptions/properties', { subscription_data: [{ ...quiet, value }] }),
    )
  await say('prospero', false)
  await say('iago', true)
  expect(await emailReasons(await send('hamlet', 'Denmark'))).toEqual({ iago: 'stream', shiva: 'stream' })
  await say('prospero', null)
  await say('iago', null)
  expect(await emailReasons(await send('hamlet', 'Denmark'))).toEqual({ prospero: 'stream', shiva: 'stream' })
  await set('shiva', { enable_stream_email_notifications: false })
  await set('prospero', { enable_stream_email_notifications: false })
})

test('mentions by name, of a group, of a topic and of everyone notify', async () => {
  const { group_id } = await stage.ok(
    stage.as('desdemona').post('/user_groups/create', {
      ...{ name: 'guards', description: '', members: [id('prospero'), id('shiva'), id('zoe')] },
    }),
  )
  expect(group_id).toBeGreaterThan(0)
  const named = await send('hamlet', 'Denmark', `Who is there, ${CORDELIA} and @*guards*?`, 'gate')
  // Zoe is not subscribed.
  expect(await emailReasons(named)).toEqual({
    cordelia: 'mentioned',
    prospero: 'mentioned',
    shiva: 'mentioned',
  })
  await send('aaron', 'Denmark', 'Me.', 'gate')
  expect(await emailReasons(await send('iago', 'Denmark', '@**topic** Stand!', 'gate'))).toEqual({
    aaron: 'topic_wildcard_mentioned',
    hamlet: 'topic_wildcard_mentioned_in_followed_topic',
    ...{ cordelia: 'followed_topic', prospero: 'followed_topic', shiva: 'followed_topic' },
  })
  const everyone = await send('hamlet', 'Denmark', '@**all** To arms!', 'alarm')
  expect(Object.keys(await emailReasons(everyone)).sort()).toEqual([
    'aaron',
    'cordelia',
    'iago',
    'prospero',
    'shiva',
  ])
  expect(new Set(Object.values(await emailReasons(everyone)))).toEqual(new Set(['stream_wildcard_mentioned']))
})

test('read messages, muted senders and lost access do not notify', async () => {
  const read = await send('hamlet', ['cordelia'])
  await stage.ok(stage.as('cordelia').post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
  expect(await emailReasons(read)).toEqual({})
  await stage.ok(stage.as('cordelia').post(`/users/me/muted_users/${id('hamlet')}`))
  expect(await emailReasons(await send('hamlet', ['cordelia', 'iago']))).toEqual({ iago: 'direct_message' })
  await stage.ok(stage.as('cordelia').delete(`/users/me/muted_users/${id('hamlet')}`))
  const left = await send('hamlet', 'Denmark', '@**Aaron**, stay.')
  await stage.ok(stage.as('aaron').delete('/users/me/subscriptions', { subscriptions: ['Denmark'] }))
  expect(await emailReasons(left)).toEqual({})
})

test('a deactivated user is not notified, but is again after a reactivation', async () => {
  const before = await send('hamlet', ['zoe'])
  await stage.ok(stage.as('desdemona').delete(`/users/${id('zoe')}`))
  expect(await emailReasons(before)).toEqual({})
  await stage.ok(stage.as('desdemona').post(`/users/${id('zoe')}/reactivate`))
  expect(await emailReasons(await send('hamlet', ['zoe']))).toEqual({ zoe: 'direct_message' })
})

test('a user who is online gets no e-mail', async () => {
  await stage.ok(stage.as('iago').post('/users/me/presence', { status: 'active' }))
  expect(await emailReasons(await send('hamlet', ['iago', 'cordelia']))).toEqual({
    cordelia: 'direct_message',
  })
  await sql('SELECT 1')
  await stage.ok(stage.as('iago').patch('/settings', { presence_enabled: false }))
  expect(await emailReasons(await send('hamlet', ['iago']))).toEqual({ iago: 'direct_message' })
})

test('a user who goes offline without having read the message gets an e-mail', async () => {
  await stage.ok(stage.as('shiva').post('/users/me/presence', { status: 'active' }))
  const [read, unread] = [await send('hamlet', ['shiva']), await send('hamlet', ['shiva'])]
  await stage.processNewMessages()
  await stage.ok(stage.as('shiva').post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
  await moveToMissedMessages(stage.core)
  expect(await sql('SELECT 1 FROM missed_message')).toEqual([])
  // The user is shown as idle.
  await stage.ok(stage.as('shiva').patch('/settings', { presence_enabled: false }))
  await moveToMissedMessages(stage.core)
  expect(await emailReasons(unread)).toEqual({ shiva: 'direct_message' })
  expect(await emailReasons(read)).toEqual({})
  expect(await sql('SELECT 1 FROM waiting_message WHERE user_id = $1', [id('shiva')])).toEqual([])
})

test('all messages for a person are due at the same time', async () => {
  await set('cordelia', { email_notifications_batching_period_seconds: 600 })
  await send('hamlet', ['cordelia'])
  await stage.processNewMessages()
  await sql("UPDATE missed_message SET due_at = due_at - interval '5 minutes'")
  await send('hamlet', ['cordelia'])
  await stage.processNewMessages()
  const rows = await sql<{ due: number }>(
    'SELECT extract(epoch FROM due_at - now())::int AS due FROM missed_message WHERE user_id = $1',
    [id('cordelia')],
  )
  expect(rows).toHaveLength(2)
  expect(rows[0]!.due).toBe(rows[1]!.due)
  expect(rows[0]!.due).toBeGreaterThan(280)
  expect(rows[0]!.due).toBeLessThanOrEqual(300)
})

test('neither concurrent jobs nor a failure in the middle lose or repeat notifications', async () => {
  await sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`)
  await sql('CREATE TRIGGER refuse BEFORE INSERT ON missed_message FOR EACH ROW EXECUTE FUNCTION refuse()')
  const before = await cursor()
  const sent = [await send('hamlet', ['cordelia'])]
  await expect(stage.processNewMessages()).rejects.toThrow('not now')
  expect(await cursor()).toBe(before)
  await sql('DROP TRIGGER refuse ON missed_message')
  const { core: another } = (await stage.world.gateway()).gateway
  const sending = Promise.all(Array.from({ length: 300 }, () => send('hamlet', ['cordelia'])))
  await Promise.all([
    stage.processNewMessages(),
    stage.processNewMessages(another),
    stage.processNewMessages(),
  ])
  sent.push(...(await sending))
  await Promise.all([stage.processNewMessages(), stage.processNewMessages(another)])
  await stage.processNewMessages()
  const rows = await sql<{ id: number }>('SELECT message_id::int AS id FROM missed_message ORDER BY 1')
  expect(rows.map((row) => row.id)).toEqual(sent.sort((a, b) => a - b))
})

test.each([
  ['when it is woken', { schedule: undefined }],
  ['without a wake-up', { poller: undefined, schedule: { everyMs: 200 } }],
])('a worker finds new messages %s', async (_, way) => {
  const sink = new BullSink(stage.world.config.redisUrl)
  const worker = new JobWorker(stage.core, silent, sink, {
    ...stage.world.config,
    workerQueues: ['notifications'],
  })
  const { schedule, poller, ...job } = { ...findNewMessagesJob(sink), ...way }
  await worker.start([
    { ...job, ...(schedule && { schedule }), ...(poller && { poller }) },
    notifyOfNewMessagesJob,
  ])
  const notified = async () => (await sql('SELECT 1 FROM missed_message')).length
  await send('hamlet', ['cordelia'])
  await expect.poll(notified, { timeout: 120_000 }).toBe(1)
  await send('hamlet', ['cordelia'])
  await expect.poll(notified, { timeout: 120_000 }).toBe(2)
  expect(worker.metrics.ofLastMinute(['notifications'])).toMatchObject([{ failed: 0, retried: 0 }])
  await worker.stop()
  await sink.close()
})

test('an organization has one waiting job, however often it is added', async () => {
  const sink = new BullSink(stage.world.config.redisUrl)
  const jobs = [{ id: '1', data: { realm: stage.realm.id } }]
  await Promise.all(Array.from({ length: 5 }, () => sink.addUnlessPending(NOTIFY_OF_NEW_MESSAGES, jobs)))
  const queue = sink.queue('notifications')
  expect((await queue.getWaiting()).filter(({ name }) => name === NOTIFY_OF_NEW_MESSAGES.name)).toHaveLength(
    1,
  )
  await queue.obliterate({ force: true })
  await sink.close()
})

test('messages from before an outage of notifications do not notify when notifications resume', async () => {
  for (let n = 0; n < 3; n++) await send('hamlet', ['cordelia'])
  await sql("UPDATE message SET sent_at = sent_at - interval '25 hours'")
  const newest = await send('hamlet', ['cordelia'])
  await stage.processNewMessages()
  expect(await sql('SELECT message_id::int AS id FROM missed_message')).toEqual([{ id: newest }])
  expect(await cursor()).toBe(newest)
})

test('the cursor of a new organization begins with its first message', async () => {
  const realm = await createRealm(stage.core.db, { subdomain: 'elsewhere', name: 'Elsewhere' })
  const rows = await sql('SELECT message_id::int AS at FROM notification_cursor WHERE realm_id = $1', [realm])
  expect(rows).toEqual([{ at: 0 }])
})

test('a batch needs as many queries as one message', async () => {
  const cost = async (messages: number) => {
    const sending = Array.from({ length: messages }, (_, n) =>
      n % 2 === 0
        ? send('hamlet', ['cordelia'])
        : send('hamlet', 'Denmark', '@**all** @**Iago**', `t${n % 7}`),
    )
    await Promise.all(sending)
    const trips: RoundTrips = { postgres: 0, redis: 0 }
    await withRoundTrips(trips, () => notifyOfNewMessages(stage.core, stage.realm.id as RealmId))
    return trips
  }
  await cost(2)
  const few = await cost(2)
  expect(await cost(150)).toEqual(few)
  // The last of the batch, memory, the lock, the messages, the people, three for their notifications, and the
  // cursor with COMMIT.
  expect(few.postgres).toBe(9)
})

/** Runs the jobs that edits enqueued; returns their number. */
async function runEdits(): Promise<number> {
  const jobs = await sql<{ id: string; data: NewMentions }>(
    "SELECT id, data FROM job_outbox WHERE name = 'notify-of-edit'",
  )
  for (const { id, data } of jobs) {
    await notifyOfEdit(stage.core, data, Number(id))
    await notifyOfEdit(stage.core, data, Number(id))
  }
  return jobs.length
}

test('an edit notifies newly mentioned users once', async () => {
  const message = await send('hamlet', 'Denmark', `Good night, ${CORDELIA}.`, 'night')
  expect(await emailReasons(message)).toEqual({ cordelia: 'mentioned' })
  await sql('DELETE FROM missed_message')
  const edit = (content: string) => stage.ok(stage.as('hamlet').patch(`/messages/${message}`, { content }))
  await edit(`Good night, sweet ${CORDELIA}.`)
  expect(await runEdits()).toBe(0)
  await edit(`Good night, ${CORDELIA} and ${PROSPERO}.`)
  expect(await runEdits()).toBe(1)
  expect(await emailReasons(message)).toEqual({ prospero: 'mentioned' })
  await sql('DELETE FROM missed_message')
  await edit('Good night, @**all**.')
  expect(await runEdits()).toBe(1)
  expect(Object.keys(await emailReasons(message))).toEqual(
    expect.arrayContaining(['cordelia', 'prospero', 'shiva']),
  )
})
