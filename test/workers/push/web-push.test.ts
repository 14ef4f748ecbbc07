import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PublicNetwork } from '../../../core/platform/net/public-network.ts'
import { LANGUAGES } from '../../../core/platform/text/languages.ts'
import { WebPush } from '../../../workers/push/web-push.ts'
import { type PushAnswer, TLS_CERTIFICATE } from '../../harness/push-services.ts'
import { spawnQuickWorker } from '../../harness/spawn-worker.ts'
import { type TestSubscription, WebPushService } from '../../harness/web-push-service.ts'
import { pushing } from './pushing.ts'

const PATH = '/users/me/web_push_subscription'

const stage = pushing({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1', MAIL_FROM: 'Loquat <chat@loquat.test>' })
let service: WebPushService

beforeAll(async () => {
  service = await WebPushService.start()
})
beforeEach(() => service.clear())
afterAll(() => service.close())

async function browser(name: string): Promise<TestSubscription> {
  const subscription = service.subscribe()
  await stage.ok(stage.as(name).post(PATH, { ...subscription }))
  return subscription
}
const dm = (content = 'Hark!') => stage.send('hamlet', ['cordelia'], content)
const read = (message: number) =>
  stage.ok(stage.as('cordelia').post('/messages/flags', { messages: [message], op: 'add', flag: 'read' }))
const data = () => service.messages.map((message) => message.data)

test('a browser is told of a message, encrypted, by the server it subscribed to', async () => {
  const { endpoint } = await browser('cordelia')
  const { public_key } = await stage.ok(stage.as('cordelia').get('/web_push/public_key'))
  const message = await dm('To **be** or not? :thumbs_up:')
  expect(await stage.deliver()).toEqual([])
  expect(service.faults).toEqual([])
  const [told] = service.messages
  expect(told).toMatchObject({
    endpoint,
    serverKey: public_key,
    claims: { aud: service.origin, sub: 'mailto:chat@loquat.test' },
    headers: { ttl: '86400', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) },
  })
  expect(told!.data).toEqual({
    ...{ event: 'message', user_id: stage.world.userId('cordelia'), message_id: message, badge: 1 },
    ...{ title: 'King Hamlet', body: 'To be or not? 👍', time: expect.any(Number) },
    icon: expect.stringMatching(/^https:\/\/secure\.gravatar\.com\//),
    user_ids: [stage.world.userId('hamlet')],
  })
})

test('the same keys serve every process, and differ from those of the configuration', async () => {
  const [first, second] = await Promise.all([
    stage.ok(stage.as('cordelia').get('/web_push/public_key')),
    stage.ok(stage.as('hamlet').get('/web_push/public_key')),
  ])
  expect(second).toEqual(first)
  const [kept] = await stage.world.sql("SELECT public_key, private_key FROM server_key WHERE name = 'vapid'")
  expect(kept.public_key).toBe(first.public_key)
  expect(JSON.stringify(first)).not.toContain(kept.private_key)
  const { url } = await stage.world.gateway({
    VAPID_PUBLIC_KEY:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    VAPID_PRIVATE_KEY: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  })
  const other = await stage.ok(stage.world.client(url, 'hamlet').get('/web_push/public_key'))
  expect(other.public_key).toMatch(/^BCVxsr7N/)
})

test('titles say where, bodies who and why; a conversation has one subject, which browsers do not share', async () => {
  await browser('iago')
  await stage.send('hamlet', ['iago', 'zoe'], 'For both')
  await stage.send('hamlet', 'Denmark', '@**Iago**, come', 'gate')
  await stage.send('hamlet', 'Denmark', 'Come', 'gate') // which Iago follows, as he was mentioned there
  const other = await browser('zoe')
  await stage.send('hamlet', ['iago', 'zoe'], 'For both again')
  await stage.deliver()
  const told = service.messages.filter(({ endpoint }) => endpoint !== other.endpoint)
  expect(told.map((message) => [message.data.title, message.data.body])).toEqual([
    ['Iago, King Hamlet, Zoe', 'King Hamlet: For both'],
    ['#Denmark > gate', 'King Hamlet mentioned you: @Iago, come'],
    ['#Denmark > gate', 'King Hamlet: Come'],
    ['Iago, King Hamlet, Zoe', 'King Hamlet: For both again'],
  ])
  expect(told[1]!.data).toMatchObject({
    channel_id: stage.world.channelId('Denmark'),
    ...{ channel_name: 'Denmark', topic: 'gate' },
  })
  const [direct, topic, sameTopic, sameDirect] = told.map(({ headers }) => headers.topic)
  expect(sameTopic).toBe(topic)
  expect(sameDirect).toBe(direct)
  expect(topic).not.toBe(direct)
  const zoes = service.messages.filter(({ endpoint }) => endpoint === other.endpoint)
  expect(zoes.map(({ headers }) => headers.topic)).not.toContain(direct)
})

test('people choose whether the text of direct messages is shown; long text is cut and always fits', async () => {
  await browser('cordelia')
  await dm('😀'.repeat(300))
  await stage.deliver()
  await stage.set('cordelia', { pm_content_in_desktop_notifications: false })
  await dm('A secret')
  await stage.deliver()
  await stage.set('cordelia', { pm_content_in_desktop_notifications: true })
  expect(data().map(({ body }) => body)).toEqual([`${'😀'.repeat(200)}…`, 'New message'])
  expect(service.faults).toEqual([])
})

test('the words of a notification are in the language of its reader', async () => {
  await browser('cordelia')
  const said: Record<string, string> = {}
  for (const default_language of Object.keys(LANGUAGES)) {
    await stage.set('cordelia', { default_language, pm_content_in_desktop_notifications: false })
    service.messages.length = 0
    await dm('A secret')
    await stage.deliver()
    said[default_language] = data().at(-1)!.body
  }
  await stage.set('cordelia', { default_language: 'en', pm_content_in_desktop_notifications: true })
  expect(said).toEqual({
    ...{ en: 'New message', de: 'Neue Nachricht', es: 'Mensaje nuevo', fr: 'Nouveau message' },
    ...{ ar: 'رسالة جديدة', ja: '新しいメッセージ', 'zh-hans': '新消息' },
  })
})

test('reading and deleting take notifications back', async () => {
  await browser('cordelia')
  const [first, second] = [await dm('1'), await dm('2')]
  await stage.deliver()
  service.messages.length = 0
  await read(first)
  await stage.deliver()
  await stage.ok(stage.as('hamlet').delete(`/messages/${second}`))
  await stage.deliver()
  const user_id = stage.world.userId('cordelia')
  expect(data()).toEqual([
    { event: 'remove', user_id, message_ids: [first], badge: 1 },
    { event: 'remove', user_id, message_ids: [second], badge: 0 },
  ])
  expect(service.messages[0]!.headers).toMatchObject({ urgency: 'normal' })
})

test('a test notification reaches one browser or all', async () => {
  const [first, second] = [await browser('cordelia'), await browser('cordelia')]
  await stage.ok(stage.as('cordelia').post('/mobile_push/test_notification', { token: second.endpoint }))
  await stage.deliver()
  await stage.ok(stage.as('cordelia').post('/mobile_push/test_notification'))
  await stage.deliver()
  expect(service.messages.map(({ endpoint }) => endpoint)).toEqual([
    second.endpoint,
    first.endpoint,
    second.endpoint,
  ])
  expect(data()[0]).toMatchObject({ event: 'test', title: 'Test notification' })
})

test.each([
  ['gone', 410],
  ['unknown', 404],
])('a subscription that its service calls %s is removed', async (_what, status) => {
  const [ended, kept] = [await browser('cordelia'), await browser('cordelia')]
  service.answer(ended.endpoint, { status })
  await dm()
  expect(await stage.deliver()).toEqual([])
  expect(await stage.devices()).toEqual([kept.endpoint])
  expect(await stage.waiting()).toEqual([])
})

describe('a browser that cannot be told now is told later, and no other is told twice for that', () => {
  const rows: readonly (readonly [string, PushAnswer, number])[] = [
    ['too many for the subscription', { status: 429, headers: { 'retry-after': '70' } }, 70],
    ['a service that says when', { status: 503, headers: { 'retry-after': '90' } }, 90],
    ['a service with an error', { status: 500 }, 5],
    ['a lost connection', { status: 0, hangsUp: true }, 5],
  ]
  test.each(rows)('%s', async (_what, answer, seconds) => {
    const first = await browser('cordelia')
    await stage.android('cordelia')
    service.answer(first.endpoint, answer)
    await dm()
    expect(await stage.deliver()).toEqual([])
    expect(service.messages).toEqual([])
    expect(stage.servers.fcm).toHaveLength(1)
    const [wait] = await stage.waiting()
    expect(wait).toBeGreaterThanOrEqual(seconds - 1)
    expect(wait).toBeLessThanOrEqual(seconds + 2)
    await stage.restartServices()
    await stage.passTime()
    expect(await stage.deliver()).toEqual([])
    expect(service.messages).toHaveLength(1)
    expect(stage.servers.fcm).toHaveLength(1)
  })

  test('a limit of one subscription does not pause the others of its service', async () => {
    const [first, second] = [await browser('cordelia'), await browser('cordelia')]
    service.answer(first.endpoint, { status: 429, headers: { 'retry-after': '70' } })
    await dm()
    await stage.deliver()
    await dm('Another')
    await stage.deliver()
    const told = service.messages.map(({ endpoint }) => endpoint)
    expect(told.filter((endpoint) => endpoint === second.endpoint)).toHaveLength(2)
    expect(told).not.toContain(first.endpoint)
    const [wait] = (await stage.waiting()).slice(-1)
    expect(wait).toBeGreaterThanOrEqual(60)
  })

  test('a service that does not answer in time', async () => {
    const { endpoint, p256dh, auth } = service.subscribe()
    const vapid = await stage.world.sql(
      `SELECT public_key AS "publicKey", private_key AS "privateKey" FROM server_key`,
    )
    const impatient = new WebPush(stage.network, { ...vapid[0], subject: 'mailto:a@loquat.test' }, 50)
    service.answer(endpoint, 'silence')
    const device = { token: endpoint, p256dh, auth }
    const body = { event: 'test', user_id: 1, title: 'A', body: 'B' } as const
    expect(await impatient.send(device, { body, isUrgent: true })).toMatchObject({ kind: 'later' })
    const paused = await impatient.send(device, { body, isUrgent: true })
    expect(paused).toMatchObject({ kind: 'later', reason: 'requests are paused' })
  })
})

test('the status of an answer counts, also when its body never ends', async () => {
  const [vapid] = await stage.world.sql(
    `SELECT public_key AS "publicKey", private_key AS "privateKey" FROM server_key`,
  )
  const push = new WebPush(stage.network, { ...vapid, subject: 'mailto:a@loquat.test' }, 3_000)
  const body = { event: 'test', user_id: 1, title: 'A', body: 'B' } as const
  const endless = (status: number, headers = {}): PushAnswer => ({
    status,
    headers,
    body: 'why',
    neverEnds: true,
  })
  for (const [answer, outcome] of [
    [endless(201), { kind: 'accepted' }],
    [endless(410), { kind: 'unregistered' }],
    [endless(413), { kind: 'refused', reason: '413 why' }],
    [endless(429, { 'retry-after': '70' }), { kind: 'later', afterSeconds: 70, reason: '429 why' }],
    [endless(503, { 'retry-after': '90' }), { kind: 'later', afterSeconds: 90, reason: '503 why' }],
  ] as const) {
    const { endpoint, p256dh, auth } = service.subscribe()
    const device = { token: endpoint, p256dh, auth }
    service.answer(endpoint, answer)
    let isSilent = false
    const told = await push.send(device, { body, isUrgent: true }, () => {
      isSilent = true
    })
    expect([told, isSilent]).toEqual([outcome, false])
  }
})

test('what a service refuses for good is not tried again, and the browser stays', async () => {
  const { endpoint } = await browser('cordelia')
  service.answer(endpoint, { status: 413 }, { status: 301, headers: { location: `${service.origin}/x` } })
  await dm()
  await dm()
  expect(await stage.deliver()).toEqual([])
  expect(await stage.waiting()).toEqual([])
  expect(await stage.devices()).toEqual([endpoint])
  expect(service.messages).toEqual([])
})

test('an address that turns out to be private is not asked, and the browser is removed', async () => {
  await browser('cordelia')
  const network = new PublicNetwork([])
  const [vapid] = await stage.world.sql(
    `SELECT public_key AS "publicKey", private_key AS "privateKey" FROM server_key`,
  )
  stage.services = { ...stage.services, web: new WebPush(network, { ...vapid, subject: 'mailto:a@b.test' }) }
  await dm()
  expect(await stage.deliver()).toEqual([])
  expect(service.messages).toEqual([])
  expect(await stage.devices()).toEqual([])
  await network.close()
})

test('a worker process tells browsers', async () => {
  await browser('cordelia')
  const worker = await spawnQuickWorker(stage.world, { NODE_EXTRA_CA_CERTS: TLS_CERTIFICATE })
  const message = await dm()
  const ids = () => data().map(({ message_id }) => message_id)
  await expect.poll(ids, { timeout: 60_000 }).toContain(message)
  worker.kill('SIGKILL')
  await worker.exited
}, 120_000)
