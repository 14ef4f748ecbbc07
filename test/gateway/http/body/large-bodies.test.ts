import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { form, query } from '../../../../gateway/http/endpoint/parameter.ts'
import type { Exchange } from '../../../../gateway/http/exchange/exchange.ts'
import { JsonText, joinedJson } from '../../../../gateway/http/reply/json-text.ts'
import { SharedText } from '../../../../gateway/http/reply/shared-text.ts'
import { ME, sleep, TestServer } from '../test-server.ts'

const MiB = 1024 * 1024
const big = JSON.stringify({ text: 'x'.repeat(20 * MiB) })
/** More than a socket takes at once, in long and short pieces. */
const chapters = ['a', 'bé', 'c'].map((letter) => new SharedText(JSON.stringify(letter.repeat(7 * MiB))))
let handled = 0

const endpoints = [
  endpoint({
    method: 'GET',
    path: '/text',
    access: 'user',
    summary: 'A text of some length',
    params: { length: query(z.int().default(3)) },
    response: { text: z.string() },
    handler: async (call) => ({ text: 'é'.repeat(call.params.length) }),
  }),
  endpoint({
    method: 'GET',
    path: '/big',
    access: 'user',
    summary: 'Big',
    response: { text: z.string() },
    handler: () => new JsonText([big]),
  }),
  endpoint({
    method: 'GET',
    path: '/book',
    access: 'user',
    summary: 'A text whose parts are shared',
    response: { title: z.string(), chapters: z.array(z.string()), end: z.string() },
    handler: () =>
      joinedJson({
        title: 'é',
        chapters: new JsonText([
          '[',
          ...chapters.flatMap((text, n) => (n === 0 ? [text] : [',', text])),
          ']',
        ]),
        end: '.',
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/messages',
    access: 'user',
    summary: 'Send',
    params: { content: form(z.string()) },
    response: { length: z.int() },
    handler: async (call) => {
      handled++
      return { length: call.params.content.length }
    },
  }),
]

const finished: Exchange[] = []
let server: TestServer
beforeAll(async () => {
  server = await TestServer.start(endpoints, { observers: [(exchange) => void finished.push(exchange)] })
})
afterAll(() => server.stop())

const head = (line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${server.realm.authorization(ME)}\r\n${more}\r\n`

describe('bodies', () => {
  const content = (length: number) => `content=${'x'.repeat(length - 8)}`

  test('are accepted up to the limit', async () => {
    expect((await server.post('/messages', content(1_000_000))).body.length).toBe(999_992)
    const { status, body } = await server.post('/messages', content(1_000_001))
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  test('are refused above the limit without a declared length', async () => {
    const before = process.memoryUsage().arrayBuffers
    const connection = await server.send(head('POST /api/v1/messages', 'Transfer-Encoding: chunked\r\n'))
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
    for (let i = 0; i < 100 && !connection.socket.closed; i++) {
      connection.socket.write(chunk)
      await sleep(1)
    }
    expect(await connection.ended()).toContain('413 Payload Too Large')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * MiB)
  })

  test('are accepted in pieces', async () => {
    const type = 'Content-Type: application/x-www-form-urlencoded\r\n'
    const connection = await server.send(head('POST /api/v1/messages', `${type}Content-Length: 14\r\n`))
    for (const piece of ['cont', 'ent=%', 'C3%A', '9']) {
      await sleep(5)
      connection.socket.write(piece)
    }
    await sleep(20)
    connection.socket.end()
    expect(await connection.ended()).toContain('"length":1')
  })

  test('of clients that disconnect leave nothing behind', async () => {
    const before = handled
    const connection = await server.send(head('POST /api/v1/messages', 'Content-Length: 1000\r\n'))
    connection.socket.write('content=abc')
    await sleep(20)
    connection.socket.destroy()
    await sleep(30)
    expect(handled).toBe(before)
    expect(finished.at(-1)).toMatchObject({ route: '/api/v1/messages', status: 499 })
  })
})

describe('large responses', () => {
  test('arrive whole', async () => {
    const { headers, text } = await server.call('GET', '/big', { headers: { 'accept-encoding': 'identity' } })
    expect(headers.get('content-length')).toBe(String(text.length))
    expect(text.length).toBeGreaterThan(20 * MiB)
  })

  test('wait for a slow reader without a copy', async () => {
    const connection = await server.send(head('GET /api/v1/big'))
    connection.socket.pause()
    await sleep(50)
    const before = process.memoryUsage().arrayBuffers
    const more = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const other = await server.send(head('GET /api/v1/big'))
        other.socket.pause()
        return other
      }),
    )
    await sleep(100)
    // One buffer of the body for each response, and no other memory.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3.5 * 20 * MiB)
    let received = 0
    connection.socket.removeAllListeners('data')
    connection.socket.on('data', (chunk) => {
      received += chunk.length
    })
    connection.socket.resume()
    while (received < 20 * MiB) await sleep(5)
    for (const { socket } of more) socket.destroy()
    connection.socket.destroy()
    await sleep(30)
    expect(finished.slice(-3).map(({ status }) => status)).toEqual([499, 499, 499])
  })

  test('with shared parts arrive whole, also at a slow reader, and none of the parts is copied', async () => {
    const before = process.memoryUsage().arrayBuffers
    const slow = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const connection = await server.send(head('GET /api/v1/book'))
        connection.socket.pause()
        return connection
      }),
    )
    await sleep(100)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(7 * MiB)
    const { body } = await server.call('GET', '/book')
    expect(body.title + body.end).toBe('é.')
    expect(body.chapters.map((text: string) => [text.length, text.at(-1)])).toEqual([
      [7 * MiB, 'a'],
      [14 * MiB, 'é'],
      [7 * MiB, 'c'],
    ])
    for (const { socket } of slow) {
      let received = 0
      socket.removeAllListeners('data')
      socket.on('data', (chunk) => {
        received += chunk.length
      })
      socket.resume()
      while (received < 35 * MiB) await sleep(5) // the second chapter has two bytes for each é
      socket.destroy()
    }
  })

  test('are gzipped for clients that accept it', async () => {
    const connection = await server.send(
      head('GET /api/v1/text?length=5000', 'Accept-Encoding: br, gzip;q=0.5\r\n'),
    )
    let received = Buffer.alloc(0)
    connection.socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
    })
    const length = () => Number(/Content-Length: (\d+)/.exec(split(received)[0])?.[1] ?? Number.NaN)
    while (!(split(received)[1].length >= length())) await sleep(5)
    connection.socket.destroy()
    const [headers, body] = split(received)
    expect(headers).toContain('Content-Encoding: gzip')
    expect(body.length).toBe(length())
    expect(JSON.parse(gunzipSync(body).toString()).text).toBe('é'.repeat(5000))
  })

  test.each(['', 'br', 'gzip;q=0', 'xgzip'])('are not gzipped for Accept-Encoding %j', async (accepted) => {
    const line = accepted === '' ? '' : `Accept-Encoding: ${accepted}\r\n`
    const connection = await server.send(head('GET /api/v1/text?length=5000', line))
    expect(await connection.until('}')).not.toContain('Content-Encoding')
    connection.socket.destroy()
  })
})

function split(response: Buffer): [string, Buffer] {
  const end = response.indexOf('\r\n\r\n')
  return [response.subarray(0, end).toString(), response.subarray(end + 4)]
}
