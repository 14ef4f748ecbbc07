import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Parameters } from '../../../harness/client.ts'
import { setRealm } from '../changes.ts'
import { as, bad, core, join, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const id = (name: string) => world.userId(name)
const sent = new Map<string, number>()
const term = (operator: string, operand: unknown, negated?: boolean) => ({ operator, operand, negated })
const search = (operand: string, negated?: boolean) => term('search', operand, negated)

async function send(key: string, name: string, parameters: Parameters & { content: string }) {
  const answer = await ok(as(name).post('/messages', { type: 'channel', topic: 'one', ...parameters }))
  sent.set(key, answer.id)
}
const fetch = async (name: string, narrow: unknown, rest: Parameters = {}): Promise<Body> =>
  ok(as(name).get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow, ...rest }))

async function found(name: string, ...narrow: unknown[]): Promise<string[]> {
  const ids = (await fetch(name, narrow)).messages.map((message: Body) => message.id)
  return [...sent].filter(([, id]) => ids.includes(id)).map(([key]) => key)
}

beforeAll(async () => {
  await ok(join('desdemona', ['secret'], { invite_only: true }))
  await send('otters', 'hamlet', { to: 'Verona', content: 'The **otters** are swimming & diving' })
  await send('otter', 'cordelia', { to: 'Verona', topic: 'otter pups', content: 'they can swim' })
  await send('pups', 'iago', { to: 'Denmark', topic: 'otter pups', content: 'and grow' })
  await send('weasel', 'iago', {
    to: 'Denmark',
    content: 'weasels cannot swim, see [otter](https://example.com/)',
  })
  await send('secret', 'desdemona', { to: 'secret', content: 'otters everywhere' })
  await send('direct', 'iago', { type: 'direct', to: [id('hamlet')], content: 'otter?' })
  await send('foreign', 'iago', { type: 'direct', to: [id('cordelia')], content: 'otter!' })
  await send('code', 'hamlet', { to: 'Denmark', content: '100%_sure "exactly so"' })
})

describe('a search finds', () => {
  const cases: [string, () => unknown[], string[]][] = [
    ['a word, by its stem', () => [search('Otter')], ['otters', 'otter', 'pups', 'weasel', 'direct']],
    ['all of the words', () => [search('otters swim')], ['otters', 'otter', 'weasel']],
    ['words of topic and text together', () => [search('pups grow')], ['pups']],
    ['words of the topic alone', () => [search('pup otter')], ['otter', 'pups']],
    ['nothing by words that everything has', () => [search('the')], []],
    ['what has a phrase', () => [search('"can swim"')], ['otter']],
    ['what has a phrase of the topic', () => [search('"otter pups"')], ['otter', 'pups']],
    ['a phrase as it is written', () => [search('"100%_sure"')], ['code']],
    ['no phrase by a pattern', () => [search('"100__sure"')], []],
    [
      'what has not',
      () => [term('channel', 'Denmark'), term('sender', id('iago')), search('swim', true)],
      ['pups'],
    ],
    ['in a channel', () => [term('channel', 'Denmark'), search('otter')], ['pups', 'weasel']],
    [
      'in a topic',
      () => [term('channel', 'Verona'), term('topic', 'otter pups'), search('swimming')],
      ['otter'],
    ],
    ['in a conversation', () => [term('dm', [id('iago')]), search('otter')], ['direct']],
    ['of a sender', () => [term('sender', id('cordelia')), search('otter')], ['otter']],
    [
      'of a sender in a channel',
      () => [term('sender', id('iago')), term('channel', 'Denmark'), search('otter')],
      ['pups', 'weasel'],
    ],
    ['what has a link', () => [search('otter'), term('has', 'link')], ['weasel']],
    [
      'in public channels',
      () => [search('otter'), term('channels', 'public')],
      ['otters', 'otter', 'pups', 'weasel'],
    ],
    ['what is unread', () => [search('otter'), term('is', 'unread'), term('is', 'dm')], ['direct']],
    ['by two searches', () => [search('otter'), search('swim')], ['otters', 'otter', 'weasel']],
  ]
  test.each(cases)('%s', async (_, narrow, expected) => {
    expect(await found('hamlet', ...narrow())).toEqual(expected)
  })

  test('only readable messages', async () => {
    expect(await found('desdemona', search('everywhere'))).toEqual(['secret'])
    expect(await found('iago', search('everywhere'))).toEqual([])
    expect(await found('zoe', search('otter'))).not.toContain('foreign')
    expect(await found('polonius', search('pups'))).toEqual(['otter'])
  })

  test('starred messages of channels without a subscription', async () => {
    await ok(as('iago').post('/users/me/subscriptions', { subscriptions: [{ name: 'Burrow' }] }))
    await send('burrow', 'iago', { to: 'Burrow', content: 'badger' })
    expect(await found('hamlet', search('badger'))).toEqual([])
    await ok(
      as('hamlet').post('/messages/flags', { flag: 'starred', op: 'add', messages: [sent.get('burrow')] }),
    )
    expect(await found('hamlet', search('badger'))).toEqual(['burrow'])
    expect(await found('hamlet', search('badger'), term('is', 'starred'))).toEqual(['burrow'])
  })

  test('edited and moved messages in their current form', async () => {
    await ok(as('iago').patch(`/messages/${sent.get('weasel')}`, { content: 'stoats' }))
    expect(await found('hamlet', search('weasel'))).toEqual([])
    expect(await found('hamlet', search('stoat'))).toEqual(['weasel'])
    await ok(as('iago').patch(`/messages/${sent.get('weasel')}`, { topic: 'ermine' }))
    expect(await found('hamlet', search('ermine stoat'))).toEqual(['weasel'])
    expect(
      await found('hamlet', term('channel', 'Denmark'), term('topic', 'ermine'), search('stoat')),
    ).toEqual(['weasel'])
  })

  test('around every anchor', async () => {
    const narrow = [search('otter')]
    const oldest = await fetch('hamlet', narrow, { anchor: 'oldest', num_before: 0, num_after: 1 })
    expect(oldest.messages.map((message: Body) => message.id)).toEqual([sent.get('otters')])
    expect(oldest).toMatchObject({ found_oldest: true, found_newest: false })
    const first = await fetch('hamlet', narrow, { anchor: 'first_unread', num_before: 0, num_after: 0 })
    expect(first.anchor).toBe(sent.get('otter'))
    const none = await fetch('hamlet', [search('walrus')], { anchor: 'first_unread' })
    expect(none).toMatchObject({ anchor: 10 ** 16, messages: [] })
    const at = await fetch('hamlet', narrow, { anchor: sent.get('otter'), num_before: 1, num_after: 1 })
    expect(at.messages.map((message: Body) => message.id)).toEqual(
      ['otters', 'otter', 'pups'].map((key) => sent.get(key)),
    )
  })
})

test.each([
  [
    'an address with &',
    'https://example.net/a?x=1&y=2',
    'see https://example.net/a?x=1&y=2',
    'https://example.net/a?x=1&amp;y=2',
  ],
  ['a tag', '<button>', 'a `<button>` here', 'button'],
  ['a type in angle brackets', 'Vec<Otters>', 'the Vec<Otters> type', 'Vec&lt;Otters'],
])('a search finds %s', async (name, word, content, marked) => {
  await send(name, 'iago', { to: 'Denmark', topic: 'signs', content: 'Vec and nothing else' })
  await send(name, 'iago', { to: 'Denmark', topic: 'signs', content })
  expect(await found('hamlet', search(word))).toEqual([name])
  const { messages } = await fetch('hamlet', [search(word), term('topic', 'signs')])
  expect(messages).toHaveLength(1)
  expect(messages[0].match_content).toContain(`<span class="highlight">${marked}</span>`)
})

test('a search finds topics by the words beside a tag', async () => {
  await send('tag', 'iago', { to: 'Denmark', topic: 'the <button> element', content: 'walrus' })
  await send('word', 'iago', { to: 'Denmark', topic: 'the button element', content: 'walrus' })
  expect(await found('hamlet', search('<button> walrus'))).toContain('word')
  expect(await found('hamlet', search('element walrus'))).toEqual(['tag', 'word'])
})

describe('matches are highlighted', () => {
  const marked = (word: string) => `<span class="highlight">${word}</span>`

  test('in content and topic', async () => {
    const { messages } = await fetch('hamlet', [search('otter swim'), term('channel', 'Verona')])
    expect(messages[0]).toMatchObject({
      match_content: `<p>The <strong>${marked('otters')}</strong> are ${marked('swimming')} &amp; diving</p>`,
      match_subject: 'one',
    })
    expect(messages[1]).toMatchObject({
      match_content: `<p>they can ${marked('swim')}</p>`,
      match_subject: `${marked('otter')} pups`,
    })
  })

  test('in the HTML, also for clients that request Markdown', async () => {
    const [message] = (await fetch('hamlet', [search('diving')], { apply_markdown: false })).messages
    expect(message.content).toContain('**otters**')
    expect(message.match_content).toContain(`${marked('diving')}</p>`)
  })

  test.each([
    ['foo_bar', 'use foo_bar now', 'use [foo_bar] now'],
    ['well-known', 'a well-known thing, well', 'a [well-known] thing, well'],
    ['known-issues', 'a Known-Issue', 'a [Known-Issue]'],
    [
      'Example.com',
      'see **example** `EXAMPLE.COM`',
      'see <strong>example</strong> <code>[EXAMPLE.COM]</code>',
    ],
    ['me@example.org', 'mail `me@example.org` now', 'mail <code>[me@example.org]</code> now'],
    ['1.2.3', 'version 1.2.3, not 11.2.3', 'version [1.2.3], not 11.2.3'],
    ["O'Brien", "O'Brien came", "[O'Brien] came"],
    ['/usr/local/bin', '/local/bin in `/usr/local/bin`', '/local/bin in <code>/[usr/local/bin]</code>'],
    ['-5', '-5 degrees & 5', '-[5] degrees &amp; [5]'],
    ['R&D', 'more R&D time', 'more [R&amp;D] time'],
  ])('when a word consists of several, such as %s', async (word, content, expected) => {
    await send(word, 'iago', { to: 'Denmark', topic: `compounds ${word}`, content })
    const message = (await fetch('hamlet', [search(word)])).messages.at(-1)
    const marks = (text: string) =>
      text.replaceAll('<span class="highlight">', '[').replaceAll('</span>', ']')
    expect(marks(message.match_content)).toBe(`<p>${expected}</p>`)
    expect(marks(message.match_subject)).toMatch(/^compounds .*\[/)
  })

  test.each([
    ['<moon>', 'moon', '&lt;[moon]&gt;'],
    ['<b>urgent', 'urgent', '&lt;b&gt;[urgent]'],
    ['<b>urgent', '<b>urgent', '&lt;[b&gt;urgent]'],
    ['<!-- hidden -->', 'hidden', '&lt;!-- [hidden] --&gt;'],
    ['x&moon;', 'moon', 'x&amp;[moon];'],
    ['to <me@example.org>', 'me@example.org', 'to &lt;[me@example.org]&gt;'],
    ['example.com/?a=1&b=2', 'example.com/?a=1&b=2', '[example.com/?a=1&amp;b=2]'],
    ['a<well-known>thing', 'well-known', 'a&lt;[well-known]&gt;thing'],
  ])('in a topic that looks like HTML: %s by %s', async (topic, word, expected) => {
    await send(topic, 'iago', { to: 'Denmark', topic, content: 'nothing' })
    const messages: Body[] = (await fetch('hamlet', [search(word)])).messages
    const message = messages.find(({ id }) => id === sent.get(topic))
    expect(message?.match_subject.replace(/<span class="highlight">(.*?)<\/span>/g, '[$1]')).toBe(expected)
    const inChannel = [term('channel', 'Denmark'), term('topic', topic), search(word)]
    expect((await fetch('hamlet', inChannel)).messages.at(-1).id).toBe(sent.get(topic))
  })

  test('except for negated terms', async () => {
    const { messages } = await fetch('hamlet', [term('channel', 'Verona'), search('walrus', true)])
    expect(messages[0]).not.toHaveProperty('match_content')
  })
})

describe('GET /messages/matches_narrow', () => {
  const matches = (name: string, narrow: unknown, keys = [...sent.keys()]) =>
    as(name).get('/messages/matches_narrow', { msg_ids: keys.map((key) => sent.get(key) ?? 10 ** 9), narrow })

  test('returns the matching messages with highlights', async () => {
    const { messages } = await ok(matches('hamlet', [search('swim'), term('channel', 'Verona')]))
    expect(Object.keys(messages).map(Number)).toEqual([sent.get('otters'), sent.get('otter')])
    expect(messages[sent.get('otter')!]).toEqual({
      match_content: '<p>they can <span class="highlight">swim</span></p>',
      match_subject: 'otter pups',
    })
  })

  test('omits unreadable messages', async () => {
    const keys = ['secret', 'foreign', 'nothing', 'direct']
    const { messages } = await ok(matches('hamlet', [search('otter')], keys))
    expect(Object.keys(messages).map(Number)).toEqual([sent.get('direct')])
    expect(messages[sent.get('direct')!].match_subject).toBe('')
    expect((await ok(matches('hamlet', []))).messages).not.toHaveProperty(String(sent.get('foreign')))
  })

  test.each<[string, Parameters, string]>([
    ['no narrow', { msg_ids: [1] }, "Missing 'narrow' argument"],
    ['no ids', { narrow: [] }, "Missing 'msg_ids' argument"],
    ['ids that are none', { msg_ids: ['x'], narrow: [] }, 'msg_ids[0] is not an integer'],
  ])('refuses %s', async (_, parameters, msg) => {
    expect((await refusal(as('zoe').get('/messages/matches_narrow', parameters))).msg).toBe(msg)
  })

  test('refuses an invalid narrow', async () => {
    const desc = 'search operand cannot be blank'
    expect(await refusal(matches('zoe', [search(' ')]))).toEqual(
      bad(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', desc } as never),
    )
  })
})

test('words are searched in the current language of the organization, and in its former one', async () => {
  await setRealm(core, realm, { default_language: 'de' })
  await send('german', 'iago', { to: 'Denmark', content: 'Die Häuser sind groß' })
  expect(await found('hamlet', search('haus'))).toEqual(['german'])
  expect(await found('hamlet', search('otters'))).toContain('otters')
  const { messages } = await fetch('hamlet', [search('haus')])
  expect(messages[0].match_content).toBe('<p>Die <span class="highlight">Häuser</span> sind groß</p>')
})

test.each([
  ['id', 'dibaca orang', 'membaca', '[dibaca] orang'],
  ['ar', 'قرأت الكتاب اليوم', 'كتاب', 'قرأت [الكتاب] اليوم'],
  ['sr', 'ово је књига', 'knjiga', 'ово је [књига]'],
  ['ga', 'ag ól an t-uisce sin i gceist', 'ceist', 'ag ól an t-uisce sin i [gceist]'],
  ['ta', 'வோட்டு', 'வோட்டு', '[வோட்டு]'],
])(
  'words whose stems begin with another letter are highlighted (%s)',
  async (language, content, word, expected) => {
    await setRealm(core, realm, { default_language: language })
    await send(language, 'iago', { to: 'Denmark', content })
    const [message] = (await fetch('hamlet', [search(word)])).messages.slice(-1)
    const marked = message.match_content
      .replaceAll('<span class="highlight">', '[')
      .replaceAll('</span>', ']')
    expect(marked).toBe(`<p>${expected}</p>`)
  },
)
