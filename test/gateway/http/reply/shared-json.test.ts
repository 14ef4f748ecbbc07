import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { type SharedJson, sharedJson } from '../../../../gateway/http/reply/raw-json.ts'
import { TestServer } from '../test-server.ts'

const words = Array.from({ length: 5_000 }, (_, n) => `word ${n} é`)
let shared: SharedJson
let server: TestServer

beforeAll(async () => {
  shared = sharedJson(JSON.stringify({ words }))
  server = await TestServer.start([
    endpoint({
      method: 'GET',
      path: '/words',
      access: 'user',
      summary: 'The same words for everyone',
      response: { words: z.array(z.string()) },
      handler: () => shared,
    }),
  ])
})
afterAll(() => server.stop())

const get = (path: string, encoding: string) =>
  server.call('GET', path, { headers: { 'accept-encoding': encoding } })

test('a shared response is the same for everyone, and is encoded and compressed once', async () => {
  const expected = { result: 'success', msg: '', words }
  expect((await get('/words', 'identity')).body).toEqual(expected)
  const { body } = shared
  const zipped = await get('/words', 'gzip')
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(zipped.body).toEqual(expected)
  const { gzipped } = shared
  expect(JSON.parse(gunzipSync((await gzipped)!).toString())).toEqual(expected)
  const answers = await Promise.all(['identity', 'gzip', 'gzip'].map((encoding) => get('/words', encoding)))
  for (const answer of answers) expect(answer.body).toEqual(expected)
  expect(shared.body).toBe(body)
  expect(shared.gzipped).toBe(gzipped)
})

test('a response with individual fields is not shared', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const { body } = await get('/words?colour=blue', encoding)
    expect(body).toEqual({ result: 'success', msg: '', ignored_parameters_unsupported: ['colour'], words })
  }
  expect((await get('/words', 'gzip')).body).not.toHaveProperty('ignored_parameters_unsupported')
})
