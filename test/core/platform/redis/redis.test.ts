import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectRedis } from '../../../../core/platform/redis/redis.ts'
import { openRedis } from '../../../../core/platform/redis/redis-connection.ts'
import { FlakyProxy } from '../../../harness/flaky-proxy.ts'
import { World } from '../../../harness/world.ts'

const silent = pino({ level: 'silent' })
let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world.close())

test('commands are sent again after the connection was lost in the turn that wrote them', async () => {
  const url = new URL(world.config.redisUrl)
  const proxy = new FlakyProxy(url)
  url.port = String(await proxy.start())
  url.hostname = '127.0.0.1'
  const redis = connectRedis(url.href, silent)
  try {
    await redis.set('kept', 'yes')
    const asked = redis.get('kept')
    redis.disconnect(true)
    await expect(asked.catch(() => redis.get('kept'))).resolves.toBe('yes')
    await expect(redis.get('kept')).resolves.toBe('yes')
  } finally {
    redis.disconnect()
    await proxy.stop()
  }
})

test('a connection that is lost while a command waits does not end the next one', async () => {
  const url = new URL(world.config.redisUrl)
  const proxy = new FlakyProxy(url)
  url.port = String(await proxy.start())
  url.hostname = '127.0.0.1'
  const socketTimeout = 2_000
  const redis = openRedis(url.href, { socketTimeout, retryStrategy: () => 10 })
  redis.on('error', () => undefined)
  try {
    await redis.ping()
    proxy.closeOnData()
    const ready = new Promise((resolve) => redis.once('ready', resolve))
    await redis.ping()
    await ready
    let closed = 0
    redis.on('close', () => closed++)
    await sleep(socketTimeout + 500)
    expect(closed).toBe(0)
  } finally {
    redis.disconnect()
    await proxy.stop()
  }
})

test('commands that a cluster would refuse fail in tests', async () => {
  const realm = world.organization.realmId
  await expect(
    world.redis.mget(`events:{realm:${realm}}`, `presence:{realm:${realm}}`),
  ).resolves.toHaveLength(2)
  await expect(world.redis.mget('events:{realm:1}', 'events:{realm:2}')).rejects.toThrow(/several slots/)
  const transaction = world.redis.multi().get('{jobs}:1').get('{processes}:1')
  await expect(transaction.exec()).rejects.toThrow()
})
