import { beforeAll, describe, expect, test } from 'vitest'
import { fetchMessages } from '../../../../core/messaging/fetching/fetch.ts'
import { NEWEST } from '../../../../core/messaging/narrow/range.ts'
import { withRoundTrips } from '../../../../core/platform/log/round-trips.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { as, bad, core, join, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const fetch = (name: string, parameters: Parameters) =>
  ok(as(name).get('/messages', { num_before: 0, num_after: 0, ...parameters }))
const send = async (name: string, to: string, parameters: Parameters = {}): Promise<number> =>
  (
    await ok(
      as(name).post('/messages', { type: 'channel', to, topic: 'count', content: 'one', ...parameters }),
    )
  ).id

/** Messages of the fetched channel; between them are messages of others. */
const ids: number[] = []
let firstUnread: number
const narrow = [{ operator: 'channel', operand: 'Denmark' }]

beforeAll(async () => {
  await send('hamlet', 'Verona')
  for (let n = 0; n < 7; n++) {
    ids.push(await send('hamlet', 'Denmark', { client: n < 3 ? 'website' : 'script' }))
    await send('hamlet', 'Verona')
  }
  firstUnread = ids[3]!
})

describe('a range', () => {
  const numbers = [0, 1, 2, 7, 100]
  const anchors: [string, () => { given: unknown; at: number }][] = [
    ['the newest', () => ({ given: 'newest', at: NEWEST })],
    ['the oldest', () => ({ given: 'oldest', at: 0 })],
    ['the first unread', () => ({ given: 'first_unread', at: firstUnread })],
    ['the first message', () => ({ given: ids[0], at: ids[0]! })],
    ['one in the middle', () => ({ given: ids[3], at: ids[3]! })],
    ['the last message', () => ({ given: ids[6], at: ids[6]! })],
    ['a place between two', () => ({ given: ids[3]! + 1, at: ids[3]! + 1 })],
    ['a place before all', () => ({ given: ids[0]! - 1, at: ids[0]! - 1 })],
    ['a place behind all', () => ({ given: ids[6]! + 100, at: ids[6]! + 100 })],
    ['0', () => ({ given: 0, at: 0 })],
    ['a negative number', () => ({ given: -5, at: 0 })],
    ['the largest that clients use', () => ({ given: '10000000000000000', at: NEWEST })],
    ['more than any number', () => ({ given: '99999999999999999999', at: NEWEST })],
  ]

  test.each(anchors)('around %s contains the messages next to it and reports the ends', async (_, anchor) => {
    const { given, at } = anchor()
    for (const include_anchor of [true, false]) {
      for (const num_before of numbers) {
        const answers = numbers.map(async (num_after) => {
          const before = ids
            .filter((id) => id < at)
            .slice(Math.max(0, ids.filter((id) => id < at).length - num_before))
          const after = ids.filter((id) => id > at).slice(0, num_after)
          const found = include_anchor && ids.includes(at)
          const answer = await fetch('hamlet', {
            narrow,
            anchor: given,
            include_anchor,
            num_before,
            num_after,
          })
          expect({ ...answer, messages: answer.messages.map((message: Body) => message.id) }).toMatchObject({
            anchor: at,
            found_anchor: found,
            found_oldest: at === 0 || before.length < num_before,
            found_newest: at === NEWEST || after.length < num_after,
            history_limited: false,
            messages: [...before, ...(found ? [at] : []), ...after],
          })
        })
        await Promise.all(answers)
      }
    }
  })

  test('around the first unread is around the newest when all messages are read', async () => {
    const answer = await fetch('hamlet', {
      narrow: [
        { operator: 'channel', operand: 'Verona' },
        { operator: 'topic', operand: 'nothing unread' },
      ],
      anchor: 'first_unread',
      num_before: 5,
    })
    expect(answer).toMatchObject({ anchor: NEWEST, found_anchor: false, found_newest: true, messages: [] })
  })

  test('without matches has no anchor and finds both ends', async () => {
    const nothing = [...narrow, { operator: 'topic', operand: 'nobody wrote of this' }]
    for (const anchor of ['newest', 'oldest', 'first_unread', ids[3]]) {
      expect(await fetch('hamlet', { narrow: nothing, anchor, num_before: 3, num_after: 3 })).toMatchObject({
        found_anchor: false,
        found_oldest: true,
        found_newest: true,
        messages: [],
      })
    }
  })

  test('without an anchor is around the newest, and takes the former name of the first unread', async () => {
    expect(await fetch('hamlet', { narrow, num_before: 1 })).toMatchObject({ anchor: NEWEST })
    const answer = await fetch('hamlet', { narrow, use_first_unread_anchor: true })
    expect(answer.messages.map((message: Body) => message.id)).toEqual([firstUnread])
  })

  test('can have an anchor that the reader may not read', async () => {
    await ok(join('desdemona', ['hidden'], { invite_only: true }))
    const hidden = await send('desdemona', 'hidden')
    const later = await send('desdemona', 'Verona')
    const answer = await fetch('hamlet', { anchor: hidden, num_before: 1, num_after: 1 })
    expect(answer).toMatchObject({ anchor: hidden, found_anchor: false })
    expect(answer.messages.map((message: Body) => message.id)).not.toContain(hidden)
    expect(answer.messages.at(-1).id).toBeGreaterThanOrEqual(hidden)
    expect((await fetch('iago', { anchor: later })).found_anchor).toBe(true)
  })
})

describe('a refused range', () => {
  const tooMany = bad('Too many messages requested (maximum 5000).')
  test.each<[Parameters, Body]>([
    [{ num_before: 5001 }, tooMany],
    [{ num_after: 5001 }, tooMany],
    [{ num_before: 2500, num_after: 2501 }, tooMany],
    [{ num_before: -1 }, bad('num_before is too small')],
    [{ num_after: '1.5' }, bad('num_after is not an integer')],
    [{ num_before: 'many' }, bad('num_before is not an integer')],
    [{ anchor: 'somewhere' }, bad('Invalid anchor')],
    [{ anchor: '1.5' }, bad('Invalid anchor')],
    [{ anchor: '' }, bad('Invalid anchor')],
    [{ include_anchor: 'perhaps' }, bad('include_anchor is not a boolean')],
    [{ narrow: 'channel' }, bad('narrow is not valid JSON')],
    [{ narrow: '{"operator":"channel"}' }, bad('narrow is not a list')],
  ])('%j', async (parameters, expected) => {
    const answer = as('hamlet').get('/messages', { num_before: 0, num_after: 0, ...parameters })
    expect(await refusal(answer)).toEqual(expected)
  })

  test.each(['num_before', 'num_after'])('without %s', async (name) => {
    const answer = as('hamlet').get('/messages', { num_before: 0, num_after: 0, [name]: undefined })
    expect(await refusal(answer)).toEqual(
      bad(`Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', var_name: name } as never),
    )
  })

  test('of 5,000 messages is accepted', async () => {
    expect((await fetch('hamlet', { num_before: 2500, num_after: 2500, anchor: ids[3] })).found_anchor).toBe(
      true,
    )
  })
})

describe('a returned message', () => {
  let id: number
  beforeAll(async () => {
    id = await send('hamlet', 'Verona', { topic: '', content: 'To **be** @**Iago**' })
  })
  const one = async (parameters: Parameters = {}): Promise<Body> =>
    (await fetch('cordelia', { anchor: id, ...parameters })).messages[0]

  test('has HTML, or Markdown on request', async () => {
    const html = `<p>To <strong>be</strong> <span class="user-mention" data-user-id="${world.userId('iago')}">@Iago</span></p>`
    expect(await one()).toMatchObject({ content: html, content_type: 'text/html' })
    expect(await one({ apply_markdown: true })).toMatchObject({ content: html })
    expect(await one({ apply_markdown: false })).toMatchObject({
      content: 'To **be** @**Iago**',
      content_type: 'text/x-markdown',
    })
  })

  test('has an avatar URL for clients that cannot compute it', async () => {
    expect((await one()).avatar_url).toBeNull()
    expect((await one({ client_gravatar: false })).avatar_url).toMatch(/^https:\/\/secure\.gravatar\.com\//)
  })

  test("has the sender's present name, with an avatar URL and without", async () => {
    const names = () =>
      Promise.all(
        [true, false].map(async (client_gravatar) => (await one({ client_gravatar })).sender_full_name),
      )
    const [former] = await names()
    await ok(as('hamlet').patch('/settings', { full_name: 'Prince Hamlet' }))
    expect(await names()).toEqual(['Prince Hamlet', 'Prince Hamlet'])
    await ok(as('hamlet').patch('/settings', { full_name: former }))
    expect(await names()).toEqual([former, former])
  })

  test('has a name for the empty topic, unless the client supports empty topics', async () => {
    expect((await one()).subject).toBe('general chat')
    expect((await one({ allow_empty_topic_name: true })).subject).toBe('')
  })

  test('has the flags of each reader', async () => {
    const flags = async (name: string) =>
      (await fetch(name, { anchor: id, narrow: verona })).messages[0].flags
    const verona = [{ operator: 'channel', operand: 'Verona' }]
    expect(await flags('iago')).toEqual(['mentioned'])
    expect(await flags('hamlet')).toEqual(['read'])
    expect(await flags('cordelia')).toEqual([])
    expect(await flags('shiva')).toEqual(['read', 'historical'])
  })
})

test('a fetch needs at most four queries', async () => {
  const reader = realm.users.get(world.userId('hamlet'))!
  for (const anchor of ['newest', 'first_unread', ids[3]! as never] as const) {
    for (const terms of [[], narrow, [...narrow, { operator: 'topic', operand: 'count' }]]) {
      const trips = { postgres: 0, redis: 0 }
      await withRoundTrips(trips, () =>
        fetchMessages(core, realm, reader, {
          anchor,
          includeAnchor: true,
          numBefore: 50,
          numAfter: 50,
          narrow: terms,
          applyMarkdown: true,
          clientGravatar: true,
          allowEmptyTopicName: true,
        }),
      )
      expect(trips.postgres).toBeLessThanOrEqual(4)
      expect(trips.redis).toBe(0)
    }
  }
})
