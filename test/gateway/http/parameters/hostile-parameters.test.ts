import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { unescapePercent } from '../../../../gateway/http/body/percent-encoding.ts'
import { readBodyFields, readUrlEncoded, textLimit } from '../../../../gateway/http/body/text-fields.ts'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { path } from '../../../../gateway/http/endpoint/parameter.ts'
import { DEPTH } from '../../../harness/property.ts'
import { echoEndpoints, params } from '../echo-endpoints.ts'
import { ME, sleep, TestServer } from '../test-server.ts'

const endpoints = [
  ...echoEndpoints,
  endpoint({
    method: 'GET',
    path: '/topics/{topic}',
    access: 'user',
    summary: 'Text in the path',
    params: { topic: path(z.string()) },
    handler: () => {},
  }),
]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start(endpoints)
})
afterAll(() => server.stop())

/** The parameters that `/echo` received, or the message of its error. */
async function echoed(form: Record<string, string> | string): Promise<unknown> {
  const { body } = await server.post('/echo', form)
  return body.result === 'success' ? body.params : body.msg
}

describe('invalid encodings are refused', () => {
  test.each([
    ['text=a+b', { text: 'a b' }],
    ['text=a%2Bb', { text: 'a+b' }],
    ['text=100%', { text: '100%' }],
    ['text=%zz', { text: '%zz' }],
    ['text=a=b', { text: 'a=b' }],
    ['&&text=a&', { text: 'a' }],
    ['text=%00', 'text must not contain null bytes'],
    ['text=%ff', 'Malformed UTF-8 in a parameter'],
    ['text=%ed%a0%80', 'Malformed UTF-8 in a parameter'],
    ['text=%c3', 'Malformed UTF-8 in a parameter'],
    ['%ff=a', 'Malformed UTF-8 in a parameter'],
    ['%00=a', 'A parameter name must not contain null bytes'],
    ['text', 'text cannot be blank'],
  ])('%s', async (form, expected) => {
    const got = await echoed(form)
    if (typeof expected === 'string') expect(got).toBe(expected)
    else expect(got).toMatchObject(expected)
  })

  test('bytes that are not UTF-8', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = Buffer.from([0x74, 0x65, 0x78, 0x74, 0x3d, 0xff])
    expect((await server.call('POST', '/echo', { body, headers })).body.msg).toBe(
      'Malformed UTF-8 in a parameter',
    )
    expect((await server.call('GET', '/echo?text=%ff')).status).toBe(400)
    expect((await server.call('GET', '/topics/%ff')).body.msg).toBe('Malformed UTF-8 in a parameter')
  })

  test('multipart body without its boundary', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const { status, body } = await server.call('POST', '/echo', { body: 'nonsense', headers })
    expect({ status, msg: body.msg }).toEqual({ status: 400, msg: 'Malformed multipart body' })
  })

  test('too many fields', async () => {
    const names = Array.from({ length: 1001 }, (_, i) => `p${i}=`)
    expect(await echoed(names.join('&'))).toBe('Too many parameters')
  })

  test.each(['text=a&', '&', 'x'])('%s 1,001 times', async (field) => {
    const form = field === 'x' ? Array(1001).fill('x').join('&') : field.repeat(1001)
    expect(await echoed(form)).toBe('Too many parameters')
  })

  test('too many parts', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary="x"' }
    const part = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\na\r\n'
    const { status, body } = await server.call('POST', '/echo', {
      body: `${part.repeat(1001)}--x--`,
      headers,
    })
    expect([status, body.msg]).toEqual([400, 'Too many parameters'])
  })
})

describe('a field costs no more than its parameter can hold', () => {
  const limits = new Map([['text', textLimit(10)]])
  const multipart = (name: string, value: string | Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n--x--\r\n'),
    ])
  const readMultipart = (name: string, value: string | Buffer) =>
    readBodyFields(multipart(name, value), 'multipart/form-data; boundary=x', limits)

  test('the longest value in every encoding is read', () => {
    for (const value of ['x'.repeat(10), '漢'.repeat(10), '😀'.repeat(5)]) {
      const escaped = [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      expect(readUrlEncoded(`text=${escaped}`, limits).get('text')).toBe(value)
      expect(readUrlEncoded(`text=${value}`, limits).get('text')).toBe(value)
      expect(readMultipart('text', value).get('text')).toBe(value)
    }
  })

  test('a longer one is refused before it is decoded', () => {
    const tooLong = 'text is too long (limit: 10 characters)'
    // Decoded, these bytes would be refused as no UTF-8.
    expect(() => readUrlEncoded(`text=${'%ff'.repeat(31)}`, limits)).toThrow(tooLong)
    expect(() => readMultipart('text', Buffer.alloc(31, 0xff))).toThrow(tooLong)
  })

  test('an unknown one is not decoded', () => {
    expect(readUrlEncoded('other=%ff&text=a', limits)).toEqual(
      new Map([
        ['other', ''],
        ['text', 'a'],
      ]),
    )
    expect(readMultipart('other', Buffer.alloc(100, 0xff))).toEqual(new Map([['other', '']]))
  })

  test('escapes are decoded as decodeURIComponent does, however long the text is', () => {
    const piece = fc.constantFrom(
      '%',
      '%4',
      '%41',
      '%zz',
      '%C3%A9',
      '%c3',
      '%F0%9F%98%80',
      'é',
      '😀',
      'a',
      '+',
    )
    const expected = (text: string): string | undefined => {
      try {
        return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '%25'))
      } catch {
        return undefined
      }
    }
    const actual = (text: string): string | undefined => {
      try {
        return unescapePercent(text)
      } catch {
        return undefined
      }
    }
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom(0, 5000), (pieces, before) => {
        const text = 'a'.repeat(before) + pieces.join('')
        expect(actual(text)).toBe(expected(text))
      }),
    )
  })
})

describe('any bytes get success or 400', { timeout: 600_000 }, () => {
  const names = Object.keys(params)
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.string())
  const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array))

  const ok = async (body: RequestInit['body'], type: string) => {
    const { status } = await server.call('POST', '/echo', { body, headers: { 'content-type': type } })
    expect([200, 400]).toContain(status)
  }

  test('urlencoded values', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), text, (name, value) =>
        ok(new URLSearchParams({ [name]: value }).toString(), 'application/x-www-form-urlencoded'),
      ),
      { numRuns: 300 * DEPTH },
    ))

  test('raw bytes in a urlencoded body', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), bytes, (name, value) =>
        ok(Buffer.concat([Buffer.from(`${name}=`), value]), 'application/x-www-form-urlencoded'),
      ),
      { numRuns: 300 * DEPTH },
    ))

  test('raw bytes in and as a multipart body', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), bytes, fc.boolean(), async (name, value, whole) => {
        const head = Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`)
        const body = whole ? value : Buffer.concat([head, value, Buffer.from('\r\n--x--\r\n')])
        await ok(body, 'multipart/form-data; boundary=x')
      }),
      { numRuns: 300 * DEPTH },
    ))

  test('raw bytes in the query string', () =>
    fc.assert(
      fc.asyncProperty(bytes, async (value) => {
        // Characters that end a request line cannot be part of a query string.
        const part = Buffer.from(value.filter((byte) => byte > 0x20 && byte !== 0x23 && byte !== 0x7f))
        const head = `Host: 127.0.0.1\r\nAuthorization: ${server.realm.authorization(ME)}\r\n\r\n`
        const line = Buffer.concat([Buffer.from('GET /api/v1/echo?ids='), part, Buffer.from(' HTTP/1.1\r\n')])
        const connection = await server.send(Buffer.concat([line, Buffer.from(head)]))
        const answer = await connection.until('}')
        connection.socket.destroy()
        expect(answer).toMatch(/^HTTP\/1.1 (200|400) /)
      }),
      { numRuns: 150 * DEPTH },
    ))
})

test('nothing was logged as an error', async () => {
  await sleep(10)
  expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
