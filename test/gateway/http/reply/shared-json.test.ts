import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { JsonText, sharedJson } from '../../../../gateway/http/reply/json-text.ts'
import { SharedText } from '../../../../gateway/http/reply/shared-text.ts'
import { TestServer } from '../test-server.ts'

const words = Array.from({ length: 5_000 }, (_, n) => `word ${n} é`)
let shared: JsonText
let server: TestServer

beforeAll(async () => {
  shared = sharedJson(new JsonText([JSON.stringify({ words })]))
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
  const [, members] = shared.pieces
  if (!(members instanceof SharedText)) throw new Error('the members are not shared')
  const { bytes } = members
  const deflated = members.deflated()
  const encodings = ['identity', 'gzip', 'identity', 'gzip']
  const answers = await Promise.all(encodings.map((encoding) => get('/words', encoding)))
  expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', null, 'gzip'])
  for (const answer of answers) expect(answer.body).toEqual(expected)
  expect(members.bytes).toBe(bytes)
  expect(members.deflated()).toBe(deflated)
})

test('a response with individual fields shares the others', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const { body } = await get('/words?colour=blue', encoding)
    expect(body).toEqual({ result: 'success', msg: '', ignored_parameters_unsupported: ['colour'], words })
  }
  expect((await get('/words', 'gzip')).body).not.toHaveProperty('ignored_parameters_unsupported')
})
