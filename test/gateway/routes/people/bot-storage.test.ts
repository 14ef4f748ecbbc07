import { beforeEach, describe, expect, test } from 'vitest'
import type { Client, Parameters } from '../../../harness/client.ts'
import { formOf } from '../../../harness/upload.ts'
import { as, bad, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

let bot: Client
beforeEach(async () => {
  bot = as('greeter-bot')
  await ok(bot.delete('/bot_storage'))
})

const put = (storage: unknown) => bot.put('/bot_storage', { storage })
const stored = async (parameters: Parameters = {}, client = bot) =>
  (await ok(client.get('/bot_storage', parameters))).storage
const noSuchKey = bad('Key does not exist.')
const full = bad('A bot stores at most 10000 keys and, keys and values together, 1048576 bytes.')

describe('the storage of a bot', () => {
  test('is read by keys, or completely without keys', async () => {
    expect(await stored()).toEqual({})
    await ok(put({ a: 'one', b: '{"json": "text"}', 'é 😀': '' }))
    expect(await stored()).toEqual({ a: 'one', b: '{"json": "text"}', 'é 😀': '' })
    expect(await stored({ keys: ['b', 'b'] })).toEqual({ b: '{"json": "text"}' })
    expect(await stored({ keys: [] })).toEqual({})
    expect(await refusal(bot.get('/bot_storage', { keys: ['a', 'c'] }))).toEqual(noSuchKey)
  })

  test('has keys of any name', async () => {
    const named = '{"__proto__":"one","constructor":"two","toString":"three"}'
    await ok(put(named))
    const { storage } = await ok(bot.get('/bot_storage'))
    expect(Object.entries(storage)).toEqual(Object.entries(JSON.parse(named)))
    expect(Object.entries(await stored({ keys: ['__proto__'] }))).toEqual([['__proto__', 'one']])
  })

  test('is replaced by key; other keys stay unchanged', async () => {
    await ok(put({ a: '1', b: '2' }))
    await ok(put({ b: '3', c: '4' }))
    await ok(put({}))
    expect(await stored()).toEqual({ a: '1', b: '3', c: '4' })
  })

  test('is deleted by keys, all or nothing, or completely without keys', async () => {
    await ok(put({ a: '1', b: '2', c: '3' }))
    expect(await refusal(bot.delete('/bot_storage', { keys: ['a', 'x'] }))).toEqual(noSuchKey)
    expect(await stored()).toEqual({ a: '1', b: '2', c: '3' })
    await ok(bot.delete('/bot_storage', { keys: ['a', 'b'] }))
    expect(await stored()).toEqual({ c: '3' })
    await ok(bot.delete('/bot_storage'))
    expect(await stored()).toEqual({})
  })

  test('is separate for each bot, and survives its gateway', async () => {
    await ok(put({ mine: 'yes' }))
    const { user_id, api_key } = await ok(as('hamlet').post('/bots', { full_name: 'Other', short_name: 'o' }))
    const { email } = (await ok(as('hamlet').get(`/users/${user_id}`))).user
    const other = new (bot.constructor as typeof Client)(bot.url, { email, apiKey: api_key })
    expect(await stored({}, other)).toEqual({})
    const otherClient = world.client((await world.gateway()).url, 'greeter-bot')
    expect(await stored({}, otherClient)).toEqual({ mine: 'yes' })
  })

  test('has a limit, also for concurrent requests, and a refused request changes nothing', async () => {
    const half = 'x'.repeat(524_287)
    await ok(put({ a: half }))
    const answers = await Promise.all(['b', 'c', 'd'].map((key) => put({ [key]: half })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(Object.keys(await stored())).toHaveLength(2)
    expect(await refusal(put({ e: 'x' }))).toEqual(full)
    // The limit counts bytes, not characters, and not replaced values.
    const long = formOf([], { storage: JSON.stringify({ a: 'é'.repeat(400_000) }) })
    expect(await refusal(bot.request('PUT', '/bot_storage', long.body, long.headers))).toEqual(full)
    // Escapes make it longer than a URL-encoded form may be.
    expect((await put({ a: 'é'.repeat(400_000) })).status).toBe(413)
    await ok(put({ a: 'é'.repeat(150_000) }))
    expect(Object.keys(await stored())).toHaveLength(2)
  })

  test('has at most ten thousand keys', async () => {
    await ok(put(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [n, '']))))
    expect(await refusal(put({ one: '' }))).toEqual(full)
    await ok(put({ 7: 'changed' }))
  })
})

describe('a malformed request is refused', () => {
  test.each([
    ['["a"]', 'storage is not a dict'],
    ['{"a": 1}', 'storage["a"] is not a string'],
    ['{"a": {"b": "c"}}', 'storage["a"] is not a string'],
    ['{"a": "b", "__proto__": {"b": "c"}}', 'storage["__proto__"] is not a string'],
    ['{"a": "\\u0000"}', 'storage must not contain null bytes'],
    ['a', 'storage is not valid JSON'],
  ])('PUT storage=%s', async (storage, msg) => {
    expect(await refusal(put(storage))).toEqual(bad(msg))
  })

  test('without storage, with a key that is too long, or with invalid keys', async () => {
    expect(await refusal(bot.put('/bot_storage'))).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
    await ok(put({ ['😀'.repeat(256)]: 'x' }))
    expect((await put({ ['k'.repeat(513)]: 'x' })).status).toBe(400)
    expect(await refusal(bot.get('/bot_storage', { keys: 'a' }))).toEqual(bad('keys is not valid JSON'))
    expect(await refusal(bot.delete('/bot_storage', { keys: [1] }))).toEqual(bad('keys[0] is not a string'))
  })

  test('from people', async () => {
    for (const name of ['hamlet', 'desdemona']) {
      const msg = 'This endpoint accepts bot requests only.'
      expect(await refusal(as(name).get('/bot_storage'))).toEqual(bad(msg))
      expect(await refusal(as(name).put('/bot_storage', { storage: {} }))).toEqual(bad(msg))
      expect(await refusal(as(name).delete('/bot_storage'))).toEqual(bad(msg))
    }
  })
})
