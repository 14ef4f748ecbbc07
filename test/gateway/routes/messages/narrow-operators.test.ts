import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Parameters } from '../../../harness/client.ts'
import { archive, makeWebPublic, setRealm } from '../changes.ts'
import { as, bad, core, join, ok, realm, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const id = (name: string) => world.userId(name)
const channelId = (name: string) => realm.channels.byName(name)!.id
const sent = new Map<string, number>()
const term = (operator: string, operand: unknown, negated?: boolean) => ({ operator, operand, negated })
const badNarrow = (desc: string, what = 'operator') =>
  bad(`Invalid narrow ${what}: ${desc}`, { code: 'BAD_NARROW', desc } as never)

async function send(name: string, parameters: Parameters & { content: string }, as_ = parameters.content) {
  const answer = await ok(as(name).post('/messages', { type: 'channel', topic: 'one', ...parameters }))
  sent.set(as_, answer.id)
}

const query = (narrow: unknown) => ({ anchor: 'newest', num_before: 100, num_after: 0, narrow })

/** The messages of this file that a user finds with a narrow. */
async function found(name: string | undefined, narrow: unknown): Promise<string[]> {
  const { messages } = await ok(
    (name === undefined ? world.client(url) : as(name)).get('/messages', query(narrow)),
  )
  const ids = messages.map((message: Body) => message.id)
  return [...sent].filter(([, id]) => ids.includes(id)).map(([name]) => name)
}

const flag = (name: string, flag: string, op: string, ...messages: string[]) =>
  ok(as(name).post('/messages/flags', { flag, op, messages: messages.map((name) => sent.get(name)) }))

let gone: number
beforeAll(async () => {
  await ok(join('cordelia', ['Rome']))
  await send('iago', { to: 'Denmark', content: 'plain' })
  await send('iago', { to: 'Denmark', content: 'see https://example.com/ now' }, 'link')
  await send('iago', { to: 'Denmark', content: '[cat](https://example.com/cat.png)' }, 'image')
  await send('iago', { to: 'Denmark', content: '[file](/user_uploads/1/a/b.txt)' }, 'attachment')
  await send('iago', { to: 'Denmark', topic: '✔ two', content: 'resolved' })
  await send('iago', { to: 'Verona', topic: 'muted', content: 'muted' })
  await send('iago', { to: 'Verona', topic: 'followed', content: 'followed' })
  await send('cordelia', { to: 'Rome', content: 'elsewhere' })
  await send('iago', { to: 'Denmark', content: 'ho @**King Hamlet**' }, 'mention')
  await send('iago', { to: 'Denmark', content: '@**all** hear' }, 'wildcard')
  const direct = (...names: string[]) => ({ type: 'direct', to: names.map(id) })
  await send('iago', { ...direct('hamlet'), content: 'psst' })
  await send('cordelia', { ...direct('hamlet', 'iago'), content: 'group' })
  await send('cordelia', { ...direct('hamlet'), content: 'cordelia' })
  await ok(
    as('hamlet').post('/user_topics', {
      stream_id: channelId('Verona'),
      topic: 'muted',
      visibility_policy: 1,
    }),
  )
  await ok(
    as('hamlet').post('/user_topics', {
      stream_id: channelId('Verona'),
      topic: 'Followed',
      visibility_policy: 3,
    }),
  )
  await ok(as('hamlet').post(`/messages/${sent.get('plain')}/reactions`, { emoji_name: 'tada' }))
  await flag('hamlet', 'read', 'add', 'plain', 'psst')
  await flag('hamlet', 'starred', 'add', 'link', 'elsewhere')
  gone = 10 ** 9
})

describe('a narrow', () => {
  const denmark = term('channel', 'Denmark')
  const cases: [string, () => unknown, string[]][] = [
    ['has link', () => [denmark, term('has', 'link')], ['link', 'image', 'attachment']],
    ['has image', () => [term('has', 'image')], ['image']],
    ['has attachment', () => [term('has', 'attachment')], ['attachment']],
    ['has reaction', () => [term('has', 'reaction')], ['plain']],
    [
      'has no link',
      () => [denmark, term('has', 'link', true), term('sender', id('iago'))],
      ['plain', 'resolved', 'mention', 'wildcard'],
    ],
    ['is resolved', () => [term('is', 'resolved')], ['resolved']],
    ['is followed', () => [term('is', 'followed'), term('channel', 'Verona')], ['followed']],
    ['is muted', () => [term('is', 'muted')], ['muted']],
    ['is starred', () => [term('is', 'starred')], ['link', 'elsewhere']],
    ['is starred, in a channel', () => [term('is', 'starred'), denmark], ['link']],
    ['is starred, by a sender', () => [term('is', 'starred'), term('sender', id('cordelia'))], ['elsewhere']],
    ['is mentioned', () => [term('is', 'mentioned')], ['mention', 'wildcard']],
    ['is read, in a conversation', () => [term('is', 'read'), term('dm', [id('iago')])], ['psst']],
    [
      'is unread, in a channel',
      () => [term('is', 'unread'), term('channel', 'Verona')],
      ['muted', 'followed'],
    ],
    [
      'is unread, of a sender',
      () => [term('is', 'unread'), term('sender', id('cordelia'))],
      ['group', 'cordelia'],
    ],
    ['is unread, in direct messages', () => [term('is', 'unread'), term('is', 'dm')], ['group', 'cordelia']],
    ['is dm', () => [term('is', 'dm')], ['psst', 'group', 'cordelia']],
    ['is private', () => [term('is', 'private'), term('sender', id('iago'))], ['psst']],
    ['dm-including', () => [term('dm-including', id('iago'))], ['psst', 'group']],
    ['dm-including, by address', () => [term('dm-including', 'cordelia@demo.test')], ['group', 'cordelia']],
    ['group-pm-with', () => [term('group-pm-with', 'iago@demo.test')], ['group']],
    ['in home', () => [term('in', 'home'), term('channel', 'Verona')], ['followed']],
    ['in all', () => [term('in', 'all'), term('channel', 'Verona')], ['muted', 'followed']],
    ['channels public', () => [term('channels', 'public'), term('sender', id('cordelia'))], ['elsewhere']],
    ['streams public, not', () => [term('streams', 'public', true), term('has', 'link')], []],
    ['id', () => [term('id', sent.get('muted'))], ['muted']],
    ['id as text', () => [term('id', String(sent.get('muted')))], ['muted']],
    ['id, elsewhere', () => [denmark, term('id', sent.get('muted'))], []],
    ['near', () => [term('near', sent.get('muted')), term('channel', 'Verona')], ['muted', 'followed']],
    ['with', () => [term('with', sent.get('resolved'))], ['resolved']],
    [
      'with, over what is said besides',
      () => [denmark, term('topic', 'x'), term('with', sent.get('muted'))],
      ['muted'],
    ],
    ['with, of a direct message', () => [term('with', sent.get('cordelia'))], ['cordelia']],
    ['with none', () => [term('channel', 'Verona'), term('topic', 'muted'), term('with', gone)], ['muted']],
  ]
  test.each(cases)('%s', async (_, narrow, expected) => {
    expect(await found('hamlet', narrow())).toEqual(expected)
  })

  test('with a moved message finds it at its new place', async () => {
    await ok(as('iago').patch(`/messages/${sent.get('followed')}`, { topic: 'moved' }))
    const narrow = [term('channel', 'Verona'), term('topic', 'followed'), term('with', sent.get('followed'))]
    expect(await found('hamlet', narrow)).toEqual(['followed'])
  })

  test('without terms finds messages that were starred without a subscription', async () => {
    expect(await found('hamlet', [])).toContain('elsewhere')
    expect(await found('hamlet', [term('channels', 'public', true)])).not.toContain('elsewhere')
    expect(await found('zoe', [])).not.toContain('elsewhere')
  })

  test('can select messages for flags', async () => {
    const range = { anchor: 'newest', num_before: 10, num_after: 0, op: 'add', flag: 'collapsed' }
    const answer = await ok(
      as('hamlet').post('/messages/flags/narrow', { ...range, narrow: [term('has', 'image')] }),
    )
    expect(answer).toMatchObject({
      processed_count: 1,
      updated_count: 1,
      last_processed_id: sent.get('image'),
    })
  })
})

describe('a narrow that is refused', () => {
  const cases: [string, () => unknown, () => Body][] = [
    ['is', () => [term('is', 'toString')], () => badNarrow("unknown 'is' operand toString")],
    ['has', () => [term('has', 'wings')], () => badNarrow("unknown 'has' operand wings")],
    ['in', () => [term('in', 7)], () => badNarrow("unknown 'in' operand 7")],
    ['channels', () => [term('channels', 'x')], () => badNarrow('unknown channels operand x')],
    ['id', () => [term('id', 'x')], () => badNarrow('Invalid message ID')],
    ['dm-including', () => [term('dm-including', 'x')], () => badNarrow('unknown user x')],
    ['with', () => [term('with', 'x')], () => badNarrow("Invalid 'with' operator")],
    ['with, alone, for none', () => [term('with', gone)], () => badNarrow("Invalid 'with' operator")],
    [
      'with, of what one may not read',
      () => [term('with', sent.get('psst'))],
      () => badNarrow("Invalid 'with' operator"),
    ],
    [
      'two of with',
      () => [term('with', 1), term('with', 2)],
      () => badNarrow("Duplicate 'with' operators.", 'operator combination'),
    ],
    [
      'a channel and a conversation',
      () => [term('channel', 'Verona'), term('dm', [id('iago')])],
      () => badNarrow('No message can be both a channel message and direct message'),
    ],
  ]
  test.each(cases)('%s', async (_, narrow, expected) => {
    expect(await refusal(as('zoe').get('/messages', query(narrow())))).toEqual(expected())
  })
})

describe('messages by their ids', () => {
  const get = (name: string, ...messages: string[]) =>
    as(name).get('/messages', { message_ids: messages.map((name) => sent.get(name) ?? gone) })

  test('are returned when the reader may read them', async () => {
    const answer = await ok(get('hamlet', 'cordelia', 'plain', 'elsewhere', 'none'))
    expect(Object.keys(answer).sort()).toEqual(['messages', 'msg', 'result'])
    const ids = ['plain', 'elsewhere', 'cordelia'].map((name) => sent.get(name))
    expect(answer.messages.map((message: Body) => message.id)).toEqual(ids)
    expect((await ok(get('zoe', 'psst', 'group'))).messages).toEqual([])
  })

  test('are filtered by a narrow', async () => {
    const message_ids = [sent.get('plain'), sent.get('image')]
    const { messages } = await ok(
      as('hamlet').get('/messages', { message_ids, narrow: [term('has', 'image')] }),
    )
    expect(messages.map((message: Body) => message.id)).toEqual([sent.get('image')])
  })

  test('are returned as a complete answer', async () => {
    const refused = (rest: Parameters) => refusal(as('zoe').get('/messages', { message_ids: [1], ...rest }))
    const unsupported = bad(
      'Unsupported parameter combination: num_before, num_after, anchor, use_first_unread_anchor, message_ids',
    )
    expect(await refused({ num_before: 1 })).toEqual(unsupported)
    expect(await refused({ anchor: 'newest' })).toEqual(unsupported)
    expect((await refused({ message_ids: ['x'] })).status).toBe(400)
    expect((await refused({ message_ids: Array(5001).fill(1) })).status).toBe(400)
    expect((await refusal(as('zoe').get('/messages', { num_after: 1 }))).msg).toBe(
      "Missing 'num_before' argument",
    )
  })
})

describe('a spectator', () => {
  const webPublic = [term('channels', 'web-public')]
  const refused = { status: 401, code: 'UNAUTHORIZED' }

  test('is rejected where the organization allows no spectators', async () => {
    expect(await refusal(world.client(url).get('/messages', query(webPublic)))).toMatchObject(refused)
  })

  test('reads web-public messages only', async () => {
    await setRealm(core, realm, { enable_spectator_access: true })
    await makeWebPublic(core, realm, channelId('Verona'))
    expect(await found(undefined, webPublic)).toEqual(['muted', 'followed'])
    expect(await found(undefined, [term('channel', 'Verona'), term('topic', 'muted')])).toEqual(['muted'])
    expect(await found(undefined, [...webPublic, term('has', 'link')])).toEqual([])
    const narrows = [
      [],
      [term('channel', 'Denmark')],
      [term('channels', 'public')],
      [term('channels', 'web-public', true)],
      [...webPublic, term('is', 'unread')],
      [...webPublic, term('dm', [id('iago')])],
    ]
    for (const narrow of narrows) {
      expect(await refusal(world.client(url).get('/messages', query(narrow)))).toMatchObject(refused)
    }
    const { anchor } = await ok(
      world.client(url).get('/messages', { ...query(webPublic), anchor: 'first_unread' }),
    )
    expect(anchor).toBe(10 ** 16)
  })

  test('finds messages by their ids within a narrow', async () => {
    const message_ids = ['muted', 'plain', 'psst'].map((name) => sent.get(name))
    const { messages } = await ok(world.client(url).get('/messages', { message_ids, narrow: webPublic }))
    expect(messages.map((message: Body) => message.id)).toEqual([sent.get('muted')])
  })
})

test('several archived channels can be searched together', async () => {
  expect(await found('hamlet', [term('channels', 'archived')])).toEqual([])
  await archive(core, realm, channelId('Rome'))
  expect(await found('hamlet', [term('channels', 'archived')])).toEqual(['elsewhere'])
})
