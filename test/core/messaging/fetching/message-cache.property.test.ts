import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body, Client, Parameters } from '../../../harness/client.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

const PEOPLE = ['iago', 'hamlet', 'cordelia'] as const
const CHANNELS = ['Verona', 'Denmark'] as const

let world: World
/** Gateways that share one database. The third keeps no messages in memory. */
const urls: string[] = []

beforeAll(async () => {
  world = await World.create()
  for (const size of ['64', '64', '0']) {
    urls.push((await world.gateway({ MESSAGE_CACHE_MB: size })).url)
  }
})
afterAll(() => world?.close())

const at = (gateway: number, name: string): Client => world.client(urls[gateway]!, name)

const place = fc.record({
  channel: fc.constantFrom(...CHANNELS),
  topic: fc.constantFrom('one', 'two', 'three', ''),
})
const person = fc.constantFrom(...PEOPLE)
const word = fc.constantFrom('x', '**bold** é', 'https://example.com/', '/me waves', '"quoted" \\ 👋')
/** The message to change, counted from the newest. */
const which = fc.nat(7)

const step = fc.record({
  gateway: fc.nat(2),
  action: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), person, place, word }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('sendDirect' as const), person, word }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('edit' as const), which, word }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('move' as const),
        which,
        place,
        mode: fc.constantFrom('change_one', 'change_later', 'change_all'),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('react' as const), which, person, isAdded: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('vote' as const), which, person }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('flag' as const), which, person }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('renameUser' as const), person, word }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('renameChannel' as const), n: fc.nat(9) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('showEdits' as const),
        policy: fc.constantFrom('all', 'moves', 'none'),
      }),
    },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const messageIds: number[] = []

/** Makes a change. A refused change, as of another user's message, changes nothing. */
async function applyStep({ gateway, action }: Step): Promise<void> {
  const owner = at(gateway, 'desdemona')
  const id = 'which' in action ? messageIds.at(-1 - action.which) : 0
  if (id === undefined) return
  const channel = (name: string) => world.channelId(name)
  const sent = async (name: string, parameters: Parameters) => {
    const { body } = await at(gateway, name).post('/messages', parameters)
    if (body.result === 'success') messageIds.push(body.id)
  }
  switch (action.kind) {
    case 'send': {
      const { channel: to, topic } = action.place
      return sent(action.person, { type: 'channel', to: channel(to), topic, content: action.word })
    }
    case 'sendDirect':
      return sent(action.person, {
        type: 'direct',
        to: [world.userId('hamlet'), world.userId('cordelia')],
        content: action.word,
      })
    case 'edit': {
      const writer = PEOPLE[action.which % PEOPLE.length]!
      await at(gateway, writer).patch(`/messages/${id}`, { content: `${action.word} ${messageIds.length}` })
      return
    }
    case 'move': {
      const { channel: to, topic } = action.place
      await owner.patch(`/messages/${id}`, { topic, stream_id: channel(to), propagate_mode: action.mode })
      return
    }
    case 'react': {
      const client = at(gateway, action.person)
      const reaction = { emoji_name: 'tada' }
      await (action.isAdded
        ? client.post(`/messages/${id}/reactions`, reaction)
        : client.delete(`/messages/${id}/reactions`, reaction))
      return
    }
    case 'vote':
      await at(gateway, action.person).post('/submessage', {
        message_id: id,
        msg_type: 'widget',
        content: '{"type":"vote","key":"canned,0","vote":1}',
      })
      return
    case 'delete':
      await owner.delete(`/messages/${id}`)
      return
    case 'flag':
      await at(gateway, action.person).post('/messages/flags', {
        op: action.which % 2 === 0 ? 'add' : 'remove',
        flag: action.which % 3 === 0 ? 'starred' : 'read',
        messages: [id],
      })
      return
    case 'renameUser':
      await owner.patch(`/users/${world.userId(action.person)}`, { full_name: `Person ${action.word}` })
      return
    case 'renameChannel':
      await owner.patch(`/streams/${channel('Denmark')}`, { new_name: `Denmark ${action.n}` })
      return
    case 'showEdits':
      await owner.patch('/realm', { message_edit_history_visibility_policy: action.policy })
  }
}

/**
 * Expects that every list at every gateway shows each message exactly as `GET /messages/{id}`, which uses no
 * cache.
 */
async function compare(): Promise<void> {
  const form = {
    apply_markdown: messageIds.length % 2 === 0,
    allow_empty_topic_name: true,
  }
  for (const name of PEOPLE) {
    const lists: Body[][] = await Promise.all(
      urls.map(async (_, gateway) => {
        const range = { anchor: 'newest', num_before: 100, num_after: 0, ...form }
        return (await at(gateway, name).ok(at(gateway, name).get('/messages', range))).messages
      }),
    )
    expect(lists[1]).toEqual(lists[0])
    expect(lists[2]).toEqual(lists[0])
    for (const listed of lists[0]!.slice(-8)) {
      const client = at(0, name)
      const { message } = await client.ok(client.get(`/messages/${listed.id}`, form))
      expect(listed).toEqual(message)
    }
  }
}

test('cached messages equal the rows in Postgres, whichever gateway changed them', async () => {
  await checkProperty(fc.array(step, { minLength: 20, maxLength: 40 }), 4, async (steps) => {
    for (const [n, next] of steps.entries()) {
      await applyStep(next)
      if (n % 3 === 0) await compare()
    }
    await compare()
  })
})

test('a message that changes between the two statements of a fetch is read again', async () => {
  const client = at(0, 'hamlet')
  const { id } = await client.ok(
    client.post('/messages', { type: 'channel', to: 'Verona', topic: 'race', content: '0' }),
  )
  const read = async (gateway: number) => {
    const range = { message_ids: [id], apply_markdown: false }
    const { messages } = await at(gateway, 'hamlet').ok(at(gateway, 'hamlet').get('/messages', range))
    return Number(messages[0].content)
  }
  let acknowledged = 0
  let isOver = false
  const readers = urls.map(async (_, gateway) => {
    while (!isOver) {
      const before = acknowledged
      expect(await read(gateway)).toBeGreaterThanOrEqual(before)
    }
  })
  const edits = async () => {
    for (let n = 1; n <= 100; n++) {
      await client.ok(client.patch(`/messages/${id}`, { content: String(n) }))
      acknowledged = n
    }
  }
  await Promise.all([edits().finally(() => (isOver = true)), ...readers])
})
