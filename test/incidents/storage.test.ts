import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { OPERATOR, untilGone, untilShown } from '../harness/incidents.ts'
import { s3Missing, startS3, type TestS3 } from '../harness/s3.ts'
import { World } from '../harness/world.ts'

let world: World
beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR })
})
afterEach(() => world.closeGateways())
afterAll(() => world.close())

test.skipIf(s3Missing !== undefined)('a store that refuses the key, and one that is away', async () => {
  const store: TestS3 = await startS3()
  const begunAt = performance.now()
  const { url: wrong } = await world.gateway({ ...store.settings, S3_SECRET_ACCESS_KEY: 'another-secret' })
  const refused = await untilShown(wrong, 'storage-refused', /: 403 SignatureDoesNotMatch/, begunAt)
  expect(refused).toContain(store.endpoint)
  expect(refused).toContain('refuses the secret of the key')
  await world.closeGateways()
  const { url: unknown } = await world.gateway({ ...store.settings, S3_ACCESS_KEY_ID: 'another-key' })
  await untilShown(unknown, 'storage-refused', /does not know the key.*: 404 XAdminUserNotFound/s)
  await world.closeGateways()
  const { url: without } = await world.gateway({ ...store.settings, S3_BUCKET: 'deleted' })
  await untilShown(without, 'storage-refused', /bucket of uploaded files does not exist.*: 404 NoSuchBucket/s)
  const { url } = await world.gateway(store.settings)
  await untilGone(url, 'storage-away')
  const stoppedAt = performance.now()
  await store.stop()
  const text = await untilShown(url, 'storage-away', /ECONNREFUSED/, stoppedAt)
  expect(text).toContain(store.endpoint)
})

test('a store that is slow', async () => {
  const server: Server = createServer((_request, answer) => {
    setTimeout(() => answer.writeHead(404).end(), 3_000)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_BUCKET: 'uploads',
    S3_ACCESS_KEY_ID: 'loquat',
    S3_SECRET_ACCESS_KEY: 'loquat-secret',
    S3_FORCE_PATH_STYLE: 'true',
  }
  const begunAt = performance.now()
  const { url } = await world.gateway(settings)
  await untilShown(url, 'storage-slow', /an answer took 3\.\d s/, begunAt)
  server.closeAllConnections()
  server.close()
})
