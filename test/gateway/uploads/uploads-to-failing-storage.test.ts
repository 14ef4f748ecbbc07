import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../harness/client.ts'
import { s3Missing, startS3, type TestS3 } from '../../harness/s3.ts'
import { type SpawnedGateway, spawnGateway } from '../../harness/spawn-gateway.ts'
import { continueUpload, createUpload, offsetOf, patch } from '../../harness/tus.ts'
import { fetchFile } from '../../harness/upload.ts'
import { World } from '../../harness/world.ts'

describe.skipIf(s3Missing)('a resumable upload to S3', () => {
  let s3: TestS3
  let world: World
  let proxy: Server
  /** Whether a connection to S3 breaks, by the bytes that arrive and how many arrived before. */
  let breaks: (chunk: Buffer, received: number) => boolean
  const never = () => false
  let gateway: SpawnedGateway
  /** Where the gateway keeps parts until S3 has them. */
  let temporary: string
  let hamlet: Client

  beforeAll(async () => {
    breaks = never
    s3 = await startS3()
    const { port } = new URL(s3.endpoint)
    proxy = createServer((near) => {
      const far = connect(Number(port), '127.0.0.1')
      let received = 0
      near.on('data', (chunk) => {
        if (breaks(chunk, received)) near.destroy()
        else far.write(chunk)
        received += chunk.length
      })
      far.pipe(near)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.on('error', () => undefined)
        one.on('close', () => other.destroy())
      }
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(proxy.address() as { port: number }).port}`
    world = await World.create({ ...s3.settings, S3_ENDPOINT: endpoint })
    temporary = await mkdtemp(join(tmpdir(), 'loquat-test-parts-'))
    gateway = await spawnGateway(world, { TMPDIR: temporary })
    hamlet = world.client(gateway.url, 'hamlet')
  })
  afterAll(async () => {
    await world.close()
    proxy.close()
    await s3.stop()
    await rm(temporary, { recursive: true })
  })

  test('has the bytes of its client, also when the connection to S3 broke within a part', async () => {
    const bytes = randomBytes(6_000_000)
    const path = await createUpload(hamlet, bytes.length)
    breaks = (_, received) => received > 3_000_000
    const { status } = await patch(hamlet, path, 0, bytes)
    breaks = never
    expect(status).toBe(503)
    const { text } = await continueUpload(hamlet, path, (offset) => bytes.subarray(offset))
    const { bytes: stored } = await fetchFile(hamlet, JSON.parse(text).url)
    expect(stored.equals(bytes)).toBe(true)
  })

  test('leaves no bytes on the disk of the gateway when S3 fails', async () => {
    const bytes = randomBytes(6_000_000)
    const path = await createUpload(hamlet, bytes.length)
    expect((await patch(hamlet, path, 0, bytes.subarray(0, 1_000_000))).status).toBe(204)
    breaks = (chunk) => /^DELETE \S+\.part\b/.test(chunk.toString('latin1'))
    expect((await patch(hamlet, path, 1_000_000, bytes.subarray(1_000_000))).status).toBe(503)
    breaks = never
    await expect.poll(() => readdir(temporary)).toEqual([])
  })

  test('does not end the gateway when S3 fails before the bytes are sent there', async () => {
    const bytes = randomBytes(3_000_000)
    const path = await createUpload(hamlet, bytes.length)
    breaks = (chunk) => /^GET \S+\.part\b/.test(chunk.toString('latin1'))
    expect((await patch(hamlet, path, 0, bytes)).status).toBe(503)
    breaks = never
    expect(await offsetOf(hamlet, path)).toBe(0)
    expect((await patch(hamlet, path, 0, bytes)).status).toBe(200)
  })
})
