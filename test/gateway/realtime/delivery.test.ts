import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body, Client, Parameters } from '../../harness/client.ts'
import { Queue } from '../../harness/queue.ts'
import { World } from '../../harness/world.ts'

let world: World
let url: string
let hamlet: Client
let cordelia: Client

beforeAll(async () => {
  world = await World.create()
  ;({ url } = await world.gateway())
  hamlet = world.client(url, 'hamlet')
  hamlet.headers['user-agent'] = 'ZulipPython/0.9.0' // A program without a user interface.
  cordelia = world.client(url, 'cordelia')
})
afterAll(() => world.close())

const say = (content: string, over: object = {}, from = hamlet): Promise<Body> =>
  from.ok(from.post('/messages', { type: 'channel', to: 'Verona', topic: 'scene', content, ...over }))

/** The event of a message in a queue of each kind. */
async function receivedBy<Name extends string>(
  queues: Record<Name, Promise<Queue>>,
  content: string,
  over: object = {},
  from = hamlet,
): Promise<Record<Name, Body>> {
  const names = Object.keys(queues) as Name[]
  const opened = await Promise.all(names.map((name) => queues[name]))
  const { id } = await say(content, over, from)
  const events = await Promise.all(opened.map((queue) => queue.upTo(id)))
  return Object.fromEntries(names.map((name, n) => [name, events[n]!.at(-1)])) as Record<Name, Body>
}

describe('event_types', () => {
  test('selects the events of a queue; without it a queue gets all', async () => {
    const [some, none, all] = await Promise.all([
      Queue.register(cordelia, { event_types: ['message'] }),
      Queue.register(cordelia, { event_types: ['subscription'] }),
      Queue.register(cordelia, { event_types: undefined }),
    ])
    await say('typed')
    const subscriptions = [{ name: 'Scotland' }]
    await cordelia.ok(cordelia.post('/users/me/subscriptions', { subscriptions }))
    await say('last')
    const types = (events: Body[]) => [...new Set(events.map((event) => event.type))].sort()
    expect(types(await some.upTo('last'))).toEqual(['message'])
    expect(types(await all.upTo('last'))).toEqual(expect.arrayContaining(['message', 'subscription']))
    const { events } = (await none.poll()).body
    expect(types(events)).toEqual(['subscription'])
  })

  test('with no matching event makes a poll wait, without deliveries', async () => {
    const queue = await Queue.register(cordelia, { event_types: [] })
    await say('unheard')
    const marker = await Queue.register(cordelia)
    await say('heard')
    await marker.upTo('heard')
    expect((await queue.poll({ dont_block: true })).body.events).toEqual([])
  })
})

describe('the variants of a message', () => {
  test('have HTML or Markdown, with or without a Gravatar URL, as each client requested', async () => {
    const as = (parameters: Parameters) => Queue.register(cordelia, parameters)
    const received = await receivedBy(
      {
        plain: as({}),
        html: as({ apply_markdown: true }),
        addressed: as({ client_gravatar: false }),
        both: as({ apply_markdown: true, client_gravatar: false }),
      },
      'in *four* forms',
    )
    const text = { content: 'in *four* forms', content_type: 'text/x-markdown' }
    const html = { content: '<p>in <em>four</em> forms</p>', content_type: 'text/html' }
    const address = { avatar_url: expect.stringMatching(/^https?:/) }
    expect(received.plain.message).toMatchObject({ ...text, avatar_url: null })
    expect(received.html.message).toMatchObject({ ...html, avatar_url: null })
    expect(received.addressed.message).toMatchObject({ ...text, ...address })
    expect(received.both.message).toMatchObject({ ...html, ...address })
  })

  test('never contain internal fields', async () => {
    const { raw } = await receivedBy({ raw: Queue.register(cordelia) }, 'open')
    expect(Object.keys(raw).sort()).toEqual(['flags', 'id', 'message', 'type'])
    expect(Object.keys(raw.message).filter((name) => name.startsWith('_'))).toEqual([])
  })

  test('equal the message of GET /messages', async () => {
    const { html } = await receivedBy(
      { html: Queue.register(cordelia, { apply_markdown: true, client_gravatar: true }) },
      'the same `twice`',
    )
    const { messages } = await cordelia.ok(
      cordelia.get('/messages', { anchor: html.message.id, num_before: 0, num_after: 0 }),
    )
    const { flags, ...fetched } = messages[0]
    expect(html.flags).toEqual(flags)
    for (const [name, value] of Object.entries(html.message))
      expect([name, fetched[name]]).toEqual([name, value])
  })
})

describe('local_message_id', () => {
  test('is in the event of the sending queue, and in no other', async () => {
    const queues = await Promise.all([
      Queue.register(hamlet),
      Queue.register(hamlet),
      Queue.register(cordelia),
    ])
    const [own, second, hers] = queues
    await say('echo', { queue_id: own!.id, local_id: '12"3.01' })
    const events = await Promise.all(queues.map(async (queue) => (await queue.upTo('echo')).at(-1)))
    expect(events[0]).toMatchObject({ local_message_id: '12"3.01' })
    expect(events[1]).not.toHaveProperty('local_message_id')
    expect(events[2]).not.toHaveProperty('local_message_id')
    await say('half', { queue_id: second!.id })
    await say('other half', { local_id: '7' })
    for (const event of await second!.upTo('other half')) expect(event).not.toHaveProperty('local_message_id')
    await hers!.end()
  })
})

describe('flags', () => {
  const everyone = () => ({ his: Queue.register(hamlet), hers: Queue.register(cordelia) })

  test('include read for the sender when the client has a user interface', async () => {
    const interactive = world.client(url, 'hamlet')
    interactive.headers['user-agent'] = 'ZulipMobile/27.1 (Android 14)'
    const { his, hers } = await receivedBy(everyone(), 'by hand', {}, interactive)
    expect([his.flags, hers.flags]).toEqual([['read'], []])
  })

  test('leave a message of a program unread for its sender, unless requested otherwise', async () => {
    const sent = await receivedBy(everyone(), 'by script')
    expect([sent.his.flags, sent.hers.flags]).toEqual([[], []])
    const read = await receivedBy(everyone(), 'by careful script', { read_by_sender: true })
    expect([read.his.flags, read.hers.flags]).toEqual([['read'], []])
  })

  test('include mentioned for mentioned users', async () => {
    const { his, hers } = await receivedBy(everyone(), "@**Cordelia, Lear's daughter** come here")
    expect([his.flags, hers.flags]).toEqual([[], ['mentioned']])
  })

  test('include wildcard_mentioned for all recipients', async () => {
    const { his, hers } = await receivedBy(everyone(), '@**all** come here')
    for (const { flags } of [his, hers]) {
      expect(flags).toContain('wildcard_mentioned')
      expect(flags).toContain('stream_wildcard_mentioned')
    }
  })
})

describe('order', () => {
  test('of ids is the order of changes, whoever made them', async () => {
    const queue = await Queue.register(cordelia, { event_types: undefined })
    const people = ['hamlet', 'othello', 'iago', 'desdemona'].map((name) => world.client(url, name))
    const sent = await Promise.all(
      Array.from({ length: 80 }, (_, n) => say(`crowd ${n}`, {}, people[n % people.length])),
    )
    await say('done')
    const events = await queue.upTo('done')
    const ids = events.map((event) => event.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    const messages = events.map((event) => event.message.id).slice(0, -1)
    expect(messages).toEqual([...messages].sort((a, b) => a - b))
    expect([...messages].sort()).toEqual(sent.map(({ id }) => id).sort())
  })
})
