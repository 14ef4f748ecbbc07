import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchMessages } from '../../../../core/messaging/fetching/fetch.ts'
import { narrowCondition } from '../../../../core/messaging/narrow/conditions.ts'
import { type Anchor, NEWEST } from '../../../../core/messaging/narrow/range.ts'
import { resolveNarrow } from '../../../../core/messaging/narrow/resolve.ts'
import type { NarrowTerm, ResolvedTerm } from '../../../../core/messaging/narrow/terms.ts'
import { Parameters } from '../../../../core/platform/db/statements/sql-builder.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { MessageId, RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../../core/state/users/record.ts'
import { LIST_WORDS } from '../../../harness/list-words.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

const MESSAGES = 3_000
/**
 * Between the ids of two messages. With the large one, a search needs windows of every size; with the small
 * one, words that are rare are searched for in everything.
 */
const GAPS = [40_000, 400]

/**
 * SQL: a number from 0 to `below` - 1 that looks random and depends on the ids of a row and on `salt` only.
 */
const random = (ids: string, salt: number, below: number) =>
  `((hashtextextended(concat_ws('-', ${ids}), ${salt}) & 1048575) % ${below})`
const READERS = `(SELECT id FROM user_account WHERE email IN ('hamlet@demo.test', 'cordelia@demo.test', 'polonius@demo.test', 'iago@demo.test'))`
const IAGO = `(SELECT id FROM user_account WHERE email = 'iago@demo.test')`
/** Iago has read everything up to this message. */
const LATE = 1_200

/**
 * Six channels of eight topics, some resolved, and the direct conversations of a few people. Everything else
 * is random: spans of subscriptions, channels that were archived, muted channels, policies of topics,
 * pointers, flags, moves, reactions, features and words.
 */
const seedWith = (GAP: number) => [
  `INSERT INTO channel (realm_id, name, is_private, history_public_to_subscribers, read_to)
   SELECT 1, 'seed ' || n, n IN (2, 3), n <> 2, CASE WHEN n IN (3, 4) THEN 800 * ${GAP} ELSE 0 END FROM generate_series(1, 6) n`,
  `INSERT INTO conversation (realm_id, channel_id, topic)
   SELECT 1, id, CASE WHEN ${random('id, n', 1, 4)} = 0 THEN '✔ ' ELSE '' END || 'topic ' || n
   FROM channel, generate_series(1, 8) n WHERE name LIKE 'seed %'`,
  `INSERT INTO conversation (realm_id, participant_ids)
   SELECT DISTINCT 1, (SELECT array_agg(DISTINCT id ORDER BY id) FROM unnest(ARRAY[a.id, b.id, c.id]) id)
   FROM ${READERS} a, ${READERS} b, ${READERS} c ON CONFLICT DO NOTHING`,
  `INSERT INTO conversation_participant SELECT unnest(participant_ids), id FROM conversation WHERE channel_id IS NULL
   ON CONFLICT DO NOTHING`,
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, bits, arrival_id)
   SELECT n::int8 * ${GAP}, 1, c.id, c.channel_id, (coalesce(c.participant_ids, u.ids))[1 + ${random('n', 2, 9)} % cardinality(coalesce(c.participant_ids, u.ids))],
     'website', 'x', '<p>' || CASE WHEN ${random('n', 3, 3)} = 0 THEN 'lunch ' ELSE '' END
       || CASE WHEN ${random('n', 4, 40)} = 0 THEN 'ocelot ' ELSE '' END || '</p>',
     CASE WHEN ${random('n', 5, 4)} = 0 THEN ${random('n', 6, 256)} ELSE 0 END,
     CASE WHEN c.channel_id IS NOT NULL AND ${random('n', 7, 12)} = 0 THEN n::int8 * ${GAP} + ${random('n', 8, 300)} * ${GAP} + 1 END
   FROM generate_series(1, ${MESSAGES}) n
   CROSS JOIN (SELECT array_agg(id ORDER BY id) AS ids FROM ${READERS} u) u
   JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS r, count(*) OVER () AS count FROM conversation
     WHERE channel_id IS NULL OR channel_id IN (SELECT id FROM channel WHERE name LIKE 'seed %')) c
     ON c.r = ${random('n', 9, 1_000_000)} % c.count`,
  `INSERT INTO subscription (user_id, channel_id, color, is_muted, is_active)
   SELECT u.id, c.id, '#000000', ${random('u.id, c.id', 10, 3)} = 0, ${random('u.id, c.id', 11, 5)} > 0
   FROM ${READERS} u, channel c WHERE c.name LIKE 'seed %' AND ${random('u.id, c.id', 12, 4)} > 0`,
  `INSERT INTO subscription_span (user_id, channel_id, from_id, to_id)
   SELECT user_id, channel_id, ${random('user_id, channel_id', 13, 300)} * ${GAP}, 500 * ${GAP} FROM subscription
   WHERE color = '#000000' AND ${random('user_id, channel_id', 14, 2)} = 0`,
  `INSERT INTO subscription_span (user_id, channel_id, from_id)
   SELECT user_id, channel_id, (500 + ${random('user_id, channel_id', 15, 400)}) * ${GAP} FROM subscription
   WHERE color = '#000000' AND is_active`,
  `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy)
   SELECT u.id, c.channel_id, c.topic, 1 + ${random('u.id, c.id', 16, 3)} FROM ${READERS} u, conversation c
   WHERE c.channel_id IS NOT NULL AND ${random('u.id, c.id', 17, 3)} = 0`,
  `INSERT INTO read_pointer (user_id, conversation_id, message_id)
   SELECT u.id, c.id, CASE WHEN u.id = ${IAGO} THEN ${LATE} ELSE ${random('u.id, c.id', 18, MESSAGES)} END * ${GAP}
   FROM ${READERS} u, conversation c WHERE ${random('u.id, c.id', 19, 3)} > 0 OR u.id = ${IAGO}`,
  `INSERT INTO message_flag (user_id, message_id, bits)
   SELECT u.id, m.id, ${random('u.id, m.id', 20, 256)} FROM ${READERS} u, message m
   WHERE ${random('u.id, m.id', 21, 12)} = 0 AND (u.id <> ${IAGO} OR m.id > ${LATE} * ${GAP})`,
  `INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
   SELECT id, sender_id, 'tada', '1f389', 'unicode_emoji' FROM message WHERE ${random('id', 22, 15)} = 0`,
  ...LIST_WORDS,
  'VACUUM ANALYZE',
  // The statistics do not know this word.
  `UPDATE message SET rendered_content = rendered_content || '<p>zebra</p>' WHERE ${random('id', 23, 4)} = 0`,
  ...LIST_WORDS,
]

let world: World
let core: Core
let realm: RealmState

/** The ids of all messages that meet the terms, ascending, by a look at every message. */
async function matching(reader: UserRecord, terms: readonly ResolvedTerm[]): Promise<number[]> {
  const parameters = new Parameters()
  const condition = narrowCondition(realm, reader, terms, parameters)
  const text = `SELECT m.id FROM (SELECT * FROM message OFFSET 0) m
    WHERE m.realm_id = ${parameters.add(realm.id)}::int AND ${condition} ORDER BY m.id`
  const rows = await core.db.run<{ readonly id: number }>({ name: '', text }, parameters.values)
  return rows.map(({ id }) => id)
}

const OPERANDS: readonly (() => Omit<NarrowTerm, 'negated'>)[] = [
  ...['seed 1', 'seed 2', 'seed 3', 'seed 4'].map((operand) => () => ({ operator: 'channel', operand })),
  ...['public', 'archived'].map((operand) => () => ({ operator: 'channels', operand })),
  ...['topic 1', 'Topic 2', '✔ topic 3', 'none'].map((operand) => () => ({ operator: 'topic', operand })),
  ...['unread', 'starred', 'mentioned', 'alerted', 'resolved', 'followed', 'muted', 'dm'].flatMap((operand) =>
    Array(operand === 'unread' ? 8 : 1).fill(() => ({ operator: 'is', operand })),
  ),
  ...['link', 'image', 'attachment', 'reaction'].map((operand) => () => ({ operator: 'has', operand })),
  ...['lunch', 'lunch', 'ocelot', 'ocelot', 'topic lunch', ...Array(6).fill('zebra'), 'zebra lunch'].map(
    (operand) => () => ({
      operator: 'search',
      operand,
    }),
  ),
  ...['hamlet', 'iago'].flatMap((name) => [
    () => ({ operator: 'sender', operand: world.userId(name) }),
    () => ({ operator: 'dm-including', operand: world.userId(name) }),
    () => ({ operator: 'dm', operand: [world.userId(name)] }),
  ]),
]
const term: fc.Arbitrary<() => NarrowTerm> = fc
  .tuple(fc.constantFrom(...OPERANDS), fc.integer({ min: 0, max: 2 }))
  .map(([operand, n]) => () => ({ ...operand(), negated: n === 0 }))
const requestsWith = (GAP: number) =>
  fc.record({
    name: fc.constantFrom('hamlet', 'cordelia', 'polonius', 'iago'),
    narrow: fc.array(term, { minLength: 0, maxLength: 3 }),
    anchor: fc.oneof(
      fc.constantFrom<Anchor[]>('newest', 'oldest', 'first_unread', 'first_unread'),
      fc.integer({ min: 0, max: (MESSAGES + 1) * GAP }).map((id) => id as MessageId),
    ),
    count: fc.constantFrom(1, 5, 40, 1_200),
  })

type Request = ReturnType<typeof requestsWith> extends fc.Arbitrary<infer Given> ? Given : never

/** Compares a fetch with a look at every message. Returns the number of messages found. */
async function check({ name, narrow: given, anchor, count }: Request): Promise<number> {
  const reader = realm.users.get(world.userId(name))!
  const narrow = given.map((make) => make())
  const terms = await resolveNarrow(core.db, realm, reader, narrow).catch(() => undefined)
  if (terms === undefined) return 0 // The terms exclude each other, or the reader does not know the channel.
  const all = await matching(reader, terms)
  const unread: ResolvedTerm = { kind: 'is', state: 'unread', negated: false }
  const [first = NEWEST] = anchor === 'first_unread' ? await matching(reader, [...terms, unread]) : []
  const at = { newest: NEWEST, oldest: 0, first_unread: first }[anchor as string] ?? (anchor as number)
  const before = all.filter((id) => id < at).slice(-count)
  const after = all.filter((id) => id > at).slice(0, count)
  const fetched = await fetchMessages(core, realm, reader, {
    anchor,
    includeAnchor: true,
    numBefore: count,
    numAfter: count,
    narrow,
    applyMarkdown: true,
    clientGravatar: true,
    allowEmptyTopicName: true,
  })
  const expected = [...before, ...all.filter((id) => id === at), ...after]
  expect({
    narrow,
    anchor: fetched.anchor,
    ids: fetched.messages.map((text) => JSON.parse(text).id),
  }).toEqual({ narrow, anchor: at, ids: expected })
  return expected.length
}

describe.each(GAPS)('with %i between ids', (GAP) => {
  beforeAll(async () => {
    world = await World.create()
    core = await world.core()
    for (const [n, text] of seedWith(GAP).entries()) await core.db.run(statement(`test.seed-${n}`, text))
    realm = (await core.realms.get(world.organization.realmId as RealmId))!
  })
  afterAll(async () => {
    await core?.close()
    await world?.close()
  })

  test('read direct messages beyond the nearest messages of the feed are found up to the limit', async () => {
    const narrow = [
      () => ({ operator: 'is', operand: 'unread', negated: true }),
      () => ({ operator: 'is', operand: 'dm', negated: false }),
    ]
    const anchor = ((MESSAGES + 1) * GAP - 26) as MessageId
    expect(await check({ name: 'cordelia', narrow, anchor, count: 40 })).toBe(40)
  })

  test('a fetch by the chosen index finds what a look at every message finds', async () => {
    let found = 0
    await checkProperty(requestsWith(GAP), 80, async (request) => {
      found += await check(request)
    })
    expect(found).toBeGreaterThan(300)
  })
})
