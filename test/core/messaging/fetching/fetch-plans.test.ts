import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_SEARCH_PHRASES, SEARCH_TIMEOUT_MS } from '../../../../config/limits.ts'
import { fillNewestMessages } from '../../../../core/messaging/conversations/fill-newest.ts'
import { type FetchRequest, fetchMessages } from '../../../../core/messaging/fetching/fetch.ts'
import { markConversations } from '../../../../core/messaging/marking/mark-conversations.ts'
import { type Statement, statement } from '../../../../core/platform/db/statements/statement.ts'
import type { MessageId, RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Body } from '../../../harness/client.ts'
import { LIST_WORDS } from '../../../harness/list-words.ts'
import { World } from '../../../harness/world.ts'

const MESSAGES = 200_000

/**
 * Fifty channels of forty topics, 200,000 messages, one in ten of them in a direct conversation. Hamlet
 * subscribes to half of the channels, one of them private. Zoe is new: she subscribes to one small channel
 * and has written to one person. Othello has read all topics but one in twelve, of which he has read nothing.
 * Cordelia has read all but the newest tenth. Some topics are resolved; Hamlet has muted one channel and one
 * topic in each of the others.
 */
const SEED = [
  `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role)
   SELECT 1, e, e, 'Person ' || n, 400 FROM (SELECT n, 'seed' || n || '@demo.test' AS e FROM generate_series(1, 200) n) s`,
  `INSERT INTO channel (realm_id, name, is_private, history_public_to_subscribers)
   SELECT 1, 'seed ' || n, n = 2, n <> 2 FROM generate_series(1, 50) n`,
  `INSERT INTO channel (realm_id, name) VALUES (1, 'quiet')`,
  `INSERT INTO conversation (realm_id, channel_id, topic)
   SELECT 1, id, 'topic ' || n FROM channel, generate_series(1, 40) n WHERE name LIKE 'seed %' OR name = 'quiet'`,
  `INSERT INTO conversation (realm_id, participant_ids)
   SELECT 1, ARRAY[least(h.id, u.id), greatest(h.id, u.id)]
   FROM user_account u, user_account h WHERE u.email LIKE 'seed%' AND h.email = 'hamlet@demo.test'`,
  `INSERT INTO conversation (realm_id, participant_ids)
   SELECT 1, ARRAY[least(h.id, u.id), greatest(h.id, u.id)]
   FROM user_account u, user_account h WHERE u.email = 'seed7@demo.test' AND h.email = 'zoe@demo.test'`,
  `INSERT INTO conversation_participant SELECT unnest(participant_ids), id FROM conversation WHERE channel_id IS NULL`,
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
   SELECT nextval('message_id_seq'), 1, c.id, c.channel_id, 1, 'website', 'quiet', '<p>quiet</p>'
   FROM conversation c JOIN channel ON channel.id = c.channel_id WHERE channel.name = 'quiet'`,
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
   SELECT nextval('message_id_seq'), 1, c.id, c.channel_id, (SELECT min(id) FROM user_account WHERE email LIKE 'seed%') + n % 200,
     'website', 'hello ' || n, '<p>hello</p>'
   FROM generate_series(1, ${MESSAGES}) n
   JOIN (SELECT id, channel_id, row_number() OVER (ORDER BY id) AS r FROM conversation
         WHERE channel_id IN (SELECT id FROM channel WHERE name LIKE 'seed %')) c
     ON n % 10 > 0 AND c.r = 1 + (n::bigint * 7919) % 2000`,
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
   SELECT nextval('message_id_seq'), 1, c.id, NULL, c.participant_ids[1 + n % 2], 'website', 'psst ' || n, '<p>psst</p>'
   FROM generate_series(1, ${MESSAGES / 10}) n
   JOIN (SELECT id, participant_ids, row_number() OVER (ORDER BY id) AS r FROM conversation WHERE channel_id IS NULL) c
     ON c.r = 1 + n % 201`,
  `INSERT INTO subscription (user_id, channel_id, color)
   SELECT u.id, c.id, '#000000' FROM user_account u, channel c
   WHERE u.email = 'hamlet@demo.test' AND c.name LIKE 'seed %' AND c.id % 2 = 0
     OR u.email = 'zoe@demo.test' AND c.name = 'quiet'
     OR u.email = 'hamlet@demo.test' AND c.name = 'seed 2'
     OR u.email IN ('othello@demo.test', 'cordelia@demo.test') AND c.name LIKE 'seed %' AND c.id % 2 = 0
     OR u.email LIKE 'seed%' AND c.name LIKE 'seed %'
   ON CONFLICT DO NOTHING`,
  `INSERT INTO subscription_span (user_id, channel_id, from_id)
   SELECT user_id, channel_id, 0 FROM subscription WHERE color = '#000000' ON CONFLICT DO NOTHING`,
  `INSERT INTO read_pointer (user_id, conversation_id, message_id)
   SELECT u.id, c.id, c.newest_message_id
   FROM user_account u, (SELECT *, row_number() OVER (ORDER BY id) AS r FROM conversation) c
   WHERE u.email = 'othello@demo.test' AND c.channel_id IN (SELECT channel_id FROM subscription s WHERE s.user_id = u.id)
     AND c.newest_message_id > 0 AND c.r % 12 <> 3 ON CONFLICT DO NOTHING`,
  `INSERT INTO read_pointer (user_id, conversation_id, message_id)
   SELECT u.id, c.id, (SELECT max(id) FROM message) - ${MESSAGES / 10} FROM user_account u, conversation c
   WHERE u.email = 'cordelia@demo.test' AND c.channel_id IN (SELECT channel_id FROM subscription s WHERE s.user_id = u.id)
   ON CONFLICT DO NOTHING`,
  `UPDATE conversation SET topic = '✔ ' || topic WHERE topic = 'topic 12' AND channel_id % 4 = 0`,
  `UPDATE subscription SET is_muted = true WHERE user_id = (SELECT id FROM user_account WHERE email = 'hamlet@demo.test')
     AND channel_id = (SELECT id FROM channel WHERE name = 'seed 20')`,
  `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy)
   SELECT u.id, c.channel_id, c.topic, 1 FROM user_account u, conversation c
   WHERE u.email = 'hamlet@demo.test' AND c.topic = 'topic 21' AND c.channel_id % 2 = 0`,
  // One in a thousand messages has the rare word, one in three the frequent one, in channels with and without
  // Hamlet.
  `UPDATE message SET rendered_content = '<p>' || CASE WHEN id % 1000 = 0 THEN 'ocelot ' ELSE '' END
     || CASE WHEN id % 3 = 0 THEN 'lunch ' ELSE '' END || 'hello</p>',
     bits = CASE WHEN id % 5000 = 7 THEN 16 WHEN id % 10 = 3 THEN 8 ELSE 0 END WHERE sender_id > 1`,
  `INSERT INTO message_flag (user_id, message_id, bits)
   SELECT u.id, m.id, CASE WHEN m.id % 4000 = 1 THEN 4 ELSE 16 END FROM message m, user_account u
   WHERE m.id % 2000 = 1 AND m.channel_id IN (SELECT id FROM channel WHERE name LIKE 'seed %' AND id % 2 = 0) AND u.email = 'hamlet@demo.test'`,
  `INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
   SELECT m.id, m.sender_id, 'tada', '1f389', 'unicode_emoji' FROM message m WHERE m.id % 100 = 5`,
  ...LIST_WORDS,
  'VACUUM ANALYZE',
  // The statistics do not know this word.
  `UPDATE message SET rendered_content = rendered_content || '<p>zebra</p>' WHERE id % 2000 = 7`,
  ...LIST_WORDS,
]

let world: World
let core: Core
let realm: RealmState

beforeAll(async () => {
  // Inserting these rows takes longer than the statement timeout on a busy machine.
  world = await World.create({ DATABASE_STATEMENT_TIMEOUT_MS: '0' })
  core = await world.core()
  for (const [n, text] of SEED.entries()) await core.db.run(statement(`test.seed-${n}`, text))
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
}, 600_000)
afterAll(async () => {
  await core?.close()
  await world?.close()
})

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}

const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

const fetch = (name: string, request: Partial<FetchRequest>, on: Core = core) =>
  fetchMessages(on, realm, realm.users.get(world.userId(name))!, {
    anchor: 'newest',
    includeAnchor: true,
    numBefore: 50,
    numAfter: 50,
    narrow: [],
    applyMarkdown: true,
    clientGravatar: true,
    allowEmptyTopicName: true,
    ...request,
  })

/** The plans of the statements of a fetch, with the rows that Postgres read. */
async function plansOf(name: string, request: Partial<FetchRequest>): Promise<Node[][]> {
  const statements: { query: Statement; values: readonly unknown[] }[] = []
  const run = (query: Statement, values: readonly unknown[] = []) => {
    statements.push({ query, values: [...values] })
    return core.db.run(query, values)
  }
  await fetch(name, request, {
    db: {
      server: core.db,
      isReplica: false,
      run,
      runWithin: (_: number, ...statements: Parameters<typeof run>) => run(...statements),
    },
    replicas: core.replicas,
    options: core.options,
  } as unknown as Core)
  return Promise.all(
    statements.map(async ({ query, values }) => {
      const text = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query.text}`
      const [row] = await core.db.run<{ 'QUERY PLAN': Body }>({ name: '', text }, values)
      return nodes(row!['QUERY PLAN'][0].Plan)
    }),
  )
}

const isOfMessages = (node: Node) => node['Relation Name'] === 'message'

/** The number of rows of `message` that a plan reads. */
function looked(plan: readonly Node[]): number {
  const rows = (node: Node) => (node['Rows Removed by Filter'] ?? 0) + node['Actual Rows']
  return plan.filter(isOfMessages).reduce((sum, node) => sum + rows(node) * node['Actual Loops'], 0)
}

const by = (operator: string, operand: string | number | number[], negated = false) => ({
  operator,
  operand,
  negated,
})
const seed = (n: number) => [...realm.users].find((user) => user.email === `seed${n}@demo.test`)!.id

const CHANNEL = by('channel', 'seed 10')
const ANCHORS = ['newest', 'oldest', 'first_unread', (MESSAGES / 2) as MessageId] as const

describe('a fetch reads few more rows than it returns', () => {
  const cases: [string, string, () => FetchRequest['narrow'], string, number][] = [
    ['everything', 'hamlet', () => [], 'message_realm', 1_500],
    ['everything, of one to whom little was said', 'zoe', () => [], 'message_channel', 5_000],
    ['everything but a channel', 'hamlet', () => [{ ...CHANNEL, negated: true }], 'message_realm', 1_500],
    ['a channel', 'hamlet', () => [CHANNEL], 'message_channel', 300],
    ['a channel one is not in', 'zoe', () => [CHANNEL], 'message_channel', 300],
    ['a private channel', 'hamlet', () => [by('channel', 'seed 2')], 'message_channel', 300],
    [
      'a channel in which little was said, long ago',
      'zoe',
      () => [by('channel', 'quiet')],
      'message_channel',
      2_000,
    ],
    ['a topic', 'hamlet', () => [CHANNEL, by('topic', 'Topic 7')], 'message_conversation', 300],
    ['a topic that is none', 'zoe', () => [by('channel', 'Verona'), by('topic', 'x')], '', 0],
    ['topics of one name', 'hamlet', () => [by('topic', 'topic 7')], 'message_conversation', 9_000],
    ['a direct conversation', 'hamlet', () => [by('dm', [seed(9)])], 'message_conversation', 300],
    ['a conversation that is none', 'zoe', () => [by('dm', [seed(9)])], 'message_conversation', 100],
    ['a sender', 'hamlet', () => [by('sender', seed(9))], '', 1_500],
    ['a sender in a channel', 'hamlet', () => [CHANNEL, by('sender', seed(9))], 'message_words', 300],
    [
      'a sender in a topic',
      'hamlet',
      () => [CHANNEL, by('topic', 'topic 7'), by('sender', seed(9))],
      '',
      300,
    ],
    ['a sender to oneself', 'hamlet', () => [by('dm', [seed(9)]), by('sender', seed(9))], '', 300],
    [
      'conversations with somebody',
      'hamlet',
      () => [by('dm-including', seed(9))],
      'message_conversation',
      300,
    ],
    ['direct messages', 'hamlet', () => [by('is', 'dm')], 'message_conversation', 13_000],
    ['what is starred', 'hamlet', () => [by('is', 'starred')], '', 1_500],
    ['what is starred, of a sender', 'hamlet', () => [by('is', 'starred'), by('sender', seed(9))], '', 1_500],
    ['what mentions', 'hamlet', () => [by('is', 'mentioned')], '', 2_500],
    [
      'what is unread in a channel',
      'hamlet',
      () => [CHANNEL, by('is', 'unread')],
      'message_conversation',
      6_000,
    ],
    [
      'what is unread, of one who has read most topics',
      'othello',
      () => [by('is', 'unread')],
      'message_conversation',
      6_000,
    ],
    ['what is unread of a sender', 'hamlet', () => [by('is', 'unread'), by('sender', seed(9))], '', 6_000],
    ['resolved topics', 'hamlet', () => [by('is', 'resolved')], 'message_conversation', 6_000],
    [
      'resolved topics of a channel',
      'hamlet',
      () => [CHANNEL, by('is', 'resolved')],
      'conversation_resolved',
      300,
    ],
    ['muted topics', 'hamlet', () => [by('is', 'muted')], 'message_conversation', 9_000],
    [
      'what is unread in muted topics',
      'hamlet',
      () => [by('is', 'unread'), by('is', 'muted')],
      'message_conversation',
      9_000,
    ],
    ['all but public channels', 'hamlet', () => [by('channels', 'public', true)], 'message_channel', 13_000],
    [
      'an unread frequent word, of one who has read most',
      'cordelia',
      () => [by('is', 'unread'), by('search', 'lunch')],
      'message_words',
      15_000,
    ],
    [
      'unread links, of one who has read most',
      'cordelia',
      () => [by('is', 'unread'), by('has', 'link')],
      'message_words',
      15_000,
    ],
    ['images', 'hamlet', () => [by('has', 'image')], 'message_media', 1_500],
    ['links', 'hamlet', () => [by('has', 'link')], 'message_realm', 6_000],
    ['images in a channel', 'hamlet', () => [CHANNEL, by('has', 'image')], 'message_words', 1_500],
    ['links of a sender', 'hamlet', () => [by('has', 'link'), by('sender', seed(9))], 'message_words', 2_000],
    ['a rare word', 'hamlet', () => [by('search', 'ocelots')], 'message_words', 2_000],
    [
      'a rare word, of one to whom little was said',
      'zoe',
      () => [by('search', 'ocelots')],
      'message_words',
      300,
    ],
    [
      'as many phrases as one may search for',
      'hamlet',
      () => [by('search', Array(MAX_SEARCH_PHRASES).fill('"ocelot hello"').join(' '))],
      'message_words',
      6_000,
    ],
    ['a frequent word', 'hamlet', () => [by('search', 'lunch')], 'message_words', 6_000],
    [
      'a frequent word, of one to whom little was said',
      'zoe',
      () => [by('search', 'lunch')],
      'message_words',
      1_000,
    ],
    [
      'a frequent word in a channel',
      'hamlet',
      () => [CHANNEL, by('search', 'lunch')],
      'message_words',
      3_000,
    ],
    [
      'a frequent word in a topic',
      'hamlet',
      () => [CHANNEL, by('topic', 'topic 7'), by('search', 'lunch')],
      '',
      1_500,
    ],
    [
      'a frequent word of a sender in a channel',
      'hamlet',
      () => [CHANNEL, by('sender', seed(9)), by('search', 'lunch')],
      'message_words',
      1_500,
    ],
    ['a word of topics', 'hamlet', () => [CHANNEL, by('search', 'topic')], 'conversation_words', 9_000],
    [
      'words of text and topic',
      'hamlet',
      () => [CHANNEL, by('search', 'ocelot topic')],
      'message_words',
      3_000,
    ],
    ['a message', 'hamlet', () => [by('id', MESSAGES / 2)], 'message_pkey', 1_200],
  ]
  test.each(cases)('%s', async (_, name, narrow, index, most) => {
    for (const anchor of ANCHORS) {
      const plans = await plansOf(name, { anchor, narrow: narrow() })
      expect(plans.length).toBeLessThanOrEqual(4)
      for (const plan of plans) {
        expect(plan.filter(isOfMessages).map((node) => node['Node Type'])).not.toContain('Seq Scan')
        expect(looked(plan)).toBeLessThanOrEqual(most)
      }
      if (index !== '') expect(plans.flat().map((node) => node['Index Name'])).toContain(index)
    }
  })
})

test.each(ANCHORS)('public channels around %s are searched one by one', async (anchor) => {
  const plans = await plansOf('hamlet', { anchor, narrow: [by('channels', 'public')] })
  const nodes = plans.flat().filter((node) => node['Index Name'] === 'message_channel')
  expect(nodes.length).toBeGreaterThan(0)
  for (const node of nodes) expect(node['Index Cond']).not.toContain('ANY')
  expect(looked(plans.at(-1)!)).toBeLessThanOrEqual(6_000)
})

test('messages of public channels near an anchor are found without a look at each channel', async () => {
  const anchor = (MESSAGES / 2) as MessageId
  const plans = await plansOf('hamlet', { anchor, numAfter: 0, narrow: [by('channels', 'public')] })
  const probes = plans.flat().filter((node) => node['Index Name'] === 'message_channel')
  expect(probes.map((node) => node['Actual Loops'])).toEqual(probes.map(() => 0))
  expect(looked(plans.at(-1)!)).toBeLessThanOrEqual(500)
})

test.each([
  [by('search', 'lunch', true)],
  [by('search', '"no such phrase"')],
  [by('has', 'reaction')],
  [by('has', 'link', true)],
  [by('is', 'unread', true)],
  [CHANNEL, by('sender', 1, true)],
])('%j, which must check messages one by one, ends in time', async (...narrow) => {
  const limits: number[] = []
  const runWithin = (milliseconds: number, query: Statement, values: readonly unknown[] = []) => {
    limits.push(milliseconds)
    return core.db.run(query, values)
  }
  const db = { server: core.db, isReplica: false, run: core.db.run.bind(core.db), runWithin }
  const { replicas, options } = core
  await fetch('hamlet', { narrow }, { db, replicas, options } as unknown as Core)
  expect(limits).toEqual([SEARCH_TIMEOUT_MS])
})

test.each([
  ['zebra', 'all at once'],
  ['ocelot', 'by windows'],
])('the word %s, which the near windows have rarely, is searched for %s', async (word, how) => {
  const plans = await plansOf('hamlet', { narrow: [by('search', word)], numBefore: 500 })
  const plan = plans.find((nodes) => nodes.some(({ 'Index Name': name }) => name === 'message_words'))!
  const found = plan
    .filter(({ 'Index Name': name }) => name === 'message_words')
    .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  const [all] = await core.db.run<{ count: number }>(
    statement('', `SELECT count(*) FROM message WHERE rendered_content LIKE '%${word}%'`),
  )
  const [newest] = await core.db.run<{ near: number }>(
    statement(
      '',
      `SELECT count(*) AS near FROM message WHERE rendered_content LIKE '%${word}%'
        AND id >> 12 > (SELECT max(id) >> 12 FROM message) - 8`,
    ),
  )
  const { count } = all!
  const { near } = newest!
  expect(near).toBeGreaterThan(0)
  // Unless statistics know the word, the near ones are counted. They are found twice when the rest is not
  // searched by windows.
  expect(Math.round(found)).toBe(how === 'all at once' ? count + 2 * near : count)
})

const REACHED = statement(
  'test.reached',
  `SELECT id FROM message m WHERE EXISTS (SELECT FROM conversation_participant p
       WHERE p.user_id = $1 AND p.conversation_id = m.conversation_id)
     OR EXISTS (SELECT FROM subscription_span s WHERE s.user_id = $1 AND s.channel_id = m.channel_id
       AND m.id >= s.from_id AND (s.to_id IS NULL OR m.id < s.to_id))
   ORDER BY id`,
)

test.each(['hamlet', 'zoe'])(
  'messages that reached %s are found near the anchor and far from it',
  async (name) => {
    const reached = (await core.db.run<{ id: number }>(REACHED, [world.userId(name)])).map((row) => row.id)
    const places = Array.from({ length: 21 }, (_, n) => Math.round((n * MESSAGES) / 20))
    for (const at of [...places, reached[0]!, reached.at(-1)!]) {
      for (const count of [1, 50, 500, 1_500]) {
        const request = { anchor: at as MessageId, numBefore: count, numAfter: count }
        const { messages } = await fetch(name, request)
        const before = reached.filter((id) => id < at).slice(-count)
        const after = reached.filter((id) => id >= at)
        const expected = [...before, ...after.slice(0, count + (after[0] === at ? 1 : 0))]
        expect(messages.map((text) => JSON.parse(text).id)).toEqual(expected)
      }
    }
  },
)

test('the first unread message is found without a probe of each conversation', async () => {
  const unread = 1_000 // Hamlet has read none of his forty topics in each of 25 channels.
  for (const narrow of [[], [by('channels', 'public')]]) {
    const [anchor] = await plansOf('hamlet', { anchor: 'first_unread', narrow, numBefore: 0, numAfter: 0 })
    expect(looked(anchor!)).toBeLessThan(unread / 2)
  }
})

test.each(['newest', 'oldest'] as const)(
  'read messages around %s are found by one who has read nothing',
  async (anchor) => {
    const plans = await plansOf('hamlet', { anchor, narrow: [by('is', 'unread', true)] })
    expect(looked(plans.at(-1)!)).toBeLessThan(20_000)
  },
)

test('marking all as read looks at one unread message', async () => {
  await fillNewestMessages(core)
  const statements: { query: Statement; values: readonly unknown[] }[] = []
  const tx = {
    lockLog: async () => undefined,
    run: (query: Statement, values: readonly unknown[]) => {
      statements.push({ query, values })
      return Promise.resolve([{ size: 0, isAny: false }])
    },
  }
  const capturing = {
    transact: (_: RealmId, work: (on: typeof tx) => Promise<boolean>) => work(tx),
  } as unknown as Core
  const user = realm.users.get(world.userId('hamlet'))!
  await markConversations({ core: capturing, realm, user }, { kind: 'all' })
  const { query, values } = statements[0]!
  const text = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query.text}`
  const [row] = await core.db.run<{ 'QUERY PLAN': Body }>({ name: '', text }, values)
  expect(looked(nodes(row!['QUERY PLAN'][0].Plan))).toBeLessThanOrEqual(10)
  expect((await fetch('hamlet', { narrow: [by('is', 'unread')] })).messages).toEqual([])
  expect(await core.db.run({ name: '', text: query.text }, values)).toEqual([{ size: 0, isAny: false }])
})
