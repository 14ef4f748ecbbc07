import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../../gateway/http/endpoint/endpoint.ts'
import { LaterAnswer } from '../../../../gateway/http/endpoint/later-answer.ts'
import { query, text } from '../../../../gateway/http/endpoint/parameter.ts'
import { JsonText } from '../../../../gateway/http/reply/json-text.ts'
import { SharedText } from '../../../../gateway/http/reply/shared-text.ts'
import { ME, TestServer } from '../test-server.ts'

type Result = { word: string }

let server: TestServer
let waiting: LaterAnswer<Result>[]
const begun: LaterAnswer<JsonText>[] = []
let gone: number
const beginnings = [
  new SharedText('"word":"é","name":'),
  new SharedText(`"word":"${'long '.repeat(2_000)}","name":`),
]
const answerWith = (beginning: SharedText, name: string) =>
  new JsonText(['{', beginning, `${JSON.stringify(name)}}`])

beforeAll(async () => {
  waiting = []
  gone = 0
  const fields = { access: 'user', response: { word: z.string() } } as const
  server = await TestServer.start([
    endpoint({
      ...fields,
      method: 'GET',
      path: '/now',
      summary: 'Answers before the handler returns',
      handler: () => {
        const later = new LaterAnswer<Result>()
        later.answer({ word: 'now' })
        return later
      },
    }),
    endpoint({
      ...fields,
      method: 'GET',
      path: '/later',
      summary: 'Answers when it is told to',
      handler: async (call) => {
        const later = new LaterAnswer<Result>()
        call.onAbort(() => void gone++)
        waiting.push(later)
        return later
      },
    }),
    endpoint({
      ...fields,
      method: 'GET',
      path: '/begun-later',
      summary: 'Answers with a shared beginning, when it is told to',
      response: { word: z.string(), name: z.string() },
      handler: () => {
        const later = new LaterAnswer<JsonText>()
        begun.push(later)
        return later
      },
    }),
    endpoint({
      ...fields,
      method: 'GET',
      path: '/begun',
      summary: 'Answers with a shared beginning',
      params: { name: query(text(), { description: 'A name.', example: 'Ann' }) },
      response: { word: z.string(), name: z.string() },
      handler: ({ params: { name } }) => answerWith(beginnings[name.startsWith('long') ? 1 : 0]!, name),
    }),
  ])
})
afterAll(() => server.stop())

const next = async () => {
  await expect.poll(() => waiting.length).toBe(1)
  return waiting.pop()!
}

test('an answer that is there at once is sent, with the envelope', async () => {
  const { body } = await server.call('GET', '/now?colour=blue')
  expect(body).toEqual({
    ...{ result: 'success', msg: '', word: 'now' },
    ignored_parameters_unsupported: ['colour'],
  })
})

test('an answer that comes later is sent then', async () => {
  const answer = server.call('GET', '/later')
  const later = await next()
  later.answer({ word: 'later' })
  expect((await answer).body).toEqual({ result: 'success', msg: '', word: 'later' })
})

test('a later answer that differs from the declaration is an internal error, as any other', async () => {
  const answer = server.call('GET', '/later')
  const later = await next()
  later.answer({ word: 7 } as unknown as Result)
  const { status, body } = await answer
  expect([status, body.result]).toEqual([500, 'error'])
})

test('a client that leaves is reported, and an answer that comes after it does nothing', async () => {
  const leaving = new AbortController()
  const answer = fetch(`${server.origin}/api/v1/later`, {
    headers: { authorization: server.realm.authorization(ME) },
    signal: leaving.signal,
  }).catch(() => 'left')
  const later = await next()
  leaving.abort()
  expect(await answer).toBe('left')
  await expect.poll(() => gone).toBe(1)
  later.answer({ word: 'too late' })
  expect((await server.call('GET', '/now')).status).toBe(200)
})

test.each(['identity', 'gzip'])(
  'responses that share a beginning each have their own end, by %s',
  async (encoding) => {
    for (const name of ['Ann', '"B"', 'long', 'long and other']) {
      const { body, headers } = await server.call('GET', `/begun?name=${encodeURIComponent(name)}`, {
        headers: { 'accept-encoding': encoding },
      })
      const isLong = name.startsWith('long')
      expect(body).toEqual({ result: 'success', msg: '', word: isLong ? 'long '.repeat(2_000) : 'é', name })
      expect(headers.get('content-encoding')).toBe(isLong && encoding === 'gzip' ? 'gzip' : null)
    }
  },
)

test('a response with individual fields before a shared beginning is whole', async () => {
  const { body } = await server.call('GET', '/begun?name=Ann&colour=blue')
  expect(body).toEqual({
    ...{ result: 'success', msg: '', word: 'é', name: 'Ann' },
    ignored_parameters_unsupported: ['colour'],
  })
})

test.each([
  ['short', 1],
  ['longer than a socket takes at once', 2_000_000],
])('each client gets its own end of an answer whose shared beginning is %s', async (_, words) => {
  const beginning = new SharedText(`"word":"${'long '.repeat(words)}","name":`)
  const names = ['Ann', 'Bob', 'Eve']
  const answers = names.map(() =>
    server.call('GET', '/begun-later', { headers: { 'accept-encoding': 'identity' } }),
  )
  await expect.poll(() => begun.length).toBe(names.length)
  for (const name of names) begun.pop()!.answer(answerWith(beginning, name))
  const bodies = await Promise.all(answers)
  expect(bodies.map(({ body }) => body.name).sort()).toEqual(names)
})
