import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Parameters } from '../../../harness/client.ts'
import { archive } from '../changes.ts'
import { as, bad, core, foreign, join, leave, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const id = (name: string) => world.userId(name)
const channelId = (name: string) => realm.channels.byName(name)!.id

/** Messages by their content. */
const sent = new Map<string, number>()

async function send(name: string, parameters: Parameters & { content: string }): Promise<void> {
  const answer = await ok(as(name).post('/messages', { type: 'channel', topic: 'play', ...parameters }))
  sent.set(parameters.content, answer.id)
}

/** The messages that a user finds with a narrow. */
async function found(name: string, narrow: unknown): Promise<string[]> {
  const query = { anchor: 'oldest', num_before: 0, num_after: 1000, narrow, apply_markdown: false }
  const { messages } = await ok(as(name).get('/messages', query))
  return messages.map((message: Body) => message.content)
}
const term = (operator: string, operand: unknown, negated?: boolean) => ({ operator, operand, negated })

beforeAll(async () => {
  await send('hamlet', { to: 'Verona', content: 'verona 1' })
  await send('cordelia', { to: 'Verona', topic: 'PLAY', content: 'verona 2' })
  await send('iago', { to: 'Verona', topic: 'Été', content: 'verona 3' })
  await send('zoe', { to: 'Verona', topic: '', content: 'verona 4' })
  await send('hamlet', { to: 'Denmark', content: 'denmark 1' })
  await send('iago', { to: 'core team', content: 'core team 1' })
  const direct = (...names: string[]) => ({ type: 'direct', to: names.map(id) })
  await send('hamlet', { ...direct('cordelia'), content: 'direct 1' })
  await send('cordelia', { ...direct('hamlet'), content: 'direct 2' })
  await send('hamlet', { ...direct('cordelia', 'iago'), content: 'group 1' })
  await send('hamlet', { ...direct('hamlet'), content: 'to myself' })
  await ok(
    foreign.client.post('/messages', { type: 'channel', to: 'Elsinore', topic: 'play', content: 'foreign' }),
  )
  await ok(
    foreign.client.post('/messages', { type: 'direct', to: [foreign.id], content: 'foreign to myself' }),
  )
})

describe('a narrow', () => {
  const verona = ['verona 1', 'verona 2', 'verona 3', 'verona 4']
  const cases: [string, () => unknown, string[]][] = [
    ['by channel', () => [term('channel', 'Verona')], verona],
    ['by channel in another case', () => [term('channel', 'vERONA')], verona],
    ['by channel id', () => [term('channel', world.channelId('Verona'))], verona],
    ['by channel id as text', () => [term('channel', String(world.channelId('Verona')))], verona],
    ['by stream', () => [term('stream', 'Verona')], verona],
    [
      'as pairs',
      () => [
        ['stream', 'Verona'],
        ['topic', 'play'],
      ],
      ['verona 1', 'verona 2'],
    ],
    [
      'by topic in another case',
      () => [term('channel', 'Verona'), term('topic', 'Play')],
      ['verona 1', 'verona 2'],
    ],
    ['by topic beyond ASCII', () => [term('channel', 'Verona'), term('topic', 'ÉTÉ')], ['verona 3']],
    ['by the topic without a name', () => [term('channel', 'Verona'), term('topic', '')], ['verona 4']],
    ['by its display name', () => [term('channel', 'Verona'), term('topic', 'general chat')], ['verona 4']],
    ['by topic alone', () => [term('topic', 'play')], ['verona 1', 'verona 2', 'denmark 1']],
    ['by subject', () => [term('subject', 'play'), term('stream', 'Denmark')], ['denmark 1']],
    ['by a topic of no channel', () => [term('channel', 'Denmark'), term('topic', 'Été')], []],
    ['by two topics', () => [term('topic', 'play'), term('topic', 'Été')], []],
    ['by two channels', () => [term('channel', 'Verona'), term('channel', 'Denmark')], []],
    ['by dm with an id', () => [term('dm', [id('cordelia')])], ['direct 1', 'direct 2']],
    ['by dm with one id, no list', () => [term('dm', id('cordelia'))], ['direct 1', 'direct 2']],
    [
      'by dm with ids, oneself too',
      () => [term('dm', [id('hamlet'), id('cordelia')])],
      ['direct 1', 'direct 2'],
    ],
    ['by dm with addresses', () => [term('dm', 'cordelia@demo.test, Iago@demo.test')], ['group 1']],
    ['by pm-with', () => [['pm-with', 'cordelia@demo.test,iago@demo.test']], ['group 1']],
    ['by dm with oneself', () => [term('dm', [id('hamlet')])], ['to myself']],
    ['by dm with whom one never wrote to', () => [term('dm', [id('zoe')])], []],
    ['by sender', () => [term('sender', id('cordelia'))], ['verona 2', 'direct 2']],
    ['by sender’s address', () => [term('sender', 'Cordelia@demo.test')], ['verona 2', 'direct 2']],
    ['by from', () => [term('from', 'iago@demo.test')], ['verona 3']],
    [
      'by sender me',
      () => [
        ['sender', 'me'],
        ['channel', 'Verona'],
      ],
      ['verona 1'],
    ],
    [
      'by everything but a sender',
      () => [term('channel', 'Verona'), term('sender', 'me', true)],
      verona.slice(1),
    ],
    [
      'by everything but a channel',
      () => [term('channel', 'Verona', true)],
      ['denmark 1', 'direct 1', 'direct 2', 'group 1', 'to myself'],
    ],
    [
      'by everything but a topic',
      () => [term('channel', 'Verona'), term('topic', 'play', true)],
      verona.slice(2),
    ],
    [
      'by a topic of everything but a channel',
      () => [term('topic', 'play'), term('channel', 'Verona', true)],
      ['denmark 1'],
    ],
    [
      'by everything but a conversation',
      () => [term('dm', [id('cordelia')], true), term('sender', 'me')],
      ['verona 1', 'denmark 1', 'group 1', 'to myself'],
    ],
    ['by nothing', () => [], [...verona, 'denmark 1', 'direct 1', 'direct 2', 'group 1', 'to myself']],
  ]
  test.each(cases)('%s', async (_, narrow, expected) => {
    expect(await found('hamlet', narrow())).toEqual(expected)
  })
})

describe('a narrow that is refused', () => {
  const badNarrow = (desc: string) =>
    bad(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc } as never)
  let foreignChannel: number
  beforeAll(async () => {
    const { streams } = await ok(foreign.client.get('/streams'))
    foreignChannel = streams.find((stream: Body) => stream.name === 'Elsinore').stream_id
  })
  const cases: [string, () => unknown, () => string][] = [
    ['an unknown operator', () => [term('mood', 'sad')], () => 'unknown operator mood'],
    ['an operator every object has', () => [term('toString', 'x')], () => 'unknown operator toString'],
    ['an unknown channel', () => [term('channel', 'x')], () => 'unknown channel x'],
    ['an unknown channel’s id', () => [term('channel', 9999)], () => 'unknown channel 9999'],
    ['a private channel', () => [term('channel', 'core team')], () => 'unknown channel core team'],
    [
      'a private channel’s id',
      () => [term('channel', world.channelId('core team'))],
      () => `unknown channel ${world.channelId('core team')}`,
    ],
    ['a private channel, not', () => [term('channel', 'core team', true)], () => 'unknown channel core team'],
    ['a list as channel', () => [term('channel', [1])], () => 'unknown channel [1]'],
    [
      'a channel of another organization',
      () => [term('channel', 'Elsinore')],
      () => 'unknown channel Elsinore',
    ],
    ['its id', () => [term('channel', foreignChannel)], () => `unknown channel ${foreignChannel}`],
    ['an unknown user', () => [term('sender', 'x@demo.test')], () => 'unknown user x@demo.test'],
    ['an unknown user’s id', () => [term('sender', 9999)], () => 'unknown user 9999'],
    [
      'a user of another organization',
      () => [term('sender', foreign.id)],
      () => `unknown user ${foreign.id}`,
    ],
    ['an unknown one in a conversation', () => [term('dm', [9999])], () => 'unknown user in [9999]'],
    ['an unknown address in one', () => [term('dm', 'x')], () => 'unknown user in x'],
    ['a stranger in one', () => [term('dm', [foreign.id])], () => `unknown user in [${foreign.id}]`],
    ['a number as topic', () => [term('topic', 7)], () => 'topic must be a string'],
  ]
  test.each(cases)('for %s', async (_, narrow, desc) => {
    const answer = as('hamlet').get('/messages', { num_before: 1, num_after: 1, narrow: narrow() })
    expect(await refusal(answer)).toEqual(badNarrow(desc()))
  })
})

describe('the readable part', () => {
  beforeAll(async () => {
    await ok(join('desdemona', ['secret'], { invite_only: true }))
    await ok(join('desdemona', ['archive'], { invite_only: true, history_public_to_subscribers: true }))
    const write = async (content: string) => {
      for (const to of ['secret', 'archive', 'Rome'])
        await send('desdemona', { to, content: `${to} ${content}` })
    }
    const both = ['secret', 'archive', 'Rome']
    const principals = [id('hamlet'), id('polonius')]
    await write('before')
    await ok(join('desdemona', both, { principals }))
    await write('during')
    await ok(leave('desdemona', both, { principals }))
    await write('between')
    await ok(join('desdemona', both, { principals }))
    await write('again')
    await realm.sync()
  })

  test('of a private channel with protected history is the time of subscription', async () => {
    for (const name of ['hamlet', 'polonius']) {
      expect(await found(name, [term('channel', 'secret')])).toEqual(['secret during', 'secret again'])
    }
  })

  test('of a channel with shared history is everything', async () => {
    for (const name of ['hamlet', 'polonius']) {
      expect(await found(name, [term('channel', 'archive')])).toEqual([
        expect.stringContaining('channel created by'),
        'archive before',
        'archive during',
        'archive between',
        'archive again',
      ])
    }
  })

  test('of a public channel is everything for a member, subscribed or not, and for a subscribed guest', async () => {
    const all = ['Rome before', 'Rome during', 'Rome between', 'Rome again']
    expect(await found('hamlet', [term('channel', 'Rome')])).toEqual(all)
    expect(await found('zoe', [term('channel', 'Rome')])).toEqual(all)
    expect(await found('polonius', [term('channel', 'Rome')])).toEqual(all)
  })

  test('of all channels is the messages that the reader received', async () => {
    const reached = ['secret', 'archive', 'Rome'].flatMap((name) => [`${name} during`, `${name} again`])
    const feed = async (name: string) =>
      (await found(name, [term('sender', id('desdemona'))])).toSorted((a, b) => sent.get(a)! - sent.get(b)!)
    const inOrder = reached.toSorted((a, b) => sent.get(a)! - sent.get(b)!)
    expect(await feed('hamlet')).toEqual(inOrder)
    expect(await feed('polonius')).toEqual(inOrder)
    expect(await feed('zoe')).toEqual([])
  })

  test('is not larger for an administrator', async () => {
    const narrow = [term('channel', 'secret')]
    const answer = as('iago').get('/messages', { num_before: 1, num_after: 1, narrow })
    expect((await refusal(answer)).code).toBe('BAD_NARROW')
    expect(await found('iago', [term('sender', id('desdemona'))])).toEqual(
      expect.not.arrayContaining(['secret during']),
    )
  })

  test('by message id is the same as by channel', async () => {
    const around = async (name: string, content: string) => {
      const query = { anchor: sent.get(content), num_before: 0, num_after: 0 }
      return (await ok(as(name).get('/messages', query))).messages.length
    }
    expect(await around('hamlet', 'secret between')).toBe(0)
    expect(await around('hamlet', 'secret again')).toBe(1)
    expect(await around('zoe', 'secret again')).toBe(0)
    expect(await around('zoe', 'direct 1')).toBe(0)
  })

  test('is empty after leaving', async () => {
    await ok(leave('desdemona', ['secret'], { principals: [id('polonius')] }))
    await realm.sync() // Permissions granted a moment ago may be missing.
    const answer = as('polonius').get('/messages', {
      num_before: 1,
      num_after: 1,
      narrow: [term('channel', 'secret')],
    })
    expect((await refusal(answer)).code).toBe('BAD_NARROW')
    const texts = await found('polonius', [term('topic', 'play'), term('sender', id('desdemona'))])
    expect(texts).not.toEqual(expect.arrayContaining([expect.stringContaining('secret')]))
  })

  test('of an archived channel stays the same, by id', async () => {
    const rome = channelId('Rome')
    await archive(core, realm, rome)
    expect(await found('hamlet', [term('channel', rome)])).toHaveLength(4)
    expect(
      await refusal(
        as('hamlet').get('/messages', { num_before: 1, num_after: 1, narrow: [term('channel', 'Rome')] }),
      ),
    ).toMatchObject({ code: 'BAD_NARROW' })
  })

  test('never contains messages of another organization', async () => {
    const theirs = async (narrow: unknown) => {
      const query = { anchor: 'oldest', num_before: 0, num_after: 1000, narrow, apply_markdown: false }
      const { messages } = await ok(foreign.client.get('/messages', query))
      return messages.map((message: Body) => message.content)
    }
    const created = expect.stringContaining('channel created by')
    expect(await theirs([])).toEqual([created, 'foreign', 'foreign to myself'])
    expect(await theirs([term('topic', 'play')])).toEqual(['foreign'])
    expect(await theirs([term('dm', [foreign.id])])).toEqual(['foreign to myself'])
    for (const name of ['desdemona', 'iago', 'hamlet']) {
      const all = await found(name, [])
      expect(all.filter((content) => content.startsWith('foreign'))).toEqual([])
    }
  })
})
