import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { ids } from '../channels/channel-events.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, foreign, join, leave, ok, otherGateway, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const PATH = '/users/me/alert_words'
const add = (name: string, ...alert_words: unknown[]) => as(name).post(PATH, { alert_words })
const remove = (name: string, ...alert_words: unknown[]) => as(name).delete(PATH, { alert_words })
const wordsOf = async (name: string): Promise<string[]> => (await ok(as(name).get(PATH))).alert_words
const clear = async (name: string) => ok(remove(name, ...(await wordsOf(name))))
const eventsOf = async (change: () => Promise<unknown>) =>
  eventsDuring(['alert_words'], ['hamlet', 'iago', 'desdemona'], change)

describe('GET /users/me/alert_words', () => {
  test('is empty at first', async () => {
    expect(await ok(as('zoe').get(PATH))).toEqual({ result: 'success', msg: '', alert_words: [] })
  })
})

describe('POST /users/me/alert_words', () => {
  test('adds words, answers with all of them, and notifies only the user', async () => {
    const events = await eventsOf(async () => {
      expect((await ok(add('hamlet', 'crown', ' ghost '))).alert_words).toEqual(['crown', 'ghost'])
      expect((await ok(add('hamlet', 'play within')))?.alert_words).toEqual(['crown', 'ghost', 'play within'])
    })
    const event = (...alert_words: string[]) => ({ type: 'alert_words', alert_words })
    expect(events).toEqual({
      hamlet: [event('crown', 'ghost'), event('crown', 'ghost', 'play within')],
      iago: [],
      desdemona: [],
    })
    expect(await wordsOf('hamlet')).toEqual(['crown', 'ghost', 'play within'])
    expect(await wordsOf('iago')).toEqual([])
    await clear('hamlet')
  })

  test('keeps each word once, case-insensitively, in its first spelling', async () => {
    await ok(add('hamlet', 'Crown', 'CROWN', '', '  '))
    const events = await eventsOf(async () => {
      expect((await ok(add('hamlet', 'crown'))).alert_words).toEqual(['Crown'])
      expect((await ok(add('hamlet', ' '))).alert_words).toEqual(['Crown'])
      expect((await ok(add('hamlet'))).alert_words).toEqual(['Crown'])
    })
    expect(events.hamlet).toEqual([])
    await clear('hamlet')
  })

  test('applies two concurrent requests', async () => {
    await Promise.all(['a', 'b', 'c', 'd', 'A', 'B'].map((word) => ok(add('hamlet', word))))
    expect((await wordsOf('hamlet')).map((word) => word.toLowerCase()).sort()).toEqual(['a', 'b', 'c', 'd'])
    await clear('hamlet')
  })

  test.each([
    ['a long word', ['x'.repeat(101)], 'alert_words[0] is too long (limit: 100 characters)'],
    ['a long word later', ['x', '🎭'.repeat(101)], 'alert_words[1] is too long (limit: 100 characters)'],
    ['a number', ['x', 7], 'alert_words[1] is not a string'],
    ['a word alone', 'crown', 'alert_words is not valid JSON'],
    ['an object', {}, 'alert_words is not a list'],
    ['a NUL', ['a\0b'], 'alert_words must not contain null bytes'],
    ['a lone surrogate', ['a\ud800'], 'alert_words must not contain lone surrogates'],
    ['very many', new Array(501).fill('x'), 'alert_words is too long (limit: 500 items)'],
  ])('refuses %s', async (_, alert_words, msg) => {
    expect(await refusal(as('hamlet').post(PATH, { alert_words }))).toEqual(bad(msg))
    expect(await wordsOf('hamlet')).toEqual([])
  })

  test('accepts words of the maximum length, counted in characters', async () => {
    await ok(add('hamlet', '🎭'.repeat(100)))
    await clear('hamlet')
  })

  test('requires words', async () => {
    expect(await refusal(as('hamlet').post(PATH))).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
    expect(await refusal(as('hamlet').delete(PATH))).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
  })

  test('rejects more words than the limit', async () => {
    const many = Array.from({ length: 500 }, (_, n) => `word ${n}`)
    await ok(add('othello', ...many))
    expect((await ok(add('othello', 'WORD 7'))).alert_words).toHaveLength(500)
    expect(await refusal(add('othello', 'one more'))).toEqual(
      bad('You cannot have more than 500 alert words.'),
    )
    expect(await wordsOf('othello')).toEqual(many)
    await clear('othello')
  })

  test('is for all users with credentials', async () => {
    expect((await refusal(world.client(url).post(PATH, { alert_words: ['x'] }))).status).toBe(401)
    await ok(add('polonius', 'x'))
    await clear('polonius')
  })
})

describe('DELETE /users/me/alert_words', () => {
  test('removes words case-insensitively, answers with the rest, and notifies only the user', async () => {
    await ok(add('hamlet', 'Crown', 'ghost', 'skull'))
    await ok(add('iago', 'crown'))
    const events = await eventsOf(async () => {
      expect((await ok(remove('hamlet', ' cROWN', 'SKULL', 'never'))).alert_words).toEqual(['ghost'])
    })
    const event = { type: 'alert_words', alert_words: ['ghost'] }
    expect(events).toEqual({ hamlet: [event], iago: [], desdemona: [] })
    expect(await wordsOf('hamlet')).toEqual(['ghost'])
    expect(await wordsOf('iago')).toEqual(['crown'])
    await clear('hamlet')
    await clear('iago')
  })

  test('sends no event when there is nothing to remove', async () => {
    await ok(add('hamlet', 'ghost'))
    const events = await eventsOf(async () => {
      expect((await ok(remove('hamlet', 'never'))).alert_words).toEqual(['ghost'])
    })
    expect(events.hamlet).toEqual([])
    expect((await refusal(remove('hamlet', 7))).msg).toBe('alert_words[0] is not a string')
    await clear('hamlet')
  })
})

test('the register response has the words on request', async () => {
  await ok(add('hamlet', 'ghost', 'crown'))
  const register = (event_types?: string[]) => ok(as('hamlet').post('/register', { event_types }))
  expect((await register(['alert_words'])).alert_words).toEqual(['ghost', 'crown'])
  expect((await register()).alert_words).toEqual(['ghost', 'crown'])
  expect(await register(['message'])).not.toHaveProperty('alert_words')
  await clear('hamlet')
})

describe('a message with an alert word', () => {
  const send = async (name: string, parameters: object): Promise<number> =>
    (await ok(as(name).post('/messages', { ...parameters }))).id
  const toChannel = (content: string, channel = 'Verona') => ({
    type: 'channel',
    to: channel,
    topic: 'play',
    content,
  })
  const flagsOf = async (name: string, id: number): Promise<string[]> => {
    const query = { anchor: id, num_before: 0, num_after: 0 }
    return (await ok(as(name).get('/messages', query))).messages[0].flags
  }
  /** Users with a row of flags. */
  const alertedOf = async (id: number): Promise<number[]> => {
    const rows = await world.sql('SELECT user_id FROM message_flag WHERE message_id = $1 ORDER BY 1', [id])
    return rows.map((row) => row.user_id)
  }
  /**
   * Flags in the events of each of `names` for the messages that `change` sends, here and at another gateway.
   */
  async function told(names: readonly string[], change: () => Promise<unknown>): Promise<Body> {
    const second = (await otherGateway()).url
    const readers = await Promise.all(
      names.map((name, i) =>
        EventReader.start(world.client(i % 2 ? url : second, name), { event_types: ['message'] }),
      ),
    )
    await change()
    const to = ids(...names)
    const last = await send('iago', { type: 'direct', to, content: 'That was it.' })
    await Promise.all(readers.map((reader) => reader.waitFor((event) => event.message.id === last)))
    await Promise.all(readers.map((reader) => reader.stop()))
    const flags = readers.map((reader) => reader.events.slice(0, -1).map((event) => event.flags))
    return Object.fromEntries(names.map((name, i) => [name, flags[i]]))
  }

  test('is flagged for subscribers with that word, in the event and afterwards', async () => {
    await ok(add('hamlet', 'Crown'))
    await ok(add('cordelia', 'crown', 'ghost'))
    await ok(add('othello', 'sceptre'))
    let id = 0
    const flags = await told(['hamlet', 'cordelia', 'othello'], async () => {
      id = await send('iago', toChannel('The **crown**! The crown, I say.'))
    })
    expect(flags).toEqual({ hamlet: [['has_alert_word']], cordelia: [['has_alert_word']], othello: [[]] })
    expect(await flagsOf('hamlet', id)).toEqual(['has_alert_word'])
    expect(await flagsOf('cordelia', id)).toEqual(['has_alert_word'])
    expect(await flagsOf('othello', id)).toEqual([])
    await ok(as('hamlet').post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
    expect(await flagsOf('hamlet', id)).toEqual(['read', 'has_alert_word'])
    await clear('hamlet')
    await clear('cordelia')
    await clear('othello')
  })

  test('may also be a mention', async () => {
    await ok(add('hamlet', 'crown'))
    let id = 0
    const flags = await told(['hamlet', 'cordelia'], async () => {
      id = await send('iago', toChannel('@**King Hamlet** @**all**, the crown'))
    })
    const wildcard = ['stream_wildcard_mentioned', 'wildcard_mentioned']
    expect(flags).toEqual({
      hamlet: [['mentioned', ...wildcard, 'has_alert_word']],
      cordelia: [wildcard],
    })
    expect(await flagsOf('hamlet', id)).toEqual(['mentioned', ...wildcard, 'has_alert_word'])
    await clear('hamlet')
  })

  test('has the flag in direct messages, for its sender too, and not for those it does not reach', async () => {
    await ok(add('hamlet', 'ghost'))
    await ok(add('iago', 'ghost'))
    await ok(add('desdemona', 'ghost'))
    let id = 0
    const flags = await told(['hamlet', 'iago', 'desdemona'], async () => {
      id = await send('hamlet', { type: 'direct', to: ids('iago'), content: 'a ghost', client: 'website' })
    })
    expect(flags).toEqual({ hamlet: [['read', 'has_alert_word']], iago: [['has_alert_word']], desdemona: [] })
    expect(await flagsOf('hamlet', id)).toEqual(['read', 'has_alert_word'])
    expect(await alertedOf(id)).toEqual(ids('hamlet', 'iago'))
    for (const name of ['hamlet', 'iago', 'desdemona']) await clear(name)
  })

  test('alerts only users who are subscribed when it is sent', async () => {
    await ok(add('zoe', 'ghost'))
    await ok(join('zoe', ['Rome']))
    const before = await send('iago', toChannel('a ghost', 'Rome'))
    await ok(leave('zoe', ['Rome']))
    const after = await send('iago', toChannel('a ghost', 'Rome'))
    expect(await alertedOf(before)).toEqual(ids('zoe'))
    expect(await alertedOf(after)).toEqual([])
    await clear('zoe')
  })

  test('alerts for visible text, not for code or names', async () => {
    await ok(add('hamlet', 'crown', 'king hamlet'))
    const alerting = ['the *crown*', '> a crown', '* crown', '```spoiler it\na crown\n```', 'King Hamlet!']
    for (const content of alerting) {
      expect(await flagsOf('hamlet', await send('iago', toChannel(content)))).toEqual(['has_alert_word'])
    }
    for (const content of ['```\na crown\n```', '`crown`', '@_**King Hamlet**', 'http://x.com/crown']) {
      expect(await flagsOf('hamlet', await send('iago', toChannel(content)))).toEqual([])
    }
    await clear('hamlet')
  })

  test('alerts anew when it is edited', async () => {
    await ok(add('hamlet', 'crown'))
    const id = await send('iago', toChannel('a hat'))
    await ok(as('iago').patch(`/messages/${id}`, { content: 'a crown' }))
    expect(await flagsOf('hamlet', id)).toEqual(['has_alert_word'])
    await ok(as('iago').patch(`/messages/${id}`, { content: 'a hat' }))
    expect(await flagsOf('hamlet', id)).toEqual([])
    await clear('hamlet')
  })

  test('uses the alert words at the time it is sent', async () => {
    const before = await send('iago', toChannel('a ghost'))
    await ok(add('hamlet', 'ghost'))
    const between = await send('iago', toChannel('a ghost'))
    await clear('hamlet')
    const after = await send('iago', toChannel('a ghost'))
    const flags = await Promise.all([before, between, after].map((id) => flagsOf('hamlet', id)))
    expect(flags).toEqual([[], ['has_alert_word'], []])
  })

  test('alerts nobody in another organization', async () => {
    await ok(foreign.client.post(PATH, { alert_words: ['ghost'] }))
    const id = await send('iago', toChannel('a ghost'))
    expect(await alertedOf(id)).toEqual([])
    expect((await ok(foreign.client.get(PATH))).alert_words).toEqual(['ghost'])
  })

  test('a gateway that starts later has the words', async () => {
    await ok(add('hamlet', 'ghost'))
    const third = await world.gateway()
    const { id } = await ok(world.client(third.url, 'iago').post('/messages', toChannel('a ghost')))
    expect(await flagsOf('hamlet', id)).toEqual(['has_alert_word'])
    await clear('hamlet')
  })
})
