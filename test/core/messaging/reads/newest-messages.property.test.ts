import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChannels } from '../../../../core/channels/joining/create.ts'
import { addMembers, removeMembers } from '../../../../core/channels/subscriptions/subscribe.ts'
import { fillNewestMessages } from '../../../../core/messaging/conversations/fill-newest.ts'
import { deleteMessage } from '../../../../core/messaging/editing/delete.ts'
import { editMessage } from '../../../../core/messaging/editing/edit.ts'
import { changeFlags } from '../../../../core/messaging/marking/change-flags.ts'
import { markAllAsRead } from '../../../../core/messaging/marking/mark-all.ts'
import { markArchived } from '../../../../core/messaging/marking/mark-archived.ts'
import { NEWEST, rangeFor } from '../../../../core/messaging/narrow/range.ts'
import { isRead, readStateJoins } from '../../../../core/messaging/reads/read-state.ts'
import { unreadSummary } from '../../../../core/messaging/reads/unread.ts'
import { sendMessage } from '../../../../core/messaging/sending/send.ts'
import { hooksOf } from '../../../../core/open-core.ts'
import { createRealm } from '../../../../core/organization/settings/create.ts'
import { createUser } from '../../../../core/people/accounts/create.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import { ApiError } from '../../../../core/platform/errors.ts'
import type { MessageId } from '../../../../core/platform/ids.ts'
import type { ChannelRecord } from '../../../../core/state/channels/record.ts'
import type { Core } from '../../../../core/state/core.ts'
import { RealmState } from '../../../../core/state/realm/state.ts'
import { Role, type UserRecord } from '../../../../core/state/users/record.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

const ROLES = [Role.administrator, Role.member, Role.guest]
const TOPICS = ['one', 'two', 'three']

/** Unread messages by the rule for one message, which does not look at `newest_message_id`. */
const UNREAD = statement(
  'test.unread',
  `SELECT m.id, m.channel_id AS channel FROM message m ${readStateJoins('$1')}
   WHERE NOT ${isRead('$1')} AND m.realm_id = $2 AND (m.channel_id IS NOT NULL OR EXISTS (
     SELECT FROM conversation_participant t WHERE t.conversation_id = m.conversation_id AND t.user_id = $1
   )) ORDER BY m.id`,
)
const MESSAGES = statement('test.messages', 'SELECT id FROM message WHERE realm_id = $1 ORDER BY id')
/** Conversations whose noted message is older than their newest one. */
const WRONG = statement(
  'test.wrong',
  `SELECT c.id FROM conversation c JOIN message m ON m.conversation_id = c.id
   GROUP BY c.id HAVING max(m.id) > c.newest_message_id`,
)
const FORGET = statement(
  'test.forget',
  'UPDATE conversation SET newest_message_id = NULL WHERE realm_id = $1 AND id % 2 = $2',
)
const UNKNOWN = statement(
  'test.unknown',
  'SELECT id FROM conversation WHERE realm_id = $1 AND newest_message_id IS NULL',
)

const user = fc.nat(ROLES.length - 1)
const channel = fc.nat(2)
const topic = fc.constantFrom(...TOPICS)
const choice = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const of = <Kind extends string>(kind: Kind) => fc.constant(kind)

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: of('send'), user, channel, topic, isDirect: fc.nat(4).map((n) => n === 0) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: of('mark'),
      user,
      op: fc.constantFrom('add' as const, 'add' as const, 'remove' as const),
      from: choice,
      size: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: of('markAll'), user }) },
  { weight: 2, arbitrary: fc.record({ kind: of('turn'), user, channel }) },
  { weight: 1, arbitrary: fc.record({ kind: of('archive'), channel }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: of('move'),
      at: choice,
      channel,
      topic,
      mode: fc.constantFrom('change_one' as const, 'change_later' as const, 'change_all' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: of('delete'), at: choice }) },
  { weight: 1, arbitrary: fc.record({ kind: of('forget'), parity: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: of('fill') }) },
  { weight: 3, arbitrary: fc.record({ kind: of('look'), user }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

let world: World
let core: Core
let realm: RealmState
let people: UserRecord[]
let channels: ChannelRecord[]

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  const id = await createRealm(core.db, { subdomain: 'newest', name: 'Newest' })
  const options = {
    hooks: hooksOf(core),
    db: core.db,
    secretKey: world.config.secretKey,
    retentionMs: 900_000,
  }
  realm = (await RealmState.open(id, options))!
  people = []
  for (const [i, role] of ROLES.entries()) {
    people.push(await createUser(core, realm, { email: `${i}@newest.test`, fullName: `Person ${i}`, role }))
  }
  await realm.sync()
  const kinds = [{}, { isPrivate: true }, { isPrivate: true, historyPublicToSubscribers: false }]
  channels = await core.changeAsSystem(realm, async (tx) => {
    const wanted = kinds.map((kind, i) => ({
      name: `${i}`,
      description: '',
      renderedDescription: '',
      ...kind,
    }))
    return addChannels(tx, realm, people[0]!.id, wanted)
  })
  await realm.sync()
  for (const user of people.keys()) for (const channel of channels.keys()) await turn(user, channel)
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const callerOf = (who: number) => ({ core, realm, user: people[who]! })

/** Subscribes a user, or unsubscribes. */
async function turn(who: number, at: number): Promise<void> {
  const [{ id: user }, { id }] = [people[who]!, channels[at]!]
  await core.changeAsSystem(realm, async (tx) => {
    const change = realm.membership.has(id, user) ? removeMembers : addMembers
    await change(tx, realm, [{ channel: realm.channels.get(id)!, users: [user] }])
  })
  await realm.sync()
}

async function messages(): Promise<MessageId[]> {
  return (await core.db.run<{ id: MessageId }>(MESSAGES, [realm.id])).map(({ id }) => id)
}

async function take(step: Step): Promise<void> {
  switch (step.kind) {
    case 'send': {
      const other = people[(step.user + 1) % people.length]!.id
      const to = step.isDirect
        ? { kind: 'direct' as const, users: [other] }
        : { kind: 'channel' as const, channel: channels[step.channel]!.id, topic: step.topic }
      await sendMessage(callerOf(step.user), { to, content: 'x', client: 'script' })
      return
    }
    case 'mark': {
      const ids = await messages()
      const from = Math.floor(step.from * ids.length)
      await changeFlags(callerOf(step.user), { op: step.op, flag: 'read' }, ids.slice(from, from + step.size))
      return
    }
    case 'markAll':
      await markAllAsRead(callerOf(step.user), { kind: 'all' })
      expect(await core.db.run(UNREAD, [people[step.user]!.id, realm.id])).toEqual([])
      return
    case 'archive':
      // What archiving writes. The channel goes on, as after its return.
      await core.changeAsSystem(realm, (tx) => markArchived(tx, realm, channels[step.channel]!.id))
      return
    case 'turn':
      return turn(step.user, step.channel)
    case 'move': {
      const ids = await messages()
      if (ids.length === 0) return
      const id = ids[Math.floor(step.at * ids.length)]!
      const target = { topic: step.topic, channel: channels[step.channel]!.id, mode: step.mode }
      await editMessage(callerOf(0), id, { ...target, notices: { old: false, new: false } })
      return
    }
    case 'delete': {
      const ids = await messages()
      if (ids.length > 0) await deleteMessage(callerOf(0), ids[Math.floor(step.at * ids.length)]!)
      return
    }
    case 'forget':
      await core.db.run(FORGET, [realm.id, step.parity])
      return
    case 'fill':
      await fillNewestMessages(core)
      expect(await core.db.run(UNKNOWN, [realm.id])).toEqual([])
      return
    case 'look':
      return look(step.user)
  }
}

/** Compares the user's view with the rule for each message. */
async function look(who: number): Promise<void> {
  const reader = people[who]!
  const unread = await core.db.run<{ id: MessageId; channel: number | null }>(UNREAD, [reader.id, realm.id])
  const { streams, pms } = await unreadSummary(core.db, realm, reader, { emptyTopicName: true })
  const listed = [...streams, ...pms].flatMap(({ unread_message_ids: ids }) => ids)
  expect(listed.sort((a, b) => a - b)).toEqual(unread.map(({ id }) => id))
  const request = { anchor: 'first_unread', includeAnchor: true, numBefore: 0, numAfter: 0 } as const
  const everywhere = await rangeFor(core.db, realm, reader, { ...request, narrow: [] })
  expect(everywhere.anchor).toBe(unread[0]?.id ?? NEWEST)
  for (const { id } of channels) {
    if (!realm.membership.has(id, reader.id)) continue
    const narrow = [{ operator: 'channel', operand: id }]
    const { anchor } = await rangeFor(core.db, realm, reader, { ...request, narrow })
    expect(anchor).toBe(unread.find(({ channel }) => channel === id)?.id ?? NEWEST)
  }
}

test('read state that skips conversations by their newest message is that of each message', {
  timeout: 600_000,
}, async () => {
  await checkProperty(fc.array(step, { minLength: 30, maxLength: 60 }), 10, async (history) => {
    for (const step of history) {
      try {
        await take(step)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error // A forbidden change changes nothing.
      }
      await realm.sync()
      expect(await core.db.run(WRONG)).toEqual([])
    }
    for (const who of people.keys()) await look(who)
  })
})

test('messages that are sent while conversations are filled are noted', async () => {
  const other = await world.core()
  try {
    const send = async (by: number) => {
      for (let n = 0; n < 40; n++) {
        const to = { kind: 'channel' as const, channel: channels[0]!.id, topic: `busy ${n % 4}` }
        await sendMessage(callerOf(by), { to, content: 'x', client: 'script' })
      }
    }
    const fill = async () => {
      for (let n = 0; n < 30; n++) {
        await other.db.run(FORGET, [realm.id, n % 2])
        await fillNewestMessages(other)
      }
    }
    if (!realm.membership.has(channels[0]!.id, people[0]!.id)) await turn(0, 0)
    await Promise.all([send(0), send(0), fill()])
    await fillNewestMessages(core)
    expect(await core.db.run(WRONG)).toEqual([])
    expect(await core.db.run(UNKNOWN, [realm.id])).toEqual([])
  } finally {
    await other.close()
  }
})
