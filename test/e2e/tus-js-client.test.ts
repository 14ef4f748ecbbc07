import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import * as tus from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../harness/client.ts'
import { spawnGatewayOnSlowDisk } from '../harness/spawn-gateway.ts'
import { createUpload, offsetOf } from '../harness/tus.ts'
import { fetchFile } from '../harness/upload.ts'
import { World } from '../harness/world.ts'

let world: World
let url: string
beforeAll(async () => {
  world = await World.create({ MAX_FILE_UPLOAD_SIZE_MIB: '1024' })
  url = (await world.gateway()).url
})
afterAll(() => world.close())

const MIB = 1024 * 1024
/** Size of the upload to the slow disk; 1024 checks the whole promise. */
const SLOW_MIB = Number(process.env.LOQUAT_UPLOAD_MIB ?? 192)

interface Sent {
  readonly answer: { url: string; filename: string }
  readonly upload: tus.Upload
}

/** Uploads as the web and mobile clients do; resolves to the last response. */
function send(
  client: Client,
  bytes: Buffer | Readable,
  more: Partial<tus.UploadOptions> = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const upload = new tus.Upload(bytes as Buffer, {
      endpoint: `${client.url}/api/v1/tus/`,
      headers: { Authorization: client.headers.authorization! },
      metadata: { filename: 'film.mp4', filetype: 'video/mp4' },
      retryDelays: [0, 100, 500, 2000, 5000],
      onError: reject,
      onSuccess: ({ lastResponse }) => resolve({ answer: JSON.parse(lastResponse.getBody()), upload }),
      ...more,
    })
    upload.start()
  })
}

describe('tus-js-client', () => {
  test('uploads a file in one piece and gets its URL', async () => {
    const bytes = randomBytes(3_000_000)
    const client = world.client(url, 'hamlet')
    const { answer } = await send(client, bytes)
    expect(answer.filename).toBe('film.mp4')
    const file = await fetchFile(client, answer.url)
    expect(file.headers.get('content-type')).toBe('video/mp4')
    expect(file.bytes.equals(bytes)).toBe(true)
  })

  test('uploads in pieces, the first in the creation request', async () => {
    const bytes = randomBytes(3_000_000)
    const client = world.client(url, 'hamlet')
    const { answer } = await send(client, bytes, { chunkSize: 700_001, uploadDataDuringCreation: true })
    expect((await fetchFile(client, answer.url)).bytes.equals(bytes)).toBe(true)
  })

  test('resumes at another gateway', async () => {
    const bytes = randomBytes(9_000_000)
    const client = world.client(url, 'hamlet')
    const other = world.client((await world.gateway()).url, 'hamlet')
    const path = await new Promise<string>((resolve, reject) => {
      const upload = new tus.Upload(bytes, {
        endpoint: `${client.url}/api/v1/tus/`,
        headers: { Authorization: client.headers.authorization! },
        chunkSize: 1_000_000,
        onError: reject,
        onChunkComplete: (_size, accepted) => {
          if (accepted < 4_000_000) return
          void upload.abort().then(() => resolve(new URL(upload.url!).pathname))
        },
      })
      upload.start()
    })
    const { answer } = await send(other, bytes, { uploadUrl: other.url + path })
    expect((await fetchFile(client, answer.url)).bytes.equals(bytes)).toBe(true)
  })
})

test(
  'a file that arrives faster than the disk writes does not fill the memory',
  async () => {
    const size = SLOW_MIB * MIB
    // At most 256 KiB a write: about 30 MiB a second.
    const slow = await spawnGatewayOnSlowDisk(world, 6)
    const client = world.client(slow.url, 'hamlet')
    // The first upload loads code into memory, which this test does not count.
    await send(client, randomBytes(8 * MIB))
    const resident = async () => {
      const status = await readFile(`/proc/${slow.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
    }
    const before = await resident()
    let peak = before
    const watch = setInterval(async () => {
      peak = Math.max(peak, await resident())
    }, 50)
    const piece = randomBytes(MIB)
    const source = Readable.from(
      (function* () {
        for (let n = 0; n < size / MIB; n++) yield piece
      })(),
    )
    await send(client, source, { uploadSize: size, chunkSize: size })
    clearInterval(watch)
    if (SLOW_MIB >= 1024) console.info(`${SLOW_MIB} MiB: grew by ${Math.round(peak - before)} MiB`)
    expect(peak - before).toBeLessThan(64)
  },
  60_000 + SLOW_MIB * 200,
)

test('an upload whose client stops sending is closed, and keeps the received bytes', async () => {
  const client = world.client(url, 'hamlet')
  const path = await createUpload(client, 1_000_000)
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.write(
    `PATCH ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${client.headers.authorization}\r\n` +
      'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n' +
      `Content-Length: 1000000\r\n\r\n${'x'.repeat(1000)}`,
  )
  await closed
  expect(await offsetOf(client, path)).toBe(1000)
}, 600_000)
