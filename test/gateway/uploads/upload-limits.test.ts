import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { create, createUpload, offsetOf, patch } from '../../harness/tus.ts'
import { fetchFile, upload, uploadFile } from '../../harness/upload.ts'
import type { Settings } from '../../harness/world.ts'
import { as, bad, ok, refusal, setUpStage, world } from '../routes/stage.ts'

setUpStage()

const MIB = 1024 * 1024
const hamletAt = async (settings: Settings) => world.client((await world.gateway(settings)).url, 'hamlet')
const file = (length: number) => ({ name: 'a.bin', bytes: randomBytes(length) })

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('a file above the limit is refused, after its body was read', async () => {
  const client = await hamletAt({ MAX_FILE_UPLOAD_SIZE_MIB: '1' })
  const tooLarge = "File is larger than this server's configured maximum upload size (1 MiB)."
  expect(await refusal(upload(client, file(MIB + 1)))).toEqual(bad(tooLarge))
  expect(await refusal(upload(client, file(20 * MIB)))).toEqual(bad(tooLarge))
  await ok(upload(client, file(MIB)))
  expect((await create(client, MIB + 1)).status).toBe(413)
  const { max_file_upload_size_mib, realm_upload_quota_mib } = await ok(client.post('/register'))
  expect([max_file_upload_size_mib, realm_upload_quota_mib]).toEqual([1, null])
})

test('an organization stores at most its quota, and can upload again after deleting files', async () => {
  const used = (await ok(as('hamlet').get('/attachments'))).upload_space_used
  const quota = Math.ceil(used / MIB) + 2
  const client = await hamletAt({ REALM_UPLOAD_QUOTA_MIB: String(quota) })
  expect((await ok(client.post('/register'))).realm_upload_quota_mib).toBe(quota)
  await ok(upload(client, file(quota * MIB - used - 1_000_000)))
  const before = await filesIn(join(world.config.dataDir, 'uploads'))
  const full = bad("Upload would exceed your organization's upload quota.", { code: 'REALM_UPLOAD_QUOTA' })
  expect(await refusal(upload(client, file(1_000_001)))).toEqual(full)
  expect(await filesIn(join(world.config.dataDir, 'uploads'))).toEqual(before)
  // Incomplete uploads count with their declared size …
  const path = await createUpload(client, 700_000)
  expect((await create(client, 700_000)).status).toBe(413)
  // … but reserve no space: a file that arrives at once may use it, and then the upload fails at its end.
  await ok(upload(client, file(700_000)))
  expect((await patch(client, path, 0, randomBytes(700_000))).status).toBe(413)
  expect(await filesIn(join(world.config.dataDir, 'uploads'))).toHaveLength(before.length + 1)
  const { attachments } = await ok(client.get('/attachments'))
  await ok(client.delete(`/attachments/${attachments.at(-1).id}`))
  await ok(upload(client, file(1_000_000)))
})

describe('a full disk', () => {
  let disk: string
  let mounted = false
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'loquat-full-'))
    mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status === 0
    if (!mounted) process.stderr.write('A full disk is not tested: only root may mount a small one\n')
    await mkdir(join(disk, 'uploads'), { recursive: true })
  })
  afterAll(async () => {
    if (mounted) spawnSync('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  })

  test('causes an error, and incomplete files are deleted', async (context) => {
    if (!mounted) context.skip()
    const client = await hamletAt({ DATA_DIR: disk })
    await ok(upload(client, file(MIB)))
    const before = await filesIn(disk)
    const full = {
      ...bad('The server has no room for files.', { code: 'STORAGE_FULL', status: 503 }),
      'retry-after': 30,
    }
    expect(await refusal(upload(client, file(8 * MIB)))).toEqual(full)
    expect(await filesIn(disk)).toEqual(before)
    const refused = await create(client, 8 * MIB)
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, 'STORAGE_FULL'])
    expect(await filesIn(disk)).toEqual(before)
    // Each has room alone when it begins.
    const [first, path] = [await createUpload(client, 1.5 * MIB), await createUpload(client, 1.5 * MIB)]
    expect((await patch(client, first, 0, randomBytes(1.4 * MIB))).status).toBe(204)
    const answer = await patch(client, path, 0, randomBytes(1.5 * MIB))
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'STORAGE_FULL', result: 'error' })
    // The stored bytes are kept: the client can continue when there is space.
    const offset = await offsetOf(client, path)
    expect(offset).toBeGreaterThan(0)
    expect((await patch(client, path, 0, Buffer.from('x'))).status).toBe(409)
  })
})

describe('an S3 server that fails', () => {
  let server: Server
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume()
      response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test('causes an error, and no file is stored or lost', async () => {
    const address = await uploadFile(as('hamlet'), file(1000))
    const client = await hamletAt({
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: 'uploads',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
      S3_FORCE_PATH_STYLE: 'true',
    })
    const down = {
      ...bad('Files cannot be reached at the moment.', { code: 'STORAGE_UNAVAILABLE', status: 503 }),
      'retry-after': 5,
    }
    const before = (await ok(client.get('/attachments'))).attachments
    expect(await refusal(upload(client, file(1000)))).toEqual(down)
    expect((await create(client, 1000)).status).toBe(503)
    expect((await fetchFile(client, address)).status).toBe(503)
    expect((await ok(client.get('/attachments'))).attachments).toEqual(before)
    expect((await fetchFile(as('hamlet'), address)).status).toBe(200)
  })
})

// At the end, because its upload counts with its declared size.
test('a film is accepted as the server comes', async () => {
  const client = await hamletAt({})
  expect((await ok(client.post('/register'))).max_file_upload_size_mib).toBe(1024)
  expect((await create(client, 100 * MIB)).status).toBe(201)
  expect((await create(client, 1024 * MIB + 1)).status).toBe(413)
})
