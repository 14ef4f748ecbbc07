import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { archive } from '../changes.ts'
import { as, bad, core, foreign, join, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const STORED = statement(
  'test.stored',
  `SELECT (SELECT count(*) FROM message) AS messages, (SELECT count(*) FROM conversation) AS conversations,
     (SELECT sum(seq) FROM event_head) AS events`,
)
const stored = async () => (await core.db.run(STORED))[0]

const send = (name: string, parameters: Parameters) => as(name).post('/messages', parameters)
const toVerona = (parameters: Parameters = {}): Parameters => ({
  type: 'channel',
  to: 'Verona',
  topic: 'play',
  content: 'To be',
  ...parameters,
})
const toPeople = (to: unknown, parameters: Parameters = {}): Parameters => ({
  type: 'direct',
  to,
  content: 'psst',
  ...parameters,
})
const id = (name: string) => world.userId(name)

/** A message as a user reads it. */
async function read(name: string, messageId: number, parameters: Parameters = {}): Promise<Body> {
  const query = { anchor: messageId, num_before: 0, num_after: 0, apply_markdown: false, ...parameters }
  const { messages } = await ok(as(name).get('/messages', query))
  return messages[0]
}

let archived: number
beforeAll(async () => {
  await ok(join('desdemona', ['attic', 'Secret garden']))
  await ok(join('desdemona', ['closed'], { invite_only: true }))
  await realm.sync()
  archived = realm.channels.byName('attic')!.id
  await archive(core, realm, archived)
})

describe('a message to a channel', () => {
  const named: [string, () => unknown][] = [
    ['its name', () => 'Verona'],
    ['its name in another case', () => 'VERONA'],
    ['its name as JSON', () => '"Verona"'],
    ['its id', () => world.channelId('Verona')],
    ['a list of its name', () => ['Verona']],
    ['a list of its id', () => [world.channelId('Verona')]],
  ]
  test.each(named)('is sent by %s', async (_, to) => {
    for (const type of ['channel', 'stream']) {
      const sent = await ok(send('hamlet', toVerona({ type, to: to() })))
      expect(await read('cordelia', sent.id)).toMatchObject({
        id: sent.id,
        type: 'stream',
        stream_id: world.channelId('Verona'),
        display_recipient: 'Verona',
        subject: 'play',
        content: 'To be',
        sender_id: id('hamlet'),
        sender_email: 'hamlet@demo.test',
        sender_full_name: 'King Hamlet',
        client: 'LoquatTests',
        is_me_message: false,
      })
    }
  })

  test('is accepted from a member without a subscription to a public channel, and from an administrator', async () => {
    await ok(send('zoe', toVerona({ to: 'Denmark' })))
    await ok(send('desdemona', toVerona({ to: 'Secret garden' })))
  })

  test('keeps the first spelling of its topic, and compares topics without case', async () => {
    const first = await ok(send('hamlet', toVerona({ topic: '  Été in Elsinore ' })))
    const second = await ok(send('cordelia', toVerona({ topic: 'ÉTÉ IN ELSINORE' })))
    expect((await read('iago', first.id)).subject).toBe('Été in Elsinore')
    expect((await read('iago', second.id)).subject).toBe('Été in Elsinore')
    // The same letters in another Unicode normalization.
    const third = await ok(send('cordelia', toVerona({ topic: 'E\u0301te\u0301 in elsinore' })))
    expect((await read('iago', third.id)).subject).toBe('Été in Elsinore')
  })

  test.each([undefined, '', '   ', 'general chat', '(no topic)'])(
    'with topic %j is in the empty topic',
    async (topic) => {
      const { id } = await ok(send('hamlet', toVerona({ topic })))
      expect((await read('iago', id)).subject).toBe('general chat')
      expect((await read('iago', id, { allow_empty_topic_name: true })).subject).toBe('')
    },
  )

  test('keeps its content except white space at the end', async () => {
    const { id } = await ok(send('hamlet', toVerona({ content: '  indented\n\nlast \n\t ' })))
    expect((await read('iago', id)).content).toBe('  indented\n\nlast')
  })

  test.each([
    ['10,000 characters', 'x'.repeat(10_000)],
    ['10,000 characters beyond the basic plane', '😀'.repeat(10_000)],
    ['10,000 characters and white space', `${'x'.repeat(10_000)}   \n`],
  ])('can have %s', async (_, content) => {
    const { id } = await ok(send('hamlet', toVerona({ content })))
    expect((await read('iago', id)).content).toBe(content.trimEnd())
  })

  test('can have a topic of 60 characters outside the basic plane', async () => {
    const { id } = await ok(send('hamlet', toVerona({ topic: '😀'.repeat(60) })))
    expect((await read('iago', id)).subject).toBe('😀'.repeat(60))
  })
})

describe('a direct message', () => {
  const named: [string, () => unknown, string[]][] = [
    ['an id', () => id('cordelia'), ['cordelia', 'hamlet']],
    ['a list of ids', () => [id('cordelia'), id('iago')], ['cordelia', 'hamlet', 'iago']],
    ['an address', () => 'cordelia@demo.test', ['cordelia', 'hamlet']],
    ['an address in another case', () => 'Cordelia@DEMO.test', ['cordelia', 'hamlet']],
    ['addresses with commas', () => 'cordelia@demo.test, iago@demo.test', ['cordelia', 'hamlet', 'iago']],
    ['a list of addresses', () => ['cordelia@demo.test', 'iago@demo.test'], ['cordelia', 'hamlet', 'iago']],
    [
      'a JSON string of addresses',
      () => '"cordelia@demo.test,iago@demo.test"',
      ['cordelia', 'hamlet', 'iago'],
    ],
    ['their names twice', () => [id('cordelia'), id('hamlet'), id('cordelia')], ['cordelia', 'hamlet']],
    ['oneself', () => [id('hamlet')], ['hamlet']],
    ['a guest', () => [id('polonius')], ['hamlet', 'polonius']],
    ['a bot', () => [id('greeter-bot')], ['greeter-bot', 'hamlet']],
  ]
  test.each(named)('is sent by %s', async (_, to, participants) => {
    const ids = participants.map(id).sort((a, b) => a - b)
    for (const type of ['direct', 'private']) {
      const sent = await ok(send('hamlet', toPeople(to(), { type })))
      for (const name of participants) {
        const message = await read(name, sent.id)
        expect(message).toMatchObject({ id: sent.id, type: 'private', subject: '', content: 'psst' })
        expect(message.display_recipient.map((recipient: Body) => recipient.id)).toEqual(ids)
        expect(message).not.toHaveProperty('stream_id')
      }
      expect(await read('shiva', sent.id)).toBeUndefined()
    }
  })

  test('belongs to one conversation, whoever sends it', async () => {
    const one = await ok(send('hamlet', toPeople([id('cordelia'), id('zoe')])))
    const other = await ok(send('zoe', toPeople([id('hamlet'), id('cordelia')])))
    const recipient = async (of: Body) => (await read('cordelia', of.id)).recipient_id
    expect(await recipient(one)).toBe(await recipient(other))
  })
})

describe('read_by_sender', () => {
  test.each([
    [{ client: 'website' }, true],
    [{ client: 'ZulipMobile' }, true],
    [{ client: 'my script' }, false],
    [{ client: 'website', read_by_sender: false }, false],
    [{ client: 'my script', read_by_sender: true }, true],
  ])('%j: %s', async (parameters, isRead) => {
    for (const message of [toVerona(parameters), toPeople([id('cordelia')], parameters)]) {
      const sent = await ok(send('hamlet', message))
      expect((await read('hamlet', sent.id)).flags.includes('read')).toBe(isRead)
      expect((await read('cordelia', sent.id)).flags).not.toContain('read')
    }
  })

  test('is false by default for a bot', async () => {
    const sent = await ok(send('greeter-bot', toVerona({ client: 'website' })))
    expect((await read('greeter-bot', sent.id)).flags).not.toContain('read')
  })
})

describe('local_id', () => {
  test('is returned in the event of the sending queue, and in no other', async () => {
    const readers = await Promise.all([
      EventReader.start(as('hamlet')),
      EventReader.start(as('hamlet')),
      EventReader.start(as('cordelia')),
    ])
    const [own, second, others] = readers as [EventReader, EventReader, EventReader]
    const sent = await ok(send('hamlet', toVerona({ queue_id: own.queueId, local_id: '17.01' })))
    const events = await Promise.all(
      [own, second, others].map((reader) => reader.waitFor((event) => event.message?.id === sent.id)),
    )
    expect(events.map((event) => event.local_message_id)).toEqual(['17.01', undefined, undefined])
    await Promise.all(readers.map((reader) => reader.stop()))
  })

  test('is ignored without a queue, and a queue without it', async () => {
    await ok(send('hamlet', toVerona({ local_id: '17.02' })))
    await ok(send('hamlet', toVerona({ queue_id: 'no queue at all' })))
    await ok(send('hamlet', toVerona({ queue_id: 'no queue at all', local_id: '17.03' })))
  })
})

const noChannel = (named: string | number) =>
  typeof named === 'number'
    ? bad(`Channel with ID '${named}' does not exist`, {
        code: 'STREAM_DOES_NOT_EXIST',
        stream_id: named,
      } as never)
    : bad(`Channel '${named}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', stream: named })
const absent = (name: string) =>
  bad(`Missing '${name}' argument`, { code: 'REQUEST_VARIABLE_MISSING', var_name: name } as never)

describe('a refused message', () => {
  const cases: [string, string, () => Parameters, () => Body][] = [
    ['an unknown channel', 'hamlet', () => toVerona({ to: 'x' }), () => noChannel('x')],
    ['an unknown channel’s id', 'hamlet', () => toVerona({ to: 9999 }), () => noChannel(9999)],
    ['an id that is none', 'hamlet', () => toVerona({ to: -1 }), () => noChannel(-1)],
    [
      'an id beyond all',
      'hamlet',
      () => toVerona({ to: 9007199254740991 }),
      () => noChannel(9007199254740991),
    ],
    ['a private channel', 'hamlet', () => toVerona({ to: 'closed' }), () => noChannel('closed')],
    [
      'a private channel’s id',
      'hamlet',
      () => toVerona({ to: idOf('closed') }),
      () => noChannel(idOf('closed')),
    ],
    [
      'a public channel, from a guest',
      'polonius',
      () => toVerona({ to: 'Denmark' }),
      () => bad("Not authorized to send to channel 'Denmark'"),
    ],
    [
      'a public channel’s id, from a guest',
      'polonius',
      () => toVerona({ to: world.channelId('Denmark') }),
      () => bad(`Not authorized to send to channel '${world.channelId('Denmark')}'`),
    ],
    [
      'a private channel, from a guest',
      'polonius',
      () => toVerona({ to: 'closed' }),
      () => noChannel('closed'),
    ],
    ['an archived channel', 'hamlet', () => toVerona({ to: 'attic' }), () => noChannel('attic')],
    [
      'an archived channel’s id',
      'hamlet',
      () => toVerona({ to: archived }),
      () => bad("Not authorized to send to channel 'attic'"),
    ],
    [
      'a private channel, from an administrator outside',
      'iago',
      () => toVerona({ to: 'closed' }),
      () => bad("Not authorized to send to channel 'closed'"),
    ],
    ['no channel', 'hamlet', () => toVerona({ to: '[]' }), () => bad('Expected exactly one channel')],
    [
      'two channels',
      'hamlet',
      () => toVerona({ to: ['Verona', 'Rome'] }),
      () => bad('Expected exactly one channel'),
    ],
    ['an unknown user', 'hamlet', () => toPeople([9999]), () => bad('Invalid user ID 9999')],
    ['an unknown user alone', 'hamlet', () => toPeople(9999), () => bad('Invalid user ID 9999')],
    [
      'one unknown user of two',
      'hamlet',
      () => toPeople([id('cordelia'), 9999]),
      () => bad('Invalid user ID 9999'),
    ],
    ['an unknown address', 'hamlet', () => toPeople('x@demo.test'), () => bad("Invalid email 'x@demo.test'")],
    [
      'one unknown address of two',
      'hamlet',
      () => toPeople('cordelia@demo.test,x'),
      () => bad("Invalid email 'x'"),
    ],
    [
      'a deactivated account',
      'hamlet',
      () => toPeople([id('aaron')]),
      () => bad("'aaron@demo.test' is no longer using Loquat."),
    ],
    [
      'a deactivated account’s address',
      'hamlet',
      () => toPeople('aaron@demo.test'),
      () => bad("'aaron@demo.test' is no longer using Loquat."),
    ],
    ['nobody', 'hamlet', () => toPeople('[]'), () => bad('Message must have recipients!')],
    ['nobody, with commas', 'hamlet', () => toPeople(' , '), () => bad('Message must have recipients!')],
    ['no content', 'hamlet', () => toVerona({ content: '' }), () => bad('Message must not be empty')],
    [
      'white space',
      'hamlet',
      () => toVerona({ content: ' \n\t\u00a0 ' }),
      () => bad('Message must not be empty'),
    ],
    [
      '10,001 characters',
      'hamlet',
      () => toVerona({ content: 'x'.repeat(10_001) }),
      () => bad('content is too long (limit: 10000 characters)'),
    ],
    [
      '10,001 characters beyond the basic plane',
      'hamlet',
      () => toVerona({ content: '😀'.repeat(10_001) }),
      () => bad('content is too long (limit: 10000 characters)'),
    ],
    [
      'a NUL',
      'hamlet',
      () => toVerona({ content: 'a\0b' }),
      () => bad('content must not contain null bytes'),
    ],
    [
      'a NUL in the topic',
      'hamlet',
      () => toVerona({ topic: 'a\0b' }),
      () => bad('topic must not contain null bytes'),
    ],
    [
      'a topic of 61 characters',
      'hamlet',
      () => toVerona({ topic: 'x'.repeat(61) }),
      () => bad('topic is too long (limit: 60 characters)'),
    ],
    [
      'a control character in the topic',
      'hamlet',
      () => toVerona({ topic: 'ab\u0007c' }),
      () => bad('Invalid character in topic, at position 3!'),
    ],
    [
      'a line break in the topic',
      'hamlet',
      () => toVerona({ topic: 'a\nb' }),
      () => bad('Invalid character in topic, at position 2!'),
    ],
    [
      'half a character as a channel',
      'hamlet',
      () => toVerona({ to: '"\\ud800"' }),
      () => bad('to must not contain lone surrogates'),
    ],
    [
      'no such type',
      'hamlet',
      () => toVerona({ type: 'letter' }),
      () => bad('Invalid type: must be one of direct, channel, stream, private'),
    ],
    ['a list that is no JSON', 'hamlet', () => toVerona({ to: '["Verona"' }), () => noChannel('["Verona"')],
    [
      'an object as recipient',
      'hamlet',
      () => toVerona({ to: { id: 1 } }),
      () => bad('to is not an allowed_type'),
    ],
    ['ids and names in one list', 'hamlet', () => toPeople([1, 'x']), () => bad('to[1] is not an integer')],
    ['a fraction of a user', 'hamlet', () => toPeople([1.5]), () => bad('to[0] is not an integer')],
    [
      'read_by_sender that is not a truth value',
      'hamlet',
      () => toVerona({ read_by_sender: 'maybe' }),
      () => bad('read_by_sender is not a boolean'),
    ],
    [
      'a queue_id longer than any',
      'hamlet',
      () => toVerona({ queue_id: 'x'.repeat(101) }),
      () => bad('queue_id is too long (limit: 100 characters)'),
    ],
    ['no type', 'hamlet', () => toVerona({ type: undefined }), () => absent('type')],
    ['no recipient', 'hamlet', () => toVerona({ to: undefined }), () => absent('to')],
    ['no text', 'hamlet', () => toVerona({ content: undefined }), () => absent('content')],
    [
      'a user of another organization',
      'hamlet',
      () => toPeople([foreign.id]),
      () => bad(`Invalid user ID ${foreign.id}`),
    ],
    [
      'an address of another organization',
      'hamlet',
      () => toPeople('owner@other.test'),
      () => bad("Invalid email 'owner@other.test'"),
    ],
    [
      'a channel of another organization',
      'hamlet',
      () => toVerona({ to: 'Elsinore' }),
      () => noChannel('Elsinore'),
    ],
    [
      'a channel’s id of another organization',
      'hamlet',
      () => toVerona({ to: foreignChannel }),
      () => noChannel(foreignChannel),
    ],
  ]
  let foreignChannel: number
  const idOf = (name: string) => realm.channels.byName(name)!.id

  beforeAll(async () => {
    const { streams } = await ok(foreign.client.get('/streams'))
    foreignChannel = streams.find((stream: Body) => stream.name === 'Elsinore').stream_id
  })

  test.each(cases)('for %s stores nothing', async (_, name, parameters, expected) => {
    const before = await stored()
    expect(await refusal(send(name, parameters()))).toEqual(expected())
    expect(await stored()).toEqual(before)
  })

  test('for invalid UTF-8 stores nothing', async () => {
    const before = await stored()
    for (const bytes of ['%ed%a0%80', '%ff']) {
      const body = `type=channel&to=Verona&topic=play&content=${bytes}`
      expect(await refusal(as('hamlet').request('POST', '/messages', body))).toEqual(
        bad('Malformed UTF-8 in a parameter'),
      )
    }
    expect(await stored()).toEqual(before)
  })
})

describe('many concurrent messages', () => {
  test('of one client are all stored, with ids in the order of their events', async () => {
    const reader = await EventReader.start(as('cordelia'))
    const sent = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        ok(send('hamlet', n % 3 === 0 ? toPeople([id('cordelia')]) : toVerona({ topic: `topic ${n % 7}` }))),
      ),
    )
    const ids = sent.map((message) => message.id)
    expect(new Set(ids).size).toBe(300)
    const newest = Math.max(...ids)
    await reader.waitFor((event) => event.message?.id === newest)
    await reader.stop()
    const received = reader.of('message').map((event) => event.message.id)
    expect(received).toEqual(ids.toSorted((a, b) => a - b))
  })

  describe('with one that Postgres refuses', () => {
    beforeAll(async () => {
      const refuse = `ALTER TABLE message ADD CONSTRAINT refused CHECK (content <> 'refuse me')`
      await core.db.run(statement('test.refuse', refuse))
    })
    afterAll(() => core.db.run(statement('test.allow', 'ALTER TABLE message DROP CONSTRAINT refused')))

    test('do not fail because of it', async () => {
      const contents = Array.from({ length: 60 }, (_, n) => (n % 20 === 7 ? 'refuse me' : `number ${n}`))
      const answers = await Promise.all(
        contents.map((content) => send('hamlet', toVerona({ content, topic: 'batch' }))),
      )
      for (const [n, { status, body }] of answers.entries()) {
        if (contents[n] === 'refuse me') expect([status, body.code]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
        else expect((await read('iago', body.id)).content).toBe(contents[n])
      }
    })
  })
})

describe('POST /messages/render', () => {
  const render = (content: unknown) => as('hamlet').post('/messages/render', { content })

  test('returns the HTML', async () => {
    expect(await ok(render('**To** be @**Iago**'))).toMatchObject({
      rendered: `<p><strong>To</strong> be <span class="user-mention" data-user-id="${id('iago')}">@Iago</span></p>`,
    })
  })

  test('returns nothing for empty content', async () => {
    for (const content of ['', ' ', '\n \t\n']) expect((await ok(render(content))).rendered).toBe('')
  })

  test('accepts 10,000 characters outside the basic plane', async () => {
    await ok(render('😀'.repeat(10_000)))
  })

  test.each([
    ['x'.repeat(10_001), bad('content is too long (limit: 10000 characters)')],
    ['a\0b', bad('content must not contain null bytes')],
    [undefined, absent('content')],
  ])('refuses %.20j', async (content, expected) => {
    expect(await refusal(render(content))).toEqual(expected)
  })

  test('does not reveal channels without access', async () => {
    const { rendered } = await ok(render('#**closed** #**Verona**'))
    expect(rendered).not.toMatch(/data-stream-id="[^"]*"[^>]*>#closed/)
    expect(rendered).toContain('#Verona</a>')
  })
})
