import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPushEnabled } from '../../core/notifying/push/enabled.ts'
import { OPERATOR, spawnWorker, untilGone, untilShown } from '../harness/incidents.ts'
import { TLS_CERTIFICATE } from '../harness/push-services.ts'
import { type TestSubscription, WebPushService } from '../harness/web-push-service.ts'
import { World } from '../harness/world.ts'

let world: World
let url: string
let service: WebPushService

beforeAll(async () => {
  service = await WebPushService.start()
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR, ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })
  const { gateway, url: address } = await world.gateway()
  url = address
  await setPushEnabled(gateway.core, true)
  await spawnWorker(world, { NODE_EXTRA_CA_CERTS: TLS_CERTIFICATE })
})
afterAll(async () => {
  await world.close()
  await service.close()
})

/** Another browser of a person. */
async function browserOf(name: string): Promise<TestSubscription> {
  const subscription = service.subscribe()
  const client = world.client(url, name)
  await client.ok(client.post('/users/me/web_push_subscription', { ...subscription }))
  return subscription
}

/** Sends a message that a person is told of. */
async function message(name: string): Promise<void> {
  const hamlet = world.client(url, 'hamlet')
  const to = JSON.stringify([world.userId(name)])
  await hamlet.ok(hamlet.post('/messages', { type: 'direct', to, content: 'Who is there?' }))
}

const host = () => new URL(service.origin).host.replaceAll('.', '\\.')

test('a push service that fails, until it accepts notifications again', async () => {
  const { endpoint } = await browserOf('cordelia')
  service.answer(endpoint, { status: 503, body: 'the queue is full' })
  const begunAt = performance.now()
  await message('cordelia')
  const shown = new RegExp(`The push service .*${host()} fails.*503 the queue is full`)
  const text = await untilShown(url, 'push-failing', shown, begunAt)
  expect(text).toContain('organization Loquat demonstration')
  await untilGone(url, 'push-failing')
  expect(service.messages).toHaveLength(1)
})

test('a push service that asks for fewer notifications', async () => {
  const { endpoint } = await browserOf('iago')
  service.answer(endpoint, { status: 429, body: 'slow down', headers: { 'retry-after': '1' } })
  const begunAt = performance.now()
  await message('iago')
  const shown = new RegExp(`The push service .*${host()} asks for fewer notifications.*429 slow down`)
  await untilShown(url, 'push-limited', shown, begunAt)
  await untilGone(url, 'push-limited')
})

test('a push service that refuses the keys of the server', async () => {
  const { endpoint } = await browserOf('zoe')
  service.answer(endpoint, { status: 403, body: 'wrong VAPID key' })
  const begunAt = performance.now()
  await message('zoe')
  const [pair] = await world.sql<{ key: string }>('SELECT left(public_key, 10) AS key FROM server_key')
  const shown = new RegExp(
    `signed with the wrong key\\..*403 wrong VAPID key; signed with the key ${pair!.key}… that the server made on 20`,
  )
  expect(await untilShown(url, 'push-refused', shown, begunAt)).toContain('loquat -- doctor --only push')
  await message('zoe')
  await untilGone(url, 'push-refused')
})

test('a push service that no longer knows a browser', async () => {
  const { endpoint } = await browserOf('othello')
  service.answer(endpoint, { status: 410 })
  const begunAt = performance.now()
  await message('othello')
  await untilShown(url, 'push-gone', /no longer knows devices.*not registered any more/, begunAt)
  const left = await world.sql('SELECT FROM push_device WHERE token = $1', [endpoint])
  expect(left).toEqual([])
})
