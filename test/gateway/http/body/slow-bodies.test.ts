import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  MAX_SLOW_BODIES,
  MAX_SLOW_BODIES_OF_NETWORK,
  SlowBodies,
} from '../../../../gateway/http/body/slow-bodies.ts'
import { RawConnection } from '../../../harness/raw-connection.ts'
import { createUpload, offsetOf } from '../../../harness/tus.ts'
import { as, setUpStage, url } from '../../routes/stage.ts'

setUpStage()

const KiB = 1024
/** Longer than the time, about ten seconds, after which uWebSockets.js ends a body slower than 16 KiB/s. */
const SECONDS = 16

/** Begins a request; the caller sends the body. */
async function begin(line: string, headers: string, length: number): Promise<RawConnection> {
  const connection = await RawConnection.open(url)
  const { authorization } = as('hamlet').headers
  connection.write(
    `${line} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: ${authorization}\r\n${headers}Content-Length: ${length}\r\n\r\n`,
  )
  return connection
}

/** Sends `body` at one KiB a second. */
async function trickle(connection: RawConnection, body: string): Promise<void> {
  for (let at = 0; at < body.length && !connection.isOver; at += KiB / 2) {
    connection.write(body.slice(at, at + KiB / 2))
    await sleep(500)
  }
}

const boundary = 'x-boundary'
const multipart = `Content-Type: multipart/form-data; boundary=${boundary}\r\n`
const urlEncoded = 'Content-Type: application/x-www-form-urlencoded\r\n'
const tusHeaders =
  'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n'
const text = 'slow bytes\n'.repeat((SECONDS * KiB) / 11)

describe('a body that arrives at one KiB a second', () => {
  test.concurrent('can be a file of a form', async () => {
    const part = `Content-Disposition: form-data; name="file"; filename="slow.txt"\r\nContent-Type: text/plain\r\n\r\n`
    const body = `--${boundary}\r\n${part}${text}\r\n--${boundary}--\r\n`
    const connection = await begin('POST /api/v1/user_uploads', multipart, body.length)
    await trickle(connection, body)
    const [response] = await connection.responses(1)
    expect([response?.status, response?.body]).toEqual([200, expect.stringContaining('slow.txt')])
    const kept = await fetch(url + JSON.parse(response!.body).url, { headers: as('hamlet').headers })
    expect(await kept.text()).toBe(text)
    connection.close()
  }, 600_000)

  test.concurrent('can be a form without a file', async () => {
    const body = `content=${text.replaceAll(/[ \n]/g, '+').slice(0, 9_000)}&more=${'x'.repeat(SECONDS * KiB - 9_000)}`
    const connection = await begin('POST /api/v1/messages/render', urlEncoded, body.length)
    await trickle(connection, body)
    const [response] = await connection.responses(1)
    expect([response?.status, response?.body]).toEqual([200, expect.stringContaining('slow bytes')])
    connection.close()
  }, 600_000)

  test.concurrent('can be a piece of a resumable upload', async () => {
    const path = await createUpload(as('hamlet'), text.length)
    const connection = await begin(`PATCH ${path}`, tusHeaders, text.length)
    await trickle(connection, text)
    const [response] = await connection.responses(1)
    expect(response?.status).toBe(200)
    connection.close()
  }, 600_000)

  test.concurrent('is cut off when it stops or almost stops', async () => {
    const path = await createUpload(as('hamlet'), 100 * KiB)
    const silent = await begin(`PATCH ${path}`, tusHeaders, 100 * KiB)
    await trickle(silent, 'x'.repeat(5 * KiB))
    const almost = await begin('POST /api/v1/messages/render', urlEncoded, 10 * KiB)
    almost.write('content=')
    const drops = setInterval(() => almost.write('x'), 500)
    expect(await silent.ended()).toBe('')
    expect(await almost.ended()).toBe('')
    clearInterval(drops)
    // The received bytes are kept.
    expect(await offsetOf(as('hamlet'), path)).toBe(5 * KiB)
  }, 600_000)
})

describe('slow bodies', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)

  test('get more time for each KiB that arrives, and only for whole KiB', () => {
    const renew = vi.fn()
    const progress = new SlowBodies().begin(renew, () => '192.0.2.1')
    pass(5_000)
    progress.note(1000)
    expect(renew).not.toHaveBeenCalled()
    progress.note(24)
    expect(renew).toHaveBeenCalledTimes(1)
    progress.note(1024)
    expect(renew).toHaveBeenCalledTimes(1)
    pass(2_000)
    progress.note(1)
    expect(renew).toHaveBeenCalledTimes(2)
    progress.end()
    pass(5_000)
    progress.note(1024)
    expect(renew).toHaveBeenCalledTimes(2)
  })

  test('do not count when they become fast', () => {
    const bodies = new SlowBodies()
    const renew = vi.fn()
    const progress = bodies.begin(renew, () => '192.0.2.1')
    for (let n = 0; n < 10; n++) {
      pass(2_000)
      progress.note(1024 * KiB)
    }
    expect([bodies.count, renew.mock.calls.length]).toEqual([0, 0])
  })

  test('are limited in number, in total and for each network', () => {
    const bodies = new SlowBodies()
    const slow = (address: string) => {
      const renew = vi.fn()
      const progress = bodies.begin(renew, () => address)
      pass(2_000)
      progress.note(1024)
      return { progress, isSlow: renew.mock.calls.length === 1 }
    }
    const ofOne = Array.from({ length: MAX_SLOW_BODIES_OF_NETWORK }, (_, n) =>
      slow(`2001:db8:0:1::${n.toString(16)}`),
    )
    expect(ofOne.every(({ isSlow }) => isSlow)).toBe(true)
    expect(slow('2001:db8:0:1::ffff').isSlow).toBe(false)
    const others = Array.from({ length: MAX_SLOW_BODIES }, (_, n) => slow(`10.0.${n >> 8}.${n & 255}`))
    expect(bodies.count).toBe(MAX_SLOW_BODIES)
    expect(others.filter(({ isSlow }) => isSlow)).toHaveLength(MAX_SLOW_BODIES - MAX_SLOW_BODIES_OF_NETWORK)
    for (const { progress } of [...ofOne, ...others]) {
      progress.end()
      progress.end()
    }
    expect(bodies.count).toBe(0)
    expect(slow('2001:db8:0:1::1').isSlow).toBe(true)
  })
})
