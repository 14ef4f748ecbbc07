import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body, Client } from '../../harness/client.ts'
import { checkProperty } from '../../harness/property.ts'
import { uploadFile } from '../../harness/upload.ts'
import { World } from '../../harness/world.ts'

// A queue with a narrow gets the messages that GET /messages finds with the same narrow.

type Term = readonly [operator: string, operand: string]

/** Senders: Othello hides his address, and Cordelia has muted Prospero. */
const SENDERS = ['hamlet', 'iago', 'othello', 'prospero', 'cordelia'] as const
const READERS = ['cordelia', 'polonius'] as const

let world: World
let url: string
let as: (name: string) => Client
/**
 * Ids of channels: a public one, one that only Cordelia has, and one with the id of the first as its name.
 */
let channels: { readonly hall: number; readonly closet: number; readonly number: number }
let file: string
/** The addresses that Cordelia sees, by the ids of their users. */
let shown: ReadonlyMap<number, string>

beforeAll(async () => {
  world = await World.create({ EVENT_QUEUES_PER_USER: '1000' })
  url = (await world.gateway()).url
  as = (name) => world.client(url, name)
  const cordelia = as('cordelia')
  const create = async (name: string, people: readonly string[], rest = {}) => {
    const principals = people.map((person) => world.userId(person))
    await as('iago').ok(
      as('iago').post('/users/me/subscriptions', { subscriptions: [{ name }], principals, ...rest }),
    )
    return (await as('iago').ok(as('iago').get('/get_stream_id', { stream: name }))).stream_id as number
  }
  const everybody = [...SENDERS, 'polonius']
  const hall = await create('Nárrow Hall', everybody)
  channels = {
    hall,
    closet: await create('Closet', [...SENDERS], { invite_only: true }),
    number: await create(String(hall), everybody),
  }
  await as('othello').ok(as('othello').patch('/settings', { email_address_visibility: 4 }))
  await as('desdemona').ok(
    as('desdemona').patch('/realm', {
      can_access_all_users_group: { new: await groupOfMembers() },
    }),
  )
  await cordelia.ok(cordelia.post('/users/me/alert_words', { alert_words: ['lantern'] }))
  await cordelia.ok(cordelia.post(`/users/me/muted_users/${world.userId('prospero')}`))
  for (const [topic, visibility_policy] of [
    ['hush', 1],
    ['news', 3],
  ]) {
    const policy = { stream_id: hall, topic, visibility_policy }
    await cordelia.ok(cordelia.post('/user_topics', policy))
  }
  await cordelia.ok(
    cordelia.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channels.number, property: 'is_muted', value: true }],
    }),
  )
  const { members } = await cordelia.ok(cordelia.get('/users'))
  shown = new Map(members.map(({ user_id, email }: Body) => [user_id, email]))
  file = await uploadFile(as('hamlet'), { name: 'note.txt', type: 'text/plain', bytes: 'note' })
})
afterAll(() => world.close())

async function groupOfMembers(): Promise<number> {
  const { user_groups } = await as('iago').ok(
    as('iago').get('/user_groups', { include_deactivated_groups: false }),
  )
  return user_groups.find((group: Body) => group.name === 'role:members').id
}

const TOPICS = [
  'Hush',
  'news',
  'NEWS',
  '✔ news',
  '',
  'Straße',
  'STRASSE',
  'ΟΔΟΣ',
  'οδος',
  'İstanbul',
  'é',
  'e\u0301',
]
const CONTENTS = [
  'plain',
  'with https://example.com/',
  'light the lantern',
  '@**all** hear',
  '@**topic** hear',
  "@**Cordelia, Lear's daughter** hear",
  '@_**Polonius** hear',
  'the file',
]

const message = fc.record({
  sender: fc.constantFrom(...SENDERS),
  place: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        channel: fc.constantFrom('hall', 'closet', 'number'),
        topic: fc.constantFrom(...TOPICS),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        people: fc.constantFrom(
          ['cordelia'],
          ['polonius'],
          ['cordelia', 'polonius'],
          ['cordelia', 'iago', 'polonius'],
        ),
      }),
    },
  ),
  content: fc.constantFrom(...CONTENTS),
})

const person = fc.oneof(
  fc.constantFrom(...SENDERS, 'polonius', 'zoe').chain((name) =>
    fc.constantFrom(
      () => `${name}@demo.test`,
      () => `${name.toUpperCase()}@Demo.test `,
      () => String(world.userId(name)),
      () => shown.get(world.userId(name))!,
    ),
  ),
  fc.constantFrom(
    () => 'nobody@demo.test',
    () => '999999',
    () => '',
  ),
)
const people = fc
  .array(person, { minLength: 1, maxLength: 3 })
  .map((list) => () => list.map((one) => one()).join(','))
const text = (...texts: string[]) => fc.constantFrom(...texts.map((one) => () => one))
const operator = (...names: string[]) => fc.constantFrom(...names)

const term = fc.oneof(
  fc.tuple(
    operator('channel', 'stream'),
    fc.constantFrom(
      () => 'nárrow HALL',
      () => 'Closet',
      () => String(channels.hall),
      () => String(channels.closet),
      () => String(channels.number),
      () => 'nowhere',
    ),
  ),
  fc.tuple(
    operator('topic', 'subject'),
    text(...TOPICS, 'general chat', '(no topic)', ' hush ', 'x'.repeat(61)),
  ),
  fc.tuple(operator('sender', 'from'), fc.oneof(person, text('me'))),
  fc.tuple(operator('dm', 'pm-with'), people),
  fc.tuple(operator('dm-including', 'group-pm-with'), person),
  fc.tuple(
    operator('is'),
    text(
      'dm',
      'private',
      'channel',
      'stream',
      'mentioned',
      'alerted',
      'read',
      'unread',
      'starred',
      'muted',
      'followed',
      'resolved',
    ),
  ),
  fc.tuple(operator('has'), text('link', 'image', 'attachment', 'reaction')),
  fc.tuple(operator('in'), text('home', 'all')),
)
const narrows = fc.array(fc.array(term, { minLength: 1, maxLength: 3 }), { minLength: 60, maxLength: 60 })

type Sending = typeof message extends fc.Arbitrary<infer T> ? T : never

async function send({ sender, place, content }: Sending): Promise<number> {
  const text = content === 'the file' ? `[note](${file})` : content
  const to =
    'people' in place
      ? { type: 'direct', to: place.people.map((name) => world.userId(name)) }
      : { type: 'channel', to: channels[place.channel as keyof typeof channels], topic: place.topic }
  const { status, body } = await as(sender).post('/messages', { ...to, content: text })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}

test('a queue gets the messages that GET /messages finds with its narrow', async () => {
  const cases = fc.record({ narrows, messages: fc.array(message, { minLength: 30, maxLength: 30 }) })
  await checkProperty(cases, 2, async (given) => {
    const asked = given.narrows.map((terms) => terms.map(([name, operand]): Term => [name, operand()]))
    const queues = await Promise.all(
      READERS.flatMap((reader) =>
        asked.map(async (narrow) => {
          const client = as(reader)
          const { queue_id, last_event_id } = await client.ok(
            client.post('/register', {
              event_types: ['message'],
              narrow,
              client_capabilities: { empty_topic_name: true },
            }),
          )
          return { client, reader, narrow, cursor: { queue_id, last_event_id, dont_block: true } }
        }),
      ),
    )
    const sent: number[] = []
    for (const one of given.messages) sent.push(await send(one))
    let matches = 0
    for (const { client, reader, narrow, cursor } of queues) {
      const { events } = await client.ok(client.get('/events', cursor))
      const got = events.map((event: Body) => event.message.id)
      const page = { anchor: sent[0], num_before: 0, num_after: 1000, narrow }
      const { status, body } = await client.get('/messages', page)
      if (status !== 200) expect(body.code, JSON.stringify([narrow, body])).toMatch(/BAD_NARROW|BAD_REQUEST/)
      const found = status !== 200 ? [] : body.messages.map(({ id }: Body) => id)
      expect(got, `${reader} ${JSON.stringify(narrow)}`).toEqual(found)
      matches += found.length
    }
    expect(matches).toBeGreaterThan(0)
    await Promise.all(
      queues.map(({ client, cursor }) => client.delete('/events', { queue_id: cursor.queue_id })),
    )
  })
})
