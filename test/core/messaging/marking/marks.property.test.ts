import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChannels } from '../../../../core/channels/joining/create.ts'
import { addMembers, removeMembers } from '../../../../core/channels/subscriptions/subscribe.ts'
import { FlagBit, MessageBit } from '../../../../core/content/messages/bits.ts'
import { changeFlags } from '../../../../core/messaging/marking/change-flags.ts'
import { changeFlagsInRange } from '../../../../core/messaging/marking/change-range.ts'
import {
  markAllAsRead,
  markChannelAsRead,
  markTopicAsRead,
} from '../../../../core/messaging/marking/mark-all.ts'
import { rangeFor } from '../../../../core/messaging/narrow/range.ts'
import type { UnreadDetails } from '../../../../core/messaging/reads/event.ts'
import { isHistorical, isRead, readStateJoins } from '../../../../core/messaging/reads/read-state.ts'
import { starredMessages } from '../../../../core/messaging/reads/starred.ts'
import { unreadSummary } from '../../../../core/messaging/reads/unread.ts'
import { openCore } from '../../../../core/open-core.ts'
import { createRealm } from '../../../../core/organization/settings/create.ts'
import { createUser } from '../../../../core/people/accounts/create.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../../core/state/users/record.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'
import { disableAutomaticPolicies } from '../reads/disable-automatic-policies.ts'
import {
  CHANNEL_OF,
  type ChannelName,
  type Copy,
  type Place,
  ReaderModel,
  type SentEvent,
} from '../reads/reader-model.ts'

/** Histories that run concurrently, each with its own reader and channels: their marks share transactions. */
const LANES = 200
const ROUNDS = 10

const ANY_ROW = FlagBit.hasExplicitReadState | FlagBit.read

const CONVERSATIONS = statement(
  'test.conversations',
  `INSERT INTO conversation (realm_id, channel_id, topic, participant_ids, newest_message_id)
   SELECT $1, channel, topic, people::int[], CASE WHEN n % 7 > 0 THEN 0 END FROM unnest($2::int[], $3::text[], $4::text[]) WITH ORDINALITY
     AS c (channel, topic, people, n) ORDER BY n RETURNING id`,
)
const PARTICIPANTS = statement(
  'test.participants',
  `INSERT INTO conversation_participant (user_id, conversation_id)
   SELECT unnest(participant_ids), id FROM conversation WHERE participant_ids IS NOT NULL AND realm_id = $1`,
)
const SEND = statement(
  'test.send',
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, bits)
   SELECT nextval('message_id_seq'), $1, conversation, channel, sender, 'test', 'x', 'x', bits
   FROM (SELECT * FROM unnest($2::int8[], $3::int[], $4::int[], $5::int2[]) WITH ORDINALITY
         AS m (conversation, channel, sender, bits, n) ORDER BY n) m RETURNING id`,
)
const MENTION = statement(
  'test.mentions',
  `INSERT INTO message_flag (user_id, message_id, bits)
   SELECT *, ${FlagBit.mentioned} FROM unnest($1::int[], $2::int8[])`,
)
const RENAME = statement('test.rename', 'UPDATE conversation SET topic = $2 WHERE id = $1')
/** Code that moves messages must do this: it writes down the read state that a move would change. */
const MOVE = statement('test.move', 'UPDATE message SET conversation_id = $2 WHERE id = $1')
const KEEP = statement(
  'test.keep',
  `INSERT INTO message_flag (user_id, message_id, bits) VALUES ($1, $2, $3)
   ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits & ~${ANY_ROW} | $3`,
)
const STATE = statement(
  'test.state',
  `SELECT w.reader, m.id, ${isRead('w.reader')} AS read, coalesce(f.bits, 0) AS bits,
     ${isHistorical('w.reader')} AS historical
   FROM unnest($1::int[], $2::int8[]) AS w (reader, id) JOIN message m ON m.id = w.id
   ${readStateJoins('w.reader')} ORDER BY m.id`,
)
/**
 * Rows that say "read" although the message is read without them: below the pointer, or never received by the
 * reader.
 */
const NEEDLESS = statement(
  'test.needless',
  `SELECT f.user_id AS reader, f.message_id AS id FROM message_flag f JOIN message m ON m.id = f.message_id
   LEFT JOIN read_pointer p ON p.user_id = f.user_id AND p.conversation_id = m.conversation_id
   WHERE f.bits & ${ANY_ROW} = ${ANY_ROW} AND (m.id <= p.message_id OR ${isHistorical('f.user_id')})`,
)
const EVENTS = statement(
  'test.events',
  `SELECT payload, audience FROM event_log
   WHERE realm_id = $1 AND seq > $2 AND payload LIKE '{"type":"update_message_flags"%' ORDER BY seq`,
)
const WIPE = statement(
  'test.wipe',
  'TRUNCATE message_flag, read_pointer, conversation_participant, message, conversation CASCADE',
)

interface Lane {
  readonly reader: UserRecord
  readonly channels: Readonly<Record<ChannelName, ChannelId>>
  conversations: ConversationId[]
  topics: string[]
  moved: boolean
  model: ReaderModel
}

let world: World
let core: Core
let realm: RealmState
let lanes: Lane[]
let others: UserRecord[]
let histories = 0

beforeAll(async () => {
  world = await World.create({ DATABASE_POOL_SIZE: '8' })
  core = await openCore({ ...world.config, databasePoolSize: 8 }, pino({ level: 'silent' }), {
    handOver: async () => undefined,
  })
  realm = (await core.realms.get(await createRealm(core.db, { subdomain: 'lanes', name: 'Lanes' })))!
  await disableAutomaticPolicies(core, realm)
  const person = (name: string) => createUser(core, realm, { email: `${name}@example.com`, fullName: name })
  others = [await person('ophelia'), await person('gertrude')]
  const readers: UserRecord[] = []
  for (let lane = 0; lane < LANES; lane++) readers.push(await person(`reader${lane}`))
  const channels = await core.changeAsSystem(realm, async (tx) => {
    const wanted = readers.flatMap((_, lane) => [
      { name: `open ${lane}` },
      { name: `closed ${lane}`, isPrivate: true },
    ])
    // At most MAX_NEW_CHANNELS_PER_REQUEST at once.
    const first = await addChannels(tx, realm, others[0]!.id, wanted.slice(0, LANES))
    // One person may create MAX_NEW_CHANNELS_PER_DAY.
    return [...first, ...(await addChannels(tx, realm, others[1]!.id, wanted.slice(LANES)))]
  })
  await realm.sync()
  lanes = readers.map((reader, lane) => ({
    reader,
    channels: { open: channels[2 * lane]!.id, closed: channels[2 * lane + 1]!.id },
    conversations: [],
    topics: [],
    moved: false,
    model: new ReaderModel(),
  }))
}, 600_000)
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const place = fc.nat(4) as fc.Arbitrary<Place>
const channel = fc.constantFrom('open' as const, 'closed' as const)
/** Chooses among the existing entries: a fraction of the list's length. */
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const some = fc.array(share, { minLength: 1, maxLength: 4 })
const op = fc.constantFrom('add' as const, 'add' as const, 'remove' as const)
const flag = fc.constantFrom('read' as const, 'read' as const, 'starred' as const, 'collapsed' as const)
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

const message = fc.record({
  place,
  isOwn: fc.nat(3).map((n) => n === 0),
  mentions: fc.nat(3).map((n) => n === 0),
  wildcard: fc.nat(5).map((n) => n === 0),
})
const step = fc.oneof(
  weighted(
    7,
    fc.record({
      kind: fc.constant('send' as const),
      messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    }),
  ),
  weighted(8, fc.record({ kind: fc.constant('flags' as const), op, flag, some })),
  weighted(
    1,
    fc.record({
      kind: fc.constant('mark' as const),
      what: fc.constantFrom('all' as const, 'open' as const, 'closed' as const, 0 as const, 2 as const),
    }),
  ),
  weighted(
    2,
    fc.record({
      kind: fc.constant('narrow' as const),
      narrow: fc.constantFrom<(Place | ChannelName | 'all')[]>('all', 'open', 'closed', 0, 3),
      anchor: fc.constantFrom<('oldest' | 'newest' | 'first_unread' | 'some')[]>(
        'oldest',
        'newest',
        'first_unread',
        'some',
      ),
      at: share,
      before: fc.nat(3),
      after: fc.nat(3),
      op,
      flag,
    }),
  ),
  weighted(2, fc.record({ kind: fc.constant('subscribe' as const), channel })),
  weighted(1, fc.record({ kind: fc.constant('unsubscribe' as const), channel })),
  weighted(1, fc.record({ kind: fc.constant('rename' as const), place: fc.nat(2) as fc.Arbitrary<Place> })),
  weighted(1, fc.record({ kind: fc.constant('move' as const), at: share })),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
type LaneStep<Kind extends Step['kind']> = { readonly lane: Lane; readonly step: Of<Kind> }

const round = fc.array(fc.array(step, { minLength: 2, maxLength: 7 }), {
  minLength: LANES,
  maxLength: LANES,
})

/** Empties the organization; subscriptions stay, as from before the first message. */
async function begin(): Promise<void> {
  await core.db.run(WIPE)
  for (const lane of lanes) {
    lane.model = new ReaderModel()
    lane.moved = false
    for (const name of ['open', 'closed'] as const) {
      if (realm.membership.has(lane.channels[name], lane.reader.id)) lane.model.subscribed.add(name)
    }
    lane.topics = ['one', '', 'three']
  }
  const rows = lanes.flatMap(({ reader, channels, topics }) => {
    const participants = [
      [reader.id, others[0]!.id],
      [reader.id, ...others.map((other) => other.id)],
    ]
    return CHANNEL_OF.map((name, index) => ({
      channel: name === undefined ? null : channels[name],
      topic: topics[index] ?? null,
      people: name === undefined ? `{${participants[index - 3]!.sort((a, b) => a - b)}}` : null,
    }))
  })
  const made = await core.db.run<{ id: ConversationId }>(CONVERSATIONS, [
    realm.id,
    rows.map((row) => row.channel),
    rows.map((row) => row.topic),
    rows.map((row) => row.people),
  ])
  await core.db.run(PARTICIPANTS, [realm.id])
  const ids = made.map((row) => row.id)
  for (const [index, lane] of lanes.entries()) lane.conversations = ids.slice(5 * index, 5 * index + 5)
}

const choose = <T>(list: readonly T[], shares: readonly number[]): T[] =>
  list.length === 0 ? [] : [...new Set(shares.map((share) => list[Math.floor(share * list.length)]!))]

const play: { [Kind in Step['kind']]: (laneSteps: LaneStep<Kind>[]) => Promise<unknown> } = {
  send: async (laneSteps) => {
    const sent = laneSteps.flatMap(({ lane, step }) => step.messages.map((message) => ({ lane, ...message })))
    const rows = await core.changeAsSystem(realm, (tx) =>
      tx.run<{ id: number }>(SEND, [
        realm.id,
        sent.map(({ lane, place }) => lane.conversations[place]),
        sent.map(({ lane, place }) => (CHANNEL_OF[place] ? lane.channels[CHANNEL_OF[place]!] : null)),
        sent.map(({ lane, isOwn }) => (isOwn ? lane.reader.id : others[0]!.id)),
        sent.map(({ wildcard }) => MessageBit.readBySender | (wildcard ? MessageBit.channelWildcard : 0)),
      ]),
    )
    for (const [index, { lane, ...given }] of sent.entries())
      lane.model.send({ ...given, id: rows[index]!.id })
    const mentioned = sent.flatMap(({ lane }, index) => {
      const copy = lane.model.copies.find((copy) => copy.id === rows[index]!.id)!
      return copy.mentioned ? [{ reader: lane.reader.id, id: copy.id }] : []
    })
    await core.db.run(MENTION, [mentioned.map((mark) => mark.reader), mentioned.map((mark) => mark.id)])
  },
  flags: each(async ({ reader, model }, { op, flag, some }) => {
    const copies = choose(
      model.copies.filter((copy) => model.isReadable(copy)),
      some,
    )
    const ids = copies.map((copy) => copy.id as MessageId)
    const { changed } = await changeFlags({ core, realm, user: reader }, { op, flag }, ids)
    expect(changed).toEqual(model.change(op, flag, copies))
  }),
  mark: each(async ({ reader, channels, model, topics }, { what }) => {
    const isThere = (copy: Copy) =>
      model.isReadable(copy) && (what === copy.place || what === CHANNEL_OF[copy.place])
    if (what === 'all') {
      await markAllAsRead({ core, realm, user: reader }, { kind: 'all' })
      return model.readAll()
    }
    if (what !== 'open' && !(what === 0) && !model.subscribed.has('closed')) return
    else if (typeof what === 'string') await markChannelAsRead({ core, realm, user: reader }, channels[what])
    else if (!model.copies.some((copy) => copy.place === what && model.isReadable(copy))) return
    else await markTopicAsRead({ core, realm, user: reader }, channels[CHANNEL_OF[what]!], topics[what]!)
    model.change('add', 'read', model.copies.filter(isThere))
  }),
  narrow: each(async (lane, { narrow, anchor, at, before, after, op, flag }) => {
    const { reader, model } = lane
    if (narrow === 'closed' && !model.subscribed.has('closed')) return
    const shown = model.shown(narrow)
    const [chosen] = choose(model.copies, [at])
    const given = anchor === 'some' ? ((chosen?.id ?? 1) as MessageId) : anchor
    const id =
      given === 'first_unread'
        ? (shown.find((copy) => !copy.read)?.id ?? Number.POSITIVE_INFINITY)
        : given === 'oldest'
          ? 0
          : given === 'newest'
            ? Number.POSITIVE_INFINITY
            : given
    const below = shown.filter((copy) => copy.id < id)
    const above = shown.filter((copy) => copy.id > id)
    const range = [
      ...below.slice(Math.max(0, below.length - before)),
      ...shown.filter((copy) => copy.id === id),
      ...above.slice(0, after),
    ]
    const answer = await changeFlagsInRange(
      { core, realm, user: reader },
      { op, flag },
      {
        anchor: given,
        includeAnchor: true,
        numBefore: before,
        numAfter: after,
        narrow: narrowOf(lane, narrow),
      },
    )
    expect(answer).toMatchObject({
      processed: range.length,
      first: range[0]?.id ?? null,
      last: range.at(-1)?.id ?? null,
      updated: model.change(op, flag, range).length,
      foundOldest: id === 0 || below.length < before,
      foundNewest: id === Number.POSITIVE_INFINITY || above.length < after,
    })
  }),
  subscribe: (laneSteps) => changeMembers(laneSteps, 'subscribe'),
  unsubscribe: (laneSteps) => changeMembers(laneSteps, 'unsubscribe'),
  rename: each(async (lane, { place }) => {
    lane.topics[place] = `renamed ${lane.model.copies.length} ${place}`
    await core.db.run(RENAME, [lane.conversations[place], lane.topics[place]])
  }),
  move: each(async (lane, { at }) => {
    const [copy] = choose(
      lane.model.copies.filter((copy) => copy.place < 2),
      [at],
    )
    if (copy === undefined) return
    copy.place = copy.place === 0 ? 1 : 0
    lane.moved = true
    await core.changeAsSystem(realm, async (tx) => {
      await tx.run(MOVE, [copy.id, lane.conversations[copy.place]])
      await tx.run(KEEP, [lane.reader.id, copy.id, copy.read ? ANY_ROW : FlagBit.hasExplicitReadState])
    })
  }),
}

function each<Kind extends Step['kind']>(take: (lane: Lane, step: Of<Kind>) => Promise<void>) {
  return (laneSteps: LaneStep<Kind>[]) => Promise.all(laneSteps.map(({ lane, step }) => take(lane, step)))
}

async function changeMembers(
  laneSteps: readonly (LaneStep<'subscribe'> | LaneStep<'unsubscribe'>)[],
  kind: 'subscribe' | 'unsubscribe',
) {
  const change = kind === 'subscribe' ? addMembers : removeMembers
  await core.changeAsSystem(realm, async (tx) => {
    const wanted = laneSteps.map(({ lane, step }) => ({
      channel: realm.channels.get(lane.channels[step.channel])!,
      users: [lane.reader.id],
    }))
    await change(tx, realm, wanted)
  })
  await realm.sync()
  for (const { lane, step } of laneSteps) {
    if (kind === 'subscribe') lane.model.subscribed.add(step.channel)
    else lane.model.unsubscribe(step.channel)
  }
}

function narrowOf({ channels, topics }: Lane, narrow: Place | ChannelName | 'all') {
  if (narrow === 'all') return []
  if (typeof narrow === 'string') return [{ operator: 'channel', operand: channels[narrow] }]
  const name = CHANNEL_OF[narrow]
  if (name === undefined) return [{ operator: 'dm', operand: [others[0]!.id] }]
  return [
    { operator: 'channel', operand: channels[name] },
    { operator: 'topic', operand: topics[narrow]! },
  ]
}

/** The events in the log since `position`, by reader. */
async function eventsSince(position: number): Promise<Map<UserId, SentEvent[]>> {
  const sent = new Map<UserId, SentEvent[]>()
  for (const { payload, audience } of await core.db.run<{ payload: string; audience: string }>(EVENTS, [
    realm.id,
    position,
  ])) {
    const { op, flag, messages, all, message_details: details = {} } = JSON.parse(payload)
    const reader = Number(audience.slice(1)) as UserId
    const lane = lanes.find((lane) => lane.reader.id === reader)!
    for (const id of messages) {
      if (op === 'remove' && flag === 'read') expectDetails(lane, id, details[id])
    }
    const mentions = messages.filter((id: number) => details[id]?.mentioned)
    sent.set(reader, [...(sent.get(reader) ?? []), { op, flag, messages, mentions, all }])
  }
  return sent
}

function expectDetails({ model, channels, topics }: Lane, id: number, details: UnreadDetails): void {
  const { place } = model.copies.find((copy) => copy.id === id)!
  const name = CHANNEL_OF[place]
  expect(details).toMatchObject(
    name === undefined
      ? { type: 'private', user_ids: place === 3 ? [others[0]!.id] : others.map((other) => other.id) }
      : { type: 'stream', stream_id: channels[name], topic: topics[place], unmuted_stream_msg: true },
  )
}

/** Expects that everything the reader can see equals the model. */
async function compare(lane: Lane): Promise<void> {
  const { reader, model, conversations, channels, topics } = lane
  const summary = await unreadSummary(core.db, realm, reader, { emptyTopicName: true })
  const expected = model.unread()
  const group = [reader.id, ...others.map((other) => other.id)].sort((a, b) => a - b).join()
  const ids = (list: readonly { unread_message_ids: number[] }[]) => list[0]?.unread_message_ids ?? []
  const topic = (place: Place) =>
    summary.streams.filter(
      (stream) => stream.topic === topics[place] && stream.stream_id === channels[CHANNEL_OF[place]!],
    )
  expect([0, 1, 2].map((place) => ids(topic(place as Place)))).toEqual(expected.places.slice(0, 3))
  expect(ids(summary.pms.filter((conversation) => conversation.other_user_id === others[0]!.id))).toEqual(
    expected.places[3],
  )
  expect(ids(summary.huddles.filter((huddle) => huddle.user_ids_string === group))).toEqual(
    expected.places[4],
  )
  expect(summary.mentions).toEqual(expected.mentions)
  expect(summary.count).toBe(expected.places.flat().length)
  expect(await starredMessages(core.db, realm, reader)).toEqual(
    model.copies.filter((copy) => copy.starred && model.isReadable(copy)).map((copy) => copy.id),
  )
  const narrow = (['all', 'open', 0, 3] as const)[conversations[0]! % 4]!
  const request = { anchor: 'first_unread', includeAnchor: true, numBefore: 0, numAfter: 0 } as const
  const { anchor } = await rangeFor(core.db, realm, reader, { ...request, narrow: narrowOf(lane, narrow) })
  expect(anchor).toBe(model.shown(narrow).find((copy) => !copy.read)?.id ?? 10 ** 16)
}

async function compareFlags(): Promise<void> {
  const pairs = lanes.flatMap(({ reader, model }) => model.copies.map(({ id }) => [reader.id, id] as const))
  const rows = await core.db.run<{
    reader: UserId
    id: number
    read: boolean
    bits: number
    historical: boolean
  }>(STATE, [pairs.map(([reader]) => reader), pairs.map(([, id]) => id)])
  const flags = new Map<UserId, [number, string][]>(lanes.map(({ reader }) => [reader.id, []]))
  for (const { reader, id, read, bits, historical } of rows) {
    const names = [
      ...(read ? ['read'] : []),
      ...(bits & FlagBit.starred ? ['starred'] : []),
      ...(bits & FlagBit.collapsed ? ['collapsed'] : []),
      ...(bits & FlagBit.mentioned ? ['mentioned'] : []),
      ...(historical ? ['historical'] : []),
    ]
    flags.get(reader)!.push([id, names.join()])
  }
  for (const { reader, model } of lanes) expect(flags.get(reader.id)).toEqual(model.flags())
  const moved = new Set(lanes.filter((lane) => lane.moved).map((lane) => lane.reader.id))
  const needless = await core.db.run<{ reader: UserId }>(NEEDLESS)
  expect(needless.filter(({ reader }) => !moved.has(reader))).toEqual([])
}

test('two thousand histories give the same flags as a model with one row for each recipient', {
  timeout: 600_000,
}, async () => {
  await checkProperty(round, ROUNDS, async (given) => {
    await begin()
    const longest = Math.max(...given.map((history) => history.length))
    for (let at = 0; at < longest; at++) {
      const laneSteps = lanes.flatMap((lane, index) => {
        const step = given[index]![at]
        return step === undefined ? [] : [{ lane, step }]
      })
      await realm.sync()
      const { position } = realm
      for (const [kind, take] of Object.entries(play)) {
        const its = laneSteps.filter(({ step }) => step.kind === kind)
        if (its.length > 0) await (take as (laneSteps: unknown[]) => Promise<unknown>)(its)
      }
      const sent = await eventsSince(position)
      for (const { reader, model } of lanes) {
        expect(sent.get(reader.id) ?? []).toEqual(model.sentEvents)
        model.sentEvents = []
      }
    }
    await compareFlags()
    await Promise.all(lanes.map(compare))
    histories += lanes.length
  })
  if (process.env.LOQUAT_SEED === undefined) expect(histories).toBeGreaterThanOrEqual(2_000)
})
