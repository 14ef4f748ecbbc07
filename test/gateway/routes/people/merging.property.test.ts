import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { checkProperty } from '../../../harness/property.ts'
import { ok, setUpStage, world } from '../stage.ts'
import { dyingCore, merge, mergeWhole, person, runMerges } from './merging-stage.ts'

setUpStage()

type Person = Awaited<ReturnType<typeof person>>
const PEOPLE = 4
const who = fc.nat({ max: PEOPLE - 1 })
const some = fc.nat({ max: 200 })
const channel = fc.nat({ max: 3 })
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('send' as const), who, channel, topic: fc.nat({ max: 2 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('mention' as const),
      who,
      channel,
      other: who,
      silent: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('direct' as const),
      who,
      to: fc.uniqueArray(who, { maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('react' as const),
      who,
      some,
      emoji: fc.constantFrom('tada', 'heart'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('mark' as const),
      who,
      some,
      op: fc.constantFrom('add', 'remove'),
      flag: fc.constantFrom('read', 'starred'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('readTopic' as const), who, some }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom('join' as const, 'leave' as const), who, channel }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('edit' as const), who, some }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('move' as const), who, some }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('policy' as const),
      who,
      channel,
      policy: fc.constantFrom(1, 3),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('vote' as const), who, some, other: who }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

let round = 0

interface History {
  readonly people: readonly Person[]
  readonly channels: readonly string[]
  readonly ids: readonly number[]
}

/** Four people act; refusals are part of the history. */
async function live(steps: readonly Step[]): Promise<History> {
  round += 1
  const people: Person[] = []
  for (const name of ['Ann', 'Ben', 'Cid', 'Dot']) people.push(await person(`${name} ${round}`))
  const owner = people[2]!.client
  const channels = ['open', 'late', 'closed', 'private'].map((name) => `${name} ${round}`)
  for (const [n, name] of channels.entries()) {
    await ok(
      owner.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        ...(n >= 2 && { invite_only: true, history_public_to_subscribers: n === 2 }),
        principals: n % 2 === 0 ? people.map(({ id }) => id) : [people[2]!.id, people[3]!.id],
      }),
    )
  }
  const ids: number[] = []
  const sent = ({ body }: { body: Body }) => {
    if (body.id !== undefined) ids.push(body.id)
  }
  const poll = await people[3]!.client.post('/messages', {
    type: 'direct',
    to: people.map(({ id }) => id),
    content: '/poll Tea?\nYes',
  })
  sent(poll)
  for (const one of steps) {
    const { client } = people[one.who]!
    const target = 'some' in one ? ids[one.some % ids.length]! : 0
    const name = 'channel' in one ? channels[one.channel]! : ''
    switch (one.what) {
      case 'send':
        sent(
          await client.post('/messages', { type: 'stream', to: name, topic: `t${one.topic}`, content: 'hi' }),
        )
        break
      case 'mention': {
        const { name: full, id } = people[one.other]!
        const content = `${one.silent ? '@_' : '@'}**${full}|${id}** see #narrow/dm/${id}-x and @**${full}**`
        sent(await client.post('/messages', { type: 'stream', to: name, topic: 'names', content }))
        break
      }
      case 'direct': {
        const to = one.to.map((n) => people[n]!.id)
        if (to.length > 0) sent(await client.post('/messages', { type: 'direct', to, content: 'psst' }))
        break
      }
      case 'react':
        await client.post(`/messages/${target}/reactions`, { emoji_name: one.emoji })
        break
      case 'mark':
        await client.post('/messages/flags', { messages: [target], op: one.op, flag: one.flag })
        break
      case 'readTopic':
        await client.post('/messages/flags/narrow', {
          anchor: target,
          num_before: 30,
          num_after: 0,
          op: 'add',
          flag: 'read',
          narrow: [],
        })
        break
      case 'join':
      case 'leave': {
        const verb = one.what === 'join' ? 'post' : 'delete'
        const subscriptions = one.what === 'join' ? [{ name }] : [name]
        // People cannot join private channels by themselves: the owner brings them.
        await (one.what === 'join' ? owner : client)[verb]('/users/me/subscriptions', {
          subscriptions,
          ...(one.what === 'join' && { principals: [people[one.who]!.id] }),
        })
        break
      }
      case 'edit':
        await client.patch(`/messages/${target}`, { content: `changed by ${people[one.who]!.name}` })
        break
      case 'move':
        await client.patch(`/messages/${target}`, { topic: 'elsewhere', propagate_mode: 'change_one' })
        break
      case 'policy':
        await client.post('/user_topics', {
          stream_id: await idOf(name),
          topic: 't1',
          visibility_policy: one.policy,
        })
        break
      case 'vote': {
        const content = JSON.stringify({ type: 'new_option', idx: 1, option: `by ${one.who}` })
        await client.post('/submessage', { message_id: ids[0], msg_type: 'widget', content })
        const key = `${people[one.other]!.id},1`
        const vote = JSON.stringify({ type: 'vote', key, vote: 1 })
        await client.post('/submessage', { message_id: ids[0], msg_type: 'widget', content: vote })
      }
    }
  }
  return { people, channels, ids }
}

async function idOf(name: string): Promise<number> {
  const [row] = await world.sql<{ id: number }>('SELECT id FROM channel WHERE name = $1', [name])
  return row!.id
}

/** Every message that a person can read, by id. */
async function messagesOf({ client }: Person, channels: readonly string[]): Promise<Map<number, Body>> {
  const seen = new Map<number, Body>()
  const read = async (narrow: Body[]) => {
    const range = { anchor: 'newest', num_before: 500, num_after: 0, apply_markdown: false }
    const { status, body } = await client.get('/messages', { ...range, narrow })
    if (status === 200) for (const message of body.messages) seen.set(message.id, message)
  }
  await read([])
  for (const operand of channels) await read([{ operator: 'channel', operand }])
  return seen
}

async function subscriptionsOf({ client }: Person): Promise<string[]> {
  const { subscriptions } = await ok(client.get('/users/me/subscriptions'))
  return subscriptions.map(({ name }: Body) => name).sort()
}

/** What the interface does not show of a person: spans of subscriptions, flags, and own messages. */
async function factsOf({ id }: Person) {
  const spans = await world.sql<{ name: string; from: string; to: string | null }>(
    `SELECT c.name, s.from_id AS from, s.to_id AS to FROM subscription_span s
     JOIN channel c ON c.id = s.channel_id WHERE s.user_id = $1`,
    [id],
  )
  const flags = await world.sql<{ id: string; bits: number }>(
    'SELECT message_id AS id, bits FROM message_flag WHERE user_id = $1',
    [id],
  )
  const sent = await world.sql<{ id: string }>(
    'SELECT id FROM message WHERE sender_id = $1 AND bits & 1 <> 0',
    [id],
  )
  return {
    sentAsRead: new Set(sent.map((row) => Number(row.id))),
    spans: spans.map(({ name, from, to }) => ({
      name,
      from: Number(from),
      to: to === null ? Number.POSITIVE_INFINITY : Number(to),
    })),
    bits: new Map(flags.map((row) => [Number(row.id), row.bits])),
  }
}

interface Before {
  readonly messages: Map<number, Body>
  readonly facts: Awaited<ReturnType<typeof factsOf>>
}

const EXPLICIT = 1
const READ = 2

/** Whether somebody has read a message; undefined when it did not reach the person. */
function stateOf({ messages, facts }: Before, id: number): boolean | undefined {
  const bits = facts.bits.get(id) ?? 0
  if ((bits & EXPLICIT) !== 0) return (bits & READ) !== 0
  if (facts.sentAsRead.has(id)) return true
  const message = messages.get(id)
  if (message === undefined) return undefined
  if (!message.flags.includes('read')) return false
  const isReached =
    message.type === 'private' ||
    facts.spans.some(
      ({ name, from, to }) =>
        name === message.display_recipient && from <= id && to === Number.POSITIVE_INFINITY,
    )
  return isReached ? true : undefined
}

const FLAGS = { starred: 4, mentioned: 16, has_alert_word: 32 }

test('a merged history is the history of one person', async () => {
  await checkProperty(
    fc.record({
      steps: fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }),
      dies: fc.option(
        fc.record({
          at: fc.integer({ min: 1, max: 12 }),
          when: fc.constantFrom('before' as const, 'after' as const),
        }),
      ),
      isReversed: fc.boolean(),
    }),
    6,
    async ({ steps, dies, isReversed }) => {
      const { people, channels } = await live(steps)
      const [first, second, ...others] = people as [Person, Person, ...Person[]]
      const [into, from] = isReversed ? [second, first] : [first, second]
      const look = async (one: Person): Promise<Before> => ({
        messages: await messagesOf(one, channels),
        facts: await factsOf(one),
      })
      const before = new Map<Person, Before>()
      const subscribed = new Map<Person, string[]>()
      for (const one of people) before.set(one, await look(one))
      for (const one of people) subscribed.set(one, await subscriptionsOf(one))
      if (dies === null) await mergeWhole(from.id, into.id)
      else {
        await ok(merge(from.id, into.id))
        await runMerges(dyingCore(dies.at, dies.when)).catch(({ message }) => expect(message).toBe('killed'))
        await runMerges()
      }
      const mapped = (message: Body): Body => {
        const user = (id: number) => (id === from.id ? into.id : id)
        const one = (reaction: Body) => `${reaction.emoji_name} ${user(reaction.user_id)}`
        const text = (content: string) =>
          content
            .replaceAll(`**${from.name}|${from.id}**`, `**${into.name}|${into.id}**`)
            .replaceAll(`@**${from.name}**`, `@**${into.name}|${into.id}**`)
            .replaceAll(`#narrow/dm/${from.id}-x`, `#narrow/dm/${into.id}-x`)
        return {
          id: message.id,
          sender: user(message.sender_id),
          to:
            message.type === 'private'
              ? [...new Set(message.display_recipient.map(({ id }: Body) => user(id)))].sort()
              : [message.display_recipient, message.subject],
          reactions: [...new Set(message.reactions.map(one))].sort(),
          content: text(message.content),
          history: (message.edit_history ?? []).map((edit: Body) => ({
            by: edit.user_id === null ? null : user(edit.user_id),
            before: edit.prev_content === undefined ? undefined : text(edit.prev_content),
          })),
          additions: message.submessages.map(({ sender_id }: Body) => user(sender_id)),
        }
      }
      const both = [before.get(into)!, before.get(from)!] as const
      const after = await messagesOf(into, channels)
      const subscriptions = [...subscribed.get(into)!, ...subscribed.get(from)!]
      const isReceived = (id: number, channel: string) =>
        both.some(({ facts }) =>
          facts.spans.some(({ name, from, to }) => name === channel && from <= id && id < to),
        )
      // One person sees in a protected history what either account has received.
      const hidden = await world.sql<{ id: string; name: string }>(
        'SELECT m.id, c.name FROM message m JOIN channel c ON c.id = m.channel_id WHERE c.name = $1',
        [channels[3]],
      )
      const visible = new Set([...both[0].messages.keys(), ...both[1].messages.keys()])
      for (const { id, name } of hidden)
        if (subscriptions.includes(name) && isReceived(Number(id), name)) visible.add(Number(id))
      const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
      expect(ascending(after.keys())).toEqual(ascending(visible))
      for (const id of visible) {
        const known = both.map(({ messages }) => messages.get(id)).filter((each) => each !== undefined)
        const now = after.get(id)!
        if (known.length > 0) expect(mapped(now), `message ${id}`).toEqual(mapped(known[0]))
        const states = [stateOf(both[0], id), stateOf(both[1], id)]
        const isUnread = states.includes(false) && !states.includes(true)
        const place = `message ${id}: ${JSON.stringify({ states, known: known.map((each) => each.flags) })}`
        expect(now.flags.includes('read'), place).toBe(!isUnread)
        const bits = both.reduce((sum, { facts }) => sum | (facts.bits.get(id) ?? 0), 0)
        for (const [flag, bit] of Object.entries(FLAGS))
          expect(now.flags.includes(flag), `${flag} of ${place}`).toBe((bits & bit) !== 0)
        const isHistorical = now.type === 'stream' && !isReceived(id, now.display_recipient)
        expect(now.flags.includes('historical'), place).toBe(isHistorical)
      }
      expect(await subscriptionsOf(into)).toEqual([...new Set(subscriptions)].sort())
      for (const one of others) {
        const now = await messagesOf(one, channels)
        const then = before.get(one)!.messages
        expect([...now.keys()].sort()).toEqual([...then.keys()].sort())
        for (const [id, message] of then) {
          expect(mapped(now.get(id)!)).toEqual(mapped(message))
          const flags = ({ flags }: Body) => [...flags].sort()
          expect(flags(now.get(id)!), `message ${id} of ${one.name}`).toEqual(flags(message))
        }
        expect(await subscriptionsOf(one)).toEqual(subscribed.get(one))
      }
      // The summary of POST /register counts the same messages as unread.
      for (const one of [into, ...others]) {
        const { unread_msgs } = await ok(
          one.client.post('/register', { event_types: ['message', 'update_message_flags'] }),
        )
        const { pms, streams, huddles } = unread_msgs
        const counted = [...pms, ...streams, ...huddles].flatMap((each: Body) => each.unread_message_ids)
        const unread = [...(await messagesOf(one, channels)).values()].filter(
          ({ flags }) => !flags.includes('read'),
        )
        expect(counted.sort()).toEqual(unread.map(({ id }) => id).sort())
      }
      expect(await leftOf(from.id)).toEqual([])
    },
  )
}, 300_000)

/** The tables that still have rows of an account, beside those that keep it. */
async function leftOf(id: number): Promise<string[]> {
  const left: string[] = []
  for (const place of [
    'message.sender_id',
    'reaction.user_id',
    'message_flag.user_id',
    'read_pointer.user_id',
    'conversation_participant.user_id',
    'subscription.user_id',
    'subscription_span.user_id',
    'submessage.sender_id',
    'user_topic.user_id',
  ]) {
    const [table, column] = place.split('.')
    const rows = await world.sql(`SELECT FROM ${table} WHERE ${column} = $1 LIMIT 1`, [id])
    if (rows.length > 0) left.push(place)
  }
  return left
}
