import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../gateway/http/endpoint/endpoint.ts'
import { form } from '../../../gateway/http/endpoint/parameter.ts'
import { rawRoute } from '../../../gateway/http/raw-route.ts'
import { plainFailure, plainText } from '../../../gateway/http/reply/reply.ts'
import { MAX_HEADER_BYTES } from '../../../gateway/http/uwebsockets/uws.ts'
import { exchange, RawConnection } from '../../harness/raw-connection.ts'
import { ME, TestServer } from './test-server.ts'

let done = 0
let finished = 0

const endpoints = [
  endpoint({
    method: 'GET',
    path: '/text',
    access: 'user',
    summary: 'A text',
    params: {},
    response: { text: z.string() },
    handler: async () => ({ text: 'abc' }),
  }),
  endpoint({
    method: 'POST',
    path: '/act',
    access: 'user',
    summary: 'Act',
    params: { content: form(z.string()) },
    handler: async () => {
      done++
    },
  }),
]
let server: TestServer
let head: (line: string, headers?: string) => string
beforeAll(async () => {
  server = await TestServer.start(endpoints, {
    rawRoutes: [
      rawRoute({
        method: 'GET',
        pattern: '/unchanged',
        access: 'unidentified',
        limit: { counts: 'files', work: 'A short text.' },
        renderError: plainFailure,
        handle: () => ({ status: '304 Not Modified', headers: [], body: '' }),
      }),
      rawRoute({
        method: 'GET',
        pattern: '/plain',
        access: 'unidentified',
        limit: { counts: 'files', work: 'A short text.' },
        renderError: plainFailure,
        handle: () => plainText(200, 'abc'),
      }),
    ],
    observers: [() => void finished++],
  })
  const authorization = server.realm.authorization(ME)
  head = (line, headers = '') =>
    `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n${headers}\r\n`
})
afterAll(() => server.stop())

const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'
const BODY = 'content=a'
const CHUNKED = `9\r\n${BODY}\r\n0\r\n\r\n`

describe('a request with an ambiguous body length', () => {
  const unclear: [what: string, headers: string, body: string][] = [
    ['two lengths', 'Content-Length: 9\r\nContent-Length: 12\r\n', BODY],
    ['one length twice', 'Content-Length: 9\r\nContent-Length: 9\r\n', BODY],
    ['an empty length', 'Content-Length: \r\n', ''],
    ['a coding there is not', 'Transfer-Encoding: xchunked\r\n', CHUNKED],
    ['two codings', 'Transfer-Encoding: gzip, chunked\r\n', CHUNKED],
    ['two headers of codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', CHUNKED],
    ['a list of lengths', 'Content-Length: 9, 9\r\n', BODY],
    ['a negative length', 'Content-Length: -9\r\n', BODY],
    ['a length with a sign', 'Content-Length: +9\r\n', BODY],
    ['a length that is not decimal', 'Content-Length: 0x9\r\n', BODY],
    ['a length beyond all numbers', 'Content-Length: 99999999999999999999\r\n', BODY],
    ['a length and a coding', 'Content-Length: 9\r\nTransfer-Encoding: chunked\r\n', CHUNKED],
    ['a coding and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 9\r\n', CHUNKED],
    ['a coding of two lines', 'Transfer-Encoding:\r\n chunked\r\n', CHUNKED],
    ['a space before the colon', 'Transfer-Encoding : chunked\r\n', CHUNKED],
  ]

  test.each(unclear)('is refused, and no later byte is read: %s', async (what, headers, body) => {
    const before = done
    for (const line of ['POST /api/v1/act', 'GET /api/v1/text', 'POST /plain', 'DELETE /api/v1/nothing']) {
      // A GET has no body for any parser then.
      if (what === 'an empty length' && line.startsWith('GET')) continue
      const connection = await RawConnection.open(server.origin)
      connection.write(head(line, FORM + headers) + body)
      expect(await connection.ended()).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/)
      connection.close()
      const another = await RawConnection.open(server.origin)
      another.write(head(line, FORM + headers) + body + head('GET /plain'))
      expect(await another.ended()).not.toContain('200 OK')
      another.close()
    }
    expect(done).toBe(before)
  })

  test('differs from one with a clear length', async () => {
    const before = done
    for (const [headers, body] of [
      ['Content-Length: 9\r\n', BODY],
      ['Transfer-Encoding: chunked\r\n', CHUNKED],
      ['transfer-encoding: Chunked\r\n', '1\r\nc\r\n8\r\nontent=a\r\n0\r\n\r\n'],
    ]) {
      const [response] = await exchange(server.origin, head('POST /api/v1/act', FORM + headers) + body)
      expect(response?.status).toBe(200)
    }
    expect(done).toBe(before + 3)
  })
})

describe('a response without a body', () => {
  test.each(['/api/v1/text', '/plain'])('to a HEAD keeps the connection usable: %s', async (path) => {
    const before = finished
    const connection = await RawConnection.open(server.origin)
    for (let n = 1; n <= 3; n++) {
      connection.received = ''
      connection.write(head(`HEAD ${path}`))
      const [headers] = await connection.responses(1, true)
      connection.received = ''
      connection.write(head(`GET ${path}`))
      const [response] = await connection.responses(1)
      expect(response?.body).toContain('abc')
      expect(headers?.headers.get('content-length')).toBe(String(response?.body.length))
    }
    connection.close()
    // Each of the six responses is complete once.
    await sleep(20)
    expect(finished - before).toBe(6)
  })

  test('to several HEADs is sent to each', async () => {
    const [first, second, third] = await exchange(server.origin, head('HEAD /plain').repeat(3), {
      count: 3,
      isHead: true,
    })
    expect([first, second, third].map((response) => response?.status)).toEqual([200, 200, 200])
  })

  test('has no length when its status has no body', async () => {
    const [unchanged] = await exchange(server.origin, head('GET /unchanged'))
    expect([unchanged?.status, unchanged?.headers.has('content-length')]).toEqual([304, false])
    const [options] = await exchange(server.origin, head('OPTIONS /api/v1/text'))
    expect([options?.status, options?.headers.has('content-length')]).toEqual([204, false])
  })
})

describe('a request that is not HTTP/1.1 is refused at once', () => {
  const version = /^HTTP\/1.1 505 HTTP Version Not Supported\r\n/
  const bad = /^HTTP\/1.1 400 Bad Request\r\n/
  const lines: [what: string, request: string, answer: RegExp][] = [
    ['HTTP/1.0', 'GET /plain HTTP/1.0\r\n\r\n', version],
    ['HTTP/1.0 with Host', 'GET /plain HTTP/1.0\r\nHost: localhost\r\n\r\n', version],
    [
      'HTTP/1.0, to be kept',
      'GET /plain HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n',
      version,
    ],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', version],
    ['TLS', `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\x01'.repeat(300)}`, version],
    ['no host', 'GET /plain HTTP/1.1\r\n\r\n', bad],
    ['two hosts', 'GET /plain HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', bad],
    ['a folded header', 'GET /plain HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n', bad],
    ['a header without colon', 'GET /plain HTTP/1.1\r\nHost: a\r\nabc\r\n\r\n', bad],
    ['NUL in a header', 'GET /plain HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n', bad],
    ['a line that ends with LF in a header', 'GET /plain HTTP/1.1\r\nHost: a\r\nX-A: b\nX-B: c\r\n\r\n', bad],
    ['another form of address', 'GET http://a/plain HTTP/1.1\r\nHost: a\r\n\r\n', version],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', version],
    ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', version],
  ]
  test.each(lines)('%s', async (_what, request, answer) => {
    const connection = await RawConnection.open(server.origin)
    connection.write(request)
    expect(await connection.ended()).toMatch(answer)
    connection.close()
  })

  test('headers that are too large or too many are refused, large ones are not', async () => {
    const status = async (headers: string) =>
      (await exchange(server.origin, `GET /plain HTTP/1.1\r\nHost: a\r\n${headers}\r\n`))[0]?.status
    expect(await status(`X-A: ${'a'.repeat(MAX_HEADER_BYTES - 100)}\r\n`)).toBe(200)
    expect(await status(`X-A: ${'a'.repeat(MAX_HEADER_BYTES)}\r\n`)).toBe(431)
    expect(await status('X-A: b\r\n'.repeat(97))).toBe(200)
    expect(await status('X-A: b\r\n'.repeat(150))).toBe(431)
  })
})
