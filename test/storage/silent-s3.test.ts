import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Upload } from '@tus/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../config/environment.ts'
import { newStorageKey } from '../../core/content/uploads/file-name.ts'
import { S3Storage } from '../../storage/s3/s3.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { s3Missing, startS3, type TestS3 } from '../harness/s3.ts'

const LIMITS = { connectMs: 500, readMs: 1000, writeMs: 500 }
const UNAVAILABLE = { name: 'StorageError', failure: 'unavailable' }
const LARGE = 12_000_000

describe.skipIf(s3Missing)('an S3 server behind a network that loses data', () => {
  let s3: TestS3
  let proxy: FlakyProxy
  let storage: S3Storage
  let small: string
  let large: string

  beforeAll(async () => {
    s3 = await startS3()
    proxy = new FlakyProxy(new URL(s3.endpoint))
    const endpoint = `http://127.0.0.1:${await proxy.start()}`
    const config = loadConfig({ ...s3.settings, S3_ENDPOINT: endpoint })
    storage = new S3Storage({ ...config, s3Bucket: config.s3Bucket! }, LIMITS)
    small = await put(1000)
    large = await put(LARGE)
  })
  afterAll(async () => {
    storage.close()
    await proxy.stop()
    await s3.stop()
  })

  async function put(length: number): Promise<string> {
    const key = newStorageKey()
    await storage.put(key, Readable.from([randomBytes(length)]))
    return key
  }

  test('is unavailable to every request, and none hangs', async () => {
    proxy.isSilent = true
    const upload = new Upload({ id: newStorageKey(), size: 1000, offset: 0 })
    const requests = [
      storage.get(small),
      storage.stat(small),
      put(1000),
      put(LARGE),
      storage.delete([newStorageKey()]),
      storage.resumable.store.create(upload),
      storage.resumable.store.getUpload(newStorageKey()),
    ]
    const outcomes = await Promise.allSettled(requests)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: UNAVAILABLE })
    proxy.isSilent = false
    expect(await buffer(await storage.get(small))).toHaveLength(1000)
    expect(await storage.stat(await put(1000))).toEqual({ size: 1000 })
  })

  test('ends a download that has begun with an error', async () => {
    const bytes = await storage.get(large)
    proxy.dropData()
    await expect(buffer(bytes)).rejects.toMatchObject(UNAVAILABLE)
    expect(await buffer(await storage.get(small))).toHaveLength(1000)
  })

  test('does not end a download whose reader pauses', async () => {
    const bytes = await storage.get(large)
    await sleep(3 * LIMITS.readMs)
    expect(await buffer(bytes)).toHaveLength(LARGE)
  })

  test('serves a download beside sixty whose readers pause', async () => {
    const paused: Readable[] = []
    for (let n = 0; n < 60; n++) paused.push(await storage.get(large))
    expect(await buffer(await storage.get(small))).toHaveLength(1000)
    expect(await storage.stat(small)).toEqual({ size: 1000 })
    for (const bytes of paused) bytes.destroy()
  })
})
