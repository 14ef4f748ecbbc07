import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { S3 } from '@aws-sdk/client-s3'
import { Upload } from '@tus/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../config/environment.ts'
import { newStorageKey } from '../../core/content/uploads/file-name.ts'
import { S3Storage } from '../../storage/s3/s3.ts'
import { abortUploadsJob } from '../../workers/jobs/upkeep/abort-uploads.ts'
import { s3Missing, startS3, type TestS3 } from '../harness/s3.ts'
import { silent } from '../harness/world.ts'

describe.skipIf(s3Missing)('an S3 server whose answers are lost', () => {
  let s3: TestS3
  let proxy: Server
  let storage: S3Storage
  let client: S3
  /** Answers to CreateMultipartUpload that the proxy will lose. */
  let toLose = 0
  let lost = 0

  beforeAll(async () => {
    s3 = await startS3()
    const { hostname, port } = new URL(s3.endpoint)
    proxy = createServer((from, to) => {
      const { method, url: path, headers } = from
      const sent = request({ hostname, port, method, path, headers }, (answer) => {
        if (method === 'POST' && /[?&]uploads(=|&|$)/.test(path!) && toLose > 0) {
          toLose--
          lost++
          answer.resume().on('end', () => from.socket.destroy())
        } else {
          to.writeHead(answer.statusCode!, answer.headers)
          answer.pipe(to)
        }
      })
      sent.on('error', () => from.socket.destroy())
      from.pipe(sent)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const config = loadConfig({
      ...s3.settings,
      S3_ENDPOINT: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    })
    storage = new S3Storage({ ...config, s3Bucket: config.s3Bucket! })
    const credentials = { accessKeyId: config.s3AccessKeyId!, secretAccessKey: config.s3SecretAccessKey! }
    client = new S3({ endpoint: s3.endpoint, region: config.s3Region, forcePathStyle: true, credentials })
  })
  beforeEach(() => {
    toLose = 0
    lost = 0
  })
  afterAll(async () => {
    storage.close()
    client.destroy()
    proxy.closeAllConnections()
    proxy.close()
    await s3.stop()
  })

  const uploads = async (): Promise<(string | undefined)[]> => {
    const { Uploads = [] } = await client.listMultipartUploads({ Bucket: 'uploads' })
    return Uploads.map(({ Key }) => Key)
  }

  test('leaves one multipart upload of a resumable upload, and it works', async () => {
    const bytes = randomBytes(6_000_000)
    const key = newStorageKey()
    toLose = 1
    await storage.resumable.store.create(new Upload({ id: key, size: bytes.length, offset: 0 }))
    expect(lost).toBe(1)
    expect(await uploads()).toEqual([key])
    await storage.resumable.store.write(Readable.from([bytes]), key, 0)
    await storage.resumable.finish(key, bytes.length)
    expect(await storage.stat(key)).toEqual({ size: bytes.length })
    expect(await uploads()).toEqual([])
  })

  test('leaves nothing of a file that is stored in parts', async () => {
    const key = newStorageKey()
    toLose = 1
    await storage.put(key, Readable.from([randomBytes(12_000_000)]))
    expect(lost).toBe(1)
    expect(await uploads()).toEqual([])
  })

  test('leaves nothing when no answer arrives', async () => {
    toLose = Number.POSITIVE_INFINITY
    const upload = new Upload({ id: newStorageKey(), size: 1000, offset: 0 })
    await expect(storage.resumable.store.create(upload)).rejects.toMatchObject({ failure: 'unavailable' })
    expect(lost).toBeGreaterThan(1)
    await expect.poll(uploads, { timeout: 60_000 }).toEqual([])
  })

  test('is swept: old uploads are aborted, young ones and those of others stay', async () => {
    const [mine, others] = [newStorageKey(), 'backups/Monday.tar']
    for (const Key of [mine, others]) await client.createMultipartUpload({ Bucket: 'uploads', Key })
    const context = { core: undefined as never, data: undefined, log: silent }
    await abortUploadsJob(storage).run({ ...context, outboxId: undefined, isLastAttempt: true })
    expect((await uploads()).toSorted()).toEqual([mine, others].toSorted())
    expect(await storage.abortUploads(Date.now() + 60_000)).toBe(1)
    expect(await uploads()).toEqual([others])
  })
})
