import { describe, expect, test } from 'vitest'
import { deactivateRealmAsOperator, reactivateRealm } from '../../../core/organization/settings/deactivate.ts'
import { fcmError, type PushAnswer } from '../../harness/push-services.ts'
import { ANDROID, APPLE, pushing } from './pushing.ts'

const stage = pushing()
const notifiedTokens = () => [...stage.servers.fcm, ...stage.servers.apns].map(({ token }) => token)
const dm = (content = 'Hark!', from = 'hamlet') => stage.send(from, ['cordelia'], content)

test('a device gets the notification in the format of the mobile clients', async () => {
  await stage.android('cordelia')
  await stage.apple('cordelia')
  const message = await dm('To **be** or not? :thumbs_up:')
  expect(await stage.deliver()).toEqual([])
  const base = {
    server: 'localhost:9991',
    realm_name: 'Loquat demonstration',
    ...{ realm_url: 'http://localhost:9991', realm_uri: 'http://localhost:9991' },
    sender_email: 'hamlet@demo.test',
    recipient_type: 'private',
  }
  const hamlet = stage.world.userId('hamlet')
  const cordelia = stage.world.userId('cordelia')
  const { realmId } = stage.world.organization
  const [android] = stage.servers.fcm
  expect(android!.body).toEqual({
    token: ANDROID,
    android: { priority: 'HIGH', ttl: '86400s' },
    data: {
      ...base,
      ...{ event: 'message', zulip_message_id: String(message), time: expect.stringMatching(/^\d{10}$/) },
      ...{ realm_id: String(realmId), user_id: String(cordelia), sender_id: String(hamlet) },
      ...{ content: 'To be or not? 👍', content_truncated: 'false', sender_full_name: 'King Hamlet' },
      sender_avatar_url: expect.stringMatching(/^https:\/\/secure\.gravatar\.com\//),
    },
  })
  const [apple] = stage.servers.apns
  expect(apple!.headers).toMatchObject({
    ...{ 'apns-topic': 'org.zulip.Zulip', 'apns-push-type': 'alert', 'apns-priority': '10' },
    'apns-collapse-id': `message ${message}`,
    'apns-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  })
  expect(apple!.body).toEqual({
    aps: {
      alert: { title: 'King Hamlet', subtitle: '', body: 'To be or not? 👍' },
      ...{ sound: 'default', badge: 1 },
    },
    zulip: {
      ...base,
      ...{ realm_id: realmId, user_id: cordelia, sender_id: hamlet, time: expect.any(Number) },
      message_ids: [message],
    },
  })
})

test('titles say where, subtitles say who and why', async () => {
  await stage.apple('iago')
  await stage.ok(
    stage.as('desdemona').post('/user_groups/create', {
      ...{ name: 'watchmen', description: '', members: [stage.world.userId('iago')] },
    }),
  )
  await stage.send('hamlet', ['iago', 'zoe'], 'For both')
  await stage.send('hamlet', 'Denmark', '@**Iago**, come', 'gate')
  await stage.send('hamlet', 'Denmark', '@*watchmen*, come', 'gate')
  await stage.send('hamlet', 'Denmark', '@**all** come', 'gate')
  // Iago follows the topic because he was mentioned there.
  await stage.send('hamlet', 'Denmark', 'Come', 'gate')
  await stage.deliver()
  const alerts = stage.servers.apns.map(({ body: { aps, zulip } }) => [
    aps.alert.title,
    aps.alert.subtitle,
    zulip.mentioned_user_group_name,
  ])
  expect(alerts).toEqual([
    ['Iago, King Hamlet, Zoe', 'King Hamlet:', undefined],
    ['#Denmark > gate', 'King Hamlet mentioned you:', undefined],
    ['#Denmark > gate', 'King Hamlet mentioned @watchmen:', 'watchmen'],
    ['#Denmark > gate', 'King Hamlet mentioned everyone:', undefined],
    ['#Denmark > gate', 'King Hamlet:', undefined],
  ])
  expect(stage.servers.apns[0]!.body.zulip.pm_users.split(',').map(Number).sort()).toEqual(
    ['hamlet', 'iago', 'zoe'].map((name) => stage.world.userId(name)).sort(),
  )
  expect(stage.servers.apns[1]!.body.zulip).toMatchObject({
    ...{
      recipient_type: 'stream',
      stream: 'Denmark',
      stream_id: stage.world.channelId('Denmark'),
      topic: 'gate',
    },
  })
  expect(stage.servers.apns.map(({ body }) => body.aps.badge)).toEqual([5, 5, 5, 5, 5])
})

test('long text is truncated, and hidden where the organization forbids content', async () => {
  await stage.android('cordelia')
  await dm('😀'.repeat(300))
  await stage.deliver()
  expect(stage.servers.fcm[0]!.body.data).toMatchObject({
    ...{ content: `${'😀'.repeat(200)}…`, content_truncated: 'true' },
  })
  const forbid = (value: boolean) =>
    stage.ok(stage.as('desdemona').patch('/realm', { require_e2ee_push_notifications: value }))
  await forbid(true)
  await dm('A secret')
  await stage.deliver()
  await forbid(false)
  expect(stage.servers.fcm[1]!.body.data.content).toBe('New message')
})

test('one access token and one connection serve many notifications, until the service requires new ones', async () => {
  await stage.android('cordelia')
  await stage.apple('cordelia')
  for (let n = 0; n < 5; n++) await dm(`${n}`)
  await stage.deliver()
  expect(stage.servers.tokensGiven).toBe(1)
  expect(stage.servers.sessions.size).toBe(1)
  expect(notifiedTokens()).toHaveLength(10)
  stage.servers.answer(ANDROID, fcmError(401, 'UNAUTHENTICATED', 'It was revoked.'))
  stage.servers.answer(APPLE, { status: 403, body: { reason: 'ExpiredProviderToken' } })
  await dm('Once more')
  expect(await stage.deliver()).toEqual([])
  expect(stage.servers.tokensGiven).toBe(2)
  expect(notifiedTokens()).toHaveLength(12)
})

describe('a device that its service no longer knows is deleted', () => {
  const unregistered = fcmError(404, 'UNREGISTERED', 'Requested entity was not found.')
  const bad = (status: number, reason: string, timestamp?: number): PushAnswer => ({
    status,
    body: { reason, ...(timestamp && { timestamp }) },
  })
  test.each([
    ['FCM', ANDROID, unregistered],
    ['FCM, of another project', ANDROID, fcmError(403, 'SENDER_ID_MISMATCH', 'SenderId mismatch')],
    ['APNs', APPLE, bad(410, 'Unregistered', Date.now() + 60_000)],
    ['APNs, of another environment', APPLE, bad(400, 'BadDeviceToken')],
    ['APNs, of another app', APPLE, bad(400, 'DeviceTokenNotForTopic')],
  ] as const)('%s', async (_service, token, answer) => {
    await stage.android('cordelia')
    await stage.apple('cordelia')
    stage.servers.answer(token, answer)
    await dm()
    expect(await stage.deliver()).toEqual([])
    expect(await stage.devices()).toEqual([token === ANDROID ? APPLE : ANDROID])
    expect(await stage.waiting()).toEqual([])
  })

  test('except when it was registered again since', async () => {
    await stage.apple('cordelia')
    stage.servers.answer(APPLE, bad(410, 'Unregistered', Date.now() - 3_600_000))
    await dm()
    await stage.deliver()
    expect(await stage.devices()).toEqual([APPLE])
  })
})

describe('a device whose service fails temporarily is retried, and no device is notified twice', () => {
  const busy = fcmError(503, 'UNAVAILABLE', 'The service is overloaded.', { 'retry-after': '90' })
  test.each([
    ['FCM, when it says', ANDROID, busy, 90],
    ['FCM, beyond the quota', ANDROID, fcmError(429, 'QUOTA_EXCEEDED', 'Quota', { 'retry-after': '60' }), 60],
    ['FCM, on an error of its own', ANDROID, fcmError(500, 'INTERNAL', 'Internal error'), 5],
    ['FCM, when the connection is lost', ANDROID, { status: 0, hangsUp: true }, 5],
    ['APNs, when it says', APPLE, { status: 503, headers: { 'retry-after': '40' } }, 40],
    ['APNs, on an error of its own', APPLE, { status: 500, body: { reason: 'InternalServerError' } }, 5],
    ['APNs, too often for the device', APPLE, { status: 429, body: { reason: 'TooManyRequests' } }, 5],
    ['APNs, when the connection is lost', APPLE, { status: 0, hangsUp: true }, 5],
  ] as const)('%s', async (_what, token, answer, seconds) => {
    await stage.android('cordelia')
    await stage.apple('cordelia')
    stage.servers.answer(token, answer)
    await dm()
    expect(await stage.deliver()).toEqual([])
    expect(notifiedTokens()).toEqual([token === ANDROID ? APPLE : ANDROID])
    const [wait] = await stage.waiting()
    expect(wait).toBeGreaterThanOrEqual(seconds - 1)
    expect(wait).toBeLessThanOrEqual(seconds + 2)
    await dm('Another')
    await stage.deliver()
    expect(notifiedTokens().filter((each) => each === token)).toEqual([])
    await stage.restartServices()
    await stage.passTime()
    expect(await stage.deliver()).toEqual([])
    expect(notifiedTokens().sort()).toEqual([ANDROID, ANDROID, APPLE, APPLE])
    expect(await stage.waiting()).toEqual([])
  })

  test('a service that is down gets no requests from later jobs', async () => {
    for (const name of ['cordelia', 'iago', 'zoe']) await stage.android(name, `of ${name}`)
    stage.servers.answer('*', busy, busy, busy)
    await dm()
    await stage.send('hamlet', ['iago'])
    await stage.send('hamlet', ['zoe'])
    await stage.deliver()
    expect(await stage.waiting()).toHaveLength(3)
    expect(stage.servers.unasked('*')).toBe(2)
    await stage.restartServices()
    stage.servers.answer('*')
    await stage.passTime()
    await stage.deliver()
    expect(notifiedTokens().sort()).toEqual(['of cordelia', 'of iago', 'of zoe'])
  })

  test('a service that is down too long makes the job fail, with the reason', async () => {
    await stage.android('cordelia')
    stage.servers.answer(ANDROID, ...Array.from({ length: 8 }, () => fcmError(500, 'INTERNAL', 'Broken')))
    await dm()
    const failures: Error[] = await stage.deliver()
    for (let n = 0; n < 7; n++) {
      await stage.restartServices()
      await stage.passTime()
      failures.push(...(await stage.deliver()))
    }
    expect(failures.map((failure) => failure.message)).toEqual([
      'devices could not be notified: 500 INTERNAL: Broken',
    ])
    expect(await stage.waiting()).toEqual([])
  })
})

test('a notification that a service refuses permanently is not retried', async () => {
  await stage.android('cordelia')
  await stage.apple('cordelia')
  stage.servers.answer(ANDROID, fcmError(400, 'INVALID_ARGUMENT', 'Too big'))
  stage.servers.answer(APPLE, { status: 413, body: { reason: 'PayloadTooLarge' } })
  await dm()
  expect(await stage.deliver()).toEqual([])
  expect(await stage.waiting()).toEqual([])
  expect(await stage.devices()).toEqual([ANDROID, APPLE])
})

test('reading and deleting a message revoke its notification on every device, once', async () => {
  await stage.android('cordelia')
  await stage.apple('cordelia')
  const [first, second, third] = [await dm('1'), await dm('2'), await dm('3')]
  await stage.deliver()
  stage.servers.clear()
  const mark = { messages: [first, second], op: 'add', flag: 'read' }
  await stage.ok(stage.as('cordelia').post('/messages/flags', mark))
  await stage.ok(stage.as('cordelia').post('/messages/flags', mark))
  await stage.deliver()
  expect(
    stage.servers.fcm.map(({ body }) => [
      body.data.event,
      body.data.zulip_message_ids,
      body.android.priority,
    ]),
  ).toEqual([['remove', `${first},${second}`, 'NORMAL']])
  expect(stage.servers.apns[0]!.headers).toMatchObject({
    'apns-push-type': 'background',
    'apns-priority': '5',
  })
  expect(
    stage.servers.apns.map(({ body }) => [body.aps, body.zulip.event, body.zulip.zulip_message_ids]),
  ).toEqual([[{ 'content-available': 1, badge: 1 }, 'remove', `${first},${second}`]])
  stage.servers.clear()
  await stage.ok(stage.as('hamlet').delete(`/messages/${third}`))
  await stage.deliver()
  expect(stage.servers.fcm.map(({ body }) => body.data.zulip_message_ids)).toEqual([String(third)])
})

describe('a message that its reader can no longer get unread', () => {
  const channel = async (name: string, parameters: Record<string, unknown> = {}): Promise<number> => {
    const members = ['hamlet', 'cordelia'].map((member) => stage.world.userId(member))
    await stage.ok(
      stage.as('desdemona').post('/users/me/subscriptions', {
        ...{ subscriptions: [{ name }], principals: members, ...parameters },
      }),
    )
    return (await stage.ok(stage.as('desdemona').get('/get_stream_id', { stream: name }))).stream_id
  }
  const mention = (to: string) => stage.send('hamlet', to, "@**Cordelia, Lear's daughter** hark!")
  const removed = () => stage.servers.fcm.map(({ body }) => [body.data.event, body.data.zulip_message_ids])

  test.each([false, true])(
    'because of leaving the channel, loses its notification (private: %s)',
    async (invite_only) => {
      const name = `left ${invite_only}`
      await channel(name, { invite_only })
      await stage.android('cordelia')
      await stage.apple('cordelia')
      const ids = [await mention(name), await mention(name)]
      const kept = await dm()
      await stage.deliver()
      stage.servers.clear()
      const principals = [stage.world.userId('cordelia')]
      await stage.ok(
        stage.as('desdemona').delete('/users/me/subscriptions', { subscriptions: [name], principals }),
      )
      await stage.deliver()
      expect(removed()).toEqual([['remove', ids.join(',')]])
      expect(stage.servers.apns.map(({ body }) => body.aps.badge)).toEqual([1])
      await stage.ok(
        stage.as('cordelia').post('/messages/flags', { messages: [kept], op: 'add', flag: 'read' }),
      )
    },
  )

  test('because it was moved to a channel of others, loses its notification', async () => {
    await channel('from here')
    const target = await channel('to there', { principals: [stage.world.userId('desdemona')] })
    await stage.android('cordelia')
    const moved = await mention('from here')
    await stage.deliver()
    stage.servers.clear()
    await stage.ok(stage.as('desdemona').patch(`/messages/${moved}`, { stream_id: target }))
    await stage.deliver()
    expect(removed()).toEqual([['remove', String(moved)]])
  })

  test('because it was moved to a channel that its reader joined later, loses its notification', async () => {
    await channel('sent here')
    const target = await channel('joined later', { principals: [stage.world.userId('desdemona')] })
    await stage.android('cordelia')
    const [moved, kept] = [await mention('sent here'), await mention('sent here')]
    await channel('joined later')
    for (const op of ['add', 'remove'])
      await stage.ok(stage.as('cordelia').post('/messages/flags', { messages: [kept], op, flag: 'read' }))
    await stage.deliver()
    stage.servers.clear()
    const silently = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
    const move = { stream_id: target, propagate_mode: 'change_one', ...silently }
    for (const id of [moved, kept]) await stage.ok(stage.as('desdemona').patch(`/messages/${id}`, move))
    await stage.deliver()
    const { unread_msgs } = await stage.ok(stage.as('cordelia').post('/register'))
    expect(unread_msgs.mentions).toContain(kept)
    expect(unread_msgs.mentions).not.toContain(moved)
    expect(removed()).toEqual([['remove', String(moved)]])
  })
})

test('a message that was read before its notification is not shown', async () => {
  await stage.android('cordelia')
  const message = await dm()
  await stage.processNewMessages()
  await stage.ok(
    stage.as('cordelia').post('/messages/flags', { messages: [message], op: 'add', flag: 'read' }),
  )
  await stage.deliver()
  expect(stage.servers.fcm.filter(({ body }) => body.data.event === 'message')).toEqual([])
})

test('a message of a deactivated organization is not shown', async () => {
  await stage.android('cordelia')
  await dm()
  await stage.processNewMessages()
  await deactivateRealmAsOperator(stage.core, stage.realm, null)
  expect(await stage.deliver()).toEqual([])
  await reactivateRealm(stage.core, stage.realm)
  expect(notifiedTokens()).toEqual([])
})

test('a message that was read while the worker processed it is not shown', async () => {
  await stage.android('cordelia')
  const message = await dm()
  await stage.ok(
    stage.as('cordelia').post('/messages/flags', { messages: [message], op: 'add', flag: 'read' }),
  )
  // As when the transaction of the cursor had read the message before and committed afterwards.
  const push = { realm: stage.realm.id, kind: 'message', message, tries: 0 }
  const to = [{ user: stage.world.userId('cordelia'), trigger: 'direct_message' }]
  await stage.world.sql('INSERT INTO pushed_message (user_id, message_id) VALUES ($1, $2)', [
    to[0]!.user,
    message,
  ])
  await stage.world.sql("INSERT INTO job_outbox (queue, name, data) VALUES ('push', 'deliver-push', $1)", [
    { ...push, to },
  ])
  expect(await stage.deliver()).toEqual([])
  expect(notifiedTokens()).toEqual([])
  expect(await stage.world.sql('SELECT 1 FROM pushed_message')).toEqual([])
})

test('devices of a service without credentials get no requests', async () => {
  await stage.android('cordelia')
  await stage.apple('cordelia')
  stage.services = { ...stage.services, fcm: undefined }
  await dm()
  expect(await stage.deliver()).toEqual([])
  expect(notifiedTokens()).toEqual([APPLE])
  expect(await stage.waiting()).toEqual([])
  expect(await stage.devices()).toEqual([ANDROID, APPLE])
})
