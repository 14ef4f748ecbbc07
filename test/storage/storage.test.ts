import { randomBytes } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../config/environment.ts'
import { newStorageKey } from '../../core/content/uploads/file-name.ts'
import { openStorage } from '../../storage/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { s3Missing, startS3, type TestS3 } from '../harness/s3.ts'

let folder: string
let s3: TestS3 | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-storage-'))
  if (!s3Missing) s3 = await startS3()
})
afterAll(async () => {
  await s3?.stop()
  await rm(folder, { recursive: true, force: true })
})

const places = {
  folder: async () => [await openStorage(loadConfig({ DATA_DIR: folder })), join(folder, 'uploads')] as const,
  S3: async () => [await openStorage(loadConfig(s3!.settings)), s3!.folder] as const,
}

/** A stream of these pieces that then fails with `error`. */
async function* pieces(bytes: Buffer, size: number, error?: Error) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  if (error) throw error
}

async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe.each(['folder', 'S3'] as const)('a storage in %s', (place) => {
  let storage: Storage
  let where: string
  const it = test.skipIf(place === 'S3' && s3Missing !== undefined)
  beforeAll(async () => {
    if (place === 'folder' || s3 !== undefined) [storage, where] = await places[place]()
  })
  const put = (bytes: Buffer, size = 100_000) => {
    const key = newStorageKey()
    return storage.put(key, Readable.from(pieces(bytes, size))).then((stored) => ({ key, stored }))
  }
  const read = async (key: string, start: number, end: number) =>
    (await buffer(await storage.get(key, { start, end }))).toString()

  it.each([0, 1, 1000, 12_000_000])('stores %d bytes unchanged', async (length) => {
    const bytes = randomBytes(length)
    const { key, stored } = await put(bytes)
    expect(stored).toBe(length)
    expect(await storage.stat(key)).toEqual({ size: length })
    expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true)
  })

  it('stores the same key twice at once without mixing the bytes', async () => {
    const key = newStorageKey()
    const bytes = randomBytes(3_000_000)
    const putAgain = () => storage.put(key, Readable.from(pieces(bytes, 50_000)))
    expect(await Promise.all([putAgain(), putAgain(), putAgain()])).toEqual(Array(3).fill(bytes.length))
    expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true)
  })

  test.skipIf(place === 'S3')('deletes what a process that died has left of a file', async () => {
    const [key, other] = [newStorageKey(), newStorageKey()]
    const left = (name: string) => join(where, 'incoming', name)
    await Promise.all([writeFile(left(`${key}.1`), 'x'), writeFile(left(`${other}.1`), 'x')])
    await storage.delete([key])
    expect(await readdir(join(where, 'incoming'))).toEqual([`${other}.1`])
    await storage.delete([other])
  })

  test.skipIf(place === 'S3')('makes files unreadable for other users of the machine', async () => {
    await put(Buffer.from('secret'))
    await storage.resumable.store.create(
      new Upload({ id: newStorageKey(), size: 3, offset: 0, metadata: {} }),
    )
    const entries = await readdir(where, { recursive: true, withFileTypes: true })
    const modes = async (isWanted: (entry: Dirent) => boolean) => {
      const paths = entries.filter(isWanted).map((entry) => join(entry.parentPath, entry.name))
      return new Set(
        await Promise.all(paths.map(async (path) => ((await stat(path)).mode & 0o777).toString(8))),
      )
    }
    expect(await modes((entry) => entry.isFile())).toEqual(new Set(['600']))
    expect(await modes((entry) => entry.isDirectory())).toEqual(new Set(['700']))
    expect(((await stat(where)).mode & 0o777).toString(8)).toBe('700')
  })

  it('returns a range', async () => {
    const { key } = await put(Buffer.from('0123456789'))
    expect(await read(key, 0, 0)).toBe('0')
    expect(await read(key, 3, 5)).toBe('345')
    expect(await read(key, 9, 9)).toBe('9')
  })

  it('deletes files, also missing ones', async () => {
    const { key } = await put(Buffer.from('x'))
    await storage.delete([key, newStorageKey()])
    expect(await storage.stat(key)).toBeUndefined()
    await expect(storage.get(key)).rejects.toMatchObject({ failure: 'missing' })
    await storage.delete([key])
  })

  it.each([10, 12_000_000])('keeps nothing of a stream that fails after %d bytes', async (length) => {
    const key = newStorageKey()
    const before = await filesIn(where)
    const broken = Readable.from(pieces(randomBytes(length), 100_000, new Error('cut')))
    await expect(storage.put(key, broken)).rejects.toThrow('cut')
    expect(await storage.stat(key)).toBeUndefined()
    expect(await filesIn(where)).toEqual(before)
  })

  it('has no partial file while it writes', async () => {
    const key = newStorageKey()
    const bytes = randomBytes(11_000_000)
    async function* slowly() {
      for await (const piece of pieces(bytes, 1_000_000)) {
        expect(await storage.stat(key)).toBeUndefined()
        yield piece
      }
    }
    await storage.put(key, Readable.from(slowly()))
    expect(await storage.stat(key)).toEqual({ size: bytes.length })
  })
})

test('a folder never uses paths outside itself', async () => {
  const [storage] = await places.folder()
  for (const key of ['../../etc/passwd', '..', 'a/b/c/d', '', 'ABCDEF', 'abcd\0']) {
    await expect(storage.put(key, Readable.from(['x']))).rejects.toThrow()
    await expect(storage.get(key)).rejects.toThrow()
  }
})

test.skipIf(s3Missing !== undefined)('S3 gives clients URLs of its own, when allowed', async () => {
  const storage = await openStorage(loadConfig({ ...s3!.settings, S3_SEND_CLIENTS: 'true' }))
  const key = newStorageKey()
  await storage.put(key, Readable.from([Buffer.from('signed')]))
  const as = { contentType: 'text/plain; charset=utf-8', contentDisposition: 'attachment; filename="a.txt"' }
  const answer = await fetch(await storage.presign!(key, 60, as))
  expect(answer.headers.get('content-disposition')).toBe(as.contentDisposition)
  expect(await answer.text()).toBe('signed')
  expect((await places.S3())[0].presign).toBeUndefined()
})

describe('an S3 server that fails', () => {
  let server: Server
  let storage: Storage
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume()
      response.writeHead(500).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const account = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
    storage = await openStorage(
      loadConfig({ S3_ENDPOINT: endpoint, S3_BUCKET: 'uploads', S3_FORCE_PATH_STYLE: 'true', ...account }),
    )
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test('makes every operation unavailable', async () => {
    const key = newStorageKey()
    const unavailable = { failure: 'unavailable' }
    await expect(storage.put(key, Readable.from([Buffer.from('x')]))).rejects.toMatchObject(unavailable)
    await expect(storage.get(key)).rejects.toMatchObject(unavailable)
    await expect(storage.stat(key)).rejects.toMatchObject(unavailable)
    await expect(storage.delete([key])).rejects.toMatchObject(unavailable)
    await expect(storage.resumable.store.getUpload(key)).rejects.toMatchObject(unavailable)
    await expect(storage.resumable.store.write(Readable.from([]), key, 0)).rejects.toMatchObject(unavailable)
  })
})
