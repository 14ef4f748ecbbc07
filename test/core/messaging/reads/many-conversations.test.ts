import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_UNREAD_MESSAGES } from '../../../../config/limits.ts'
import { ALL_MESSAGES, firstUnread } from '../../../../core/messaging/reads/first-unread.ts'
import { isHistorical, isRead, readStateJoins } from '../../../../core/messaging/reads/read-state.ts'
import { type UnreadSummary, unreadSummary } from '../../../../core/messaging/reads/unread.ts'
import { UNREAD } from '../../../../core/messaging/reads/unread-rows.ts'
import { END } from '../../../../core/messaging/reads/unread-sql.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Body } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'

const CONVERSATIONS = 300
const MESSAGES = 120_000

/**
 * Messages of several senders in the topics of three channels, the last of which Hamlet and Othello mute.
 * Cordelia has read nothing, Hamlet half of it, and Othello all but the newest thousand messages, of which he
 * has read the first quarter one by one. Each has marked messages on both sides of the pointers, is mentioned
 * by some, and has policies of topics in another case. Desdemona has read everything but a message that
 * mentions her.
 */
const SEED = [
  'DROP INDEX message_words', // takes most of the time to insert
  "INSERT INTO channel (realm_id, name) SELECT 1, 'many ' || n FROM generate_series(1, 3) n",
  `INSERT INTO conversation (realm_id, channel_id, topic, newest_message_id)
   SELECT 1, id, 'Topic ' || n, 0 FROM channel, generate_series(1, ${CONVERSATIONS / 3}) n WHERE name LIKE 'many %'`,
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, bits)
   SELECT nextval('message_id_seq'), 1, c.id, c.channel_id, sender.ids[1 + n % cardinality(sender.ids)], 'website', 'x', '<p>x</p>',
     CASE WHEN n % 500 = 1 THEN 2 WHEN n % 500 = 2 THEN 128 ELSE 0 END
   FROM generate_series(1, ${MESSAGES}) n
   JOIN (SELECT id, channel_id, row_number() OVER (ORDER BY id) - 1 AS r FROM conversation WHERE topic LIKE 'Topic %') c
     ON c.r = n * 7 % ${CONVERSATIONS}
   CROSS JOIN (SELECT array_agg(id) AS ids FROM user_account WHERE realm_id = 1) sender ORDER BY n`,
]
const READERS = ['cordelia', 'hamlet', 'othello', 'desdemona'] as const
const MARKS = [
  `INSERT INTO subscription (user_id, channel_id, color, is_muted)
   SELECT u.id, c.id, '#000000', c.name = 'many 3' AND u.email LIKE ANY ('{hamlet%,othello%}')
   FROM user_account u, channel c WHERE u.email LIKE ANY ($1) AND c.name LIKE 'many %'`,
  `INSERT INTO subscription_span (user_id, channel_id, from_id)
   SELECT u.id, c.id, 0 FROM user_account u, channel c WHERE u.email LIKE ANY ($1) AND c.name LIKE 'many %'`,
  `INSERT INTO read_pointer (user_id, conversation_id, message_id)
   SELECT u.id, c.id, (SELECT max(id) FROM message) - CASE WHEN u.email LIKE 'hamlet%' THEN ${MESSAGES / 2} WHEN u.email LIKE 'othello%' THEN 1000 ELSE 0 END
   FROM user_account u, conversation c WHERE u.email LIKE ANY ($1) AND u.email NOT LIKE 'cordelia%' AND c.topic LIKE 'Topic %'`,
  `INSERT INTO message_flag (user_id, message_id, bits)
   SELECT u.id, m.id, CASE m.id % 700 WHEN 0 THEN 1 WHEN 1 THEN 3 WHEN 2 THEN 16 WHEN 3 THEN 17 WHEN 4 THEN 128 WHEN 5 THEN 129 ELSE 19 END
   FROM user_account u, message m WHERE u.email LIKE ANY ($1) AND u.email NOT LIKE 'desdemona%' AND m.id % 700 < 7`,
  `INSERT INTO message_flag (user_id, message_id, bits)
   SELECT u.id, (SELECT min(id) FROM message WHERE rendered_content = '<p>x</p>'), 17 FROM user_account u WHERE u.email LIKE 'desdemona%' AND $1::text[] IS NOT NULL`,
  `INSERT INTO message_flag (user_id, message_id, bits)
   SELECT u.id, m.id, 3 FROM user_account u, message m
   WHERE u.email LIKE 'othello%' AND m.id > (SELECT max(id) FROM message) - 1000 AND m.id <= (SELECT max(id) FROM message) - 750
     AND $1::text[] IS NOT NULL
   ON CONFLICT (user_id, message_id) DO UPDATE SET bits = 3`,
  `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy)
   SELECT u.id, c.channel_id, upper(c.topic), 1 + c.id % 3 FROM user_account u, conversation c
   WHERE u.email LIKE ANY ($1) AND c.topic LIKE 'Topic %' AND c.id % 4 = 0`,
]

/**
 * Marks the pages of messages as visible to all. VACUUM skips pages that another session's snapshot, such as
 * autovacuum's, may not see, so it is repeated.
 */
async function vacuum(): Promise<void> {
  const visible = statement(
    '',
    "SELECT relallvisible = relpages AS all FROM pg_class WHERE relname = 'message'",
  )
  for (;;) {
    await core.db.run(statement('', 'VACUUM ANALYZE'))
    const [pages] = await core.db.run<{ readonly all: boolean }>(visible)
    if (pages!.all) return
    await sleep(200)
  }
}

/** Unread messages by the rule for one message, with the summary's fields of each. */
const BY_RULE = statement(
  'test.unread-by-rule',
  `SELECT m.id, m.bits & 2 <> 0 AND NOT (f.bits & 1 <> 0 AND ${isHistorical('$1')}) AS wildcard, f.bits & 16 <> 0 AS mentioned,
     f.bits & 128 <> 0 AS "inTopic", coalesce(t.visibility_policy = 1, s.is_muted, false) AS muted, c.topic
   FROM message m ${readStateJoins('$1')} JOIN conversation c ON c.id = m.conversation_id
   LEFT JOIN subscription s ON s.user_id = $1 AND s.channel_id = c.channel_id
   LEFT JOIN user_topic t ON t.user_id = $1 AND t.channel_id = c.channel_id AND lower(t.topic) = lower(c.topic)
   WHERE NOT ${isRead('$1')} AND m.rendered_content = '<p>x</p>' ORDER BY m.id`,
)
interface Unread {
  readonly id: number
  readonly wildcard: boolean
  readonly mentioned: boolean | null
  readonly inTopic: boolean | null
  readonly muted: boolean
  readonly topic: string
}

let world: World
let core: Core
let realm: RealmState

beforeAll(async () => {
  world = await World.create({ DATABASE_STATEMENT_TIMEOUT_MS: '0' })
  core = await world.core()
  const patterns = READERS.map((name) => `${name}@%`)
  for (const text of SEED) await core.db.run(statement('', text))
  for (const text of MARKS) await core.db.run(statement('', text), [patterns])
  await vacuum()
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
}, 600_000)
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const readerOf = (name: string) => realm.users.get(world.userId(name))!

test.each(READERS)(
  'the summary of %s is that of the rule for each message, up to the limit',
  async (name) => {
    const reader = readerOf(name)
    const unread = await core.db.run<Unread>(BY_RULE, [reader.id])
    const newest = unread.slice(-MAX_UNREAD_MESSAGES)
    const mentions = newest.filter((row) => row.mentioned || (!row.muted && (row.wildcard || row.inTopic)))
    const summary = await unreadSummary(core.db, realm, reader, { emptyTopicName: true })
    expect(idsOf(summary)).toEqual(newest.map(({ id }) => id))
    expect(summary.old_unreads_missing).toBe(unread.length > MAX_UNREAD_MESSAGES)
    expect(summary.count).toBe(newest.filter(({ muted }) => !muted).length)
    expect(summary.mentions).toEqual(mentions.map(({ id }) => id))
    const topics = new Map(summary.streams.map(({ topic, stream_id }) => [`${stream_id} ${topic}`, topic]))
    expect(topics.size).toBe(summary.streams.length)
    expect(new Set(topics.values())).toEqual(new Set(newest.map(({ topic }) => topic)))
  },
)

const idsOf = ({ streams }: UnreadSummary): number[] =>
  streams.flatMap(({ unread_message_ids: ids }) => ids).sort((a, b) => a - b)

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Heap Fetches'?: number
  readonly Plans?: readonly Node[]
}
async function planOf(text: string, values: readonly unknown[]): Promise<Node[]> {
  const explain = statement('', `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`)
  const [row] = await core.db.run<{ 'QUERY PLAN': Body }>(explain, values)
  return nodes(row!['QUERY PLAN'][0].Plan)
}
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

test('unread messages of a conversation are read from its index, once, and grouped as they come', async () => {
  const plan = await planOf(UNREAD.text, [
    readerOf('hamlet').id,
    0,
    2 * MAX_UNREAD_MESSAGES,
    [...realm.channels].map(({ id }) => id),
    [],
    END,
    realm.id,
  ])
  const [probes, ...others] = plan.filter((node) => node['Index Name'] === 'message_conversation')
  expect(others).toEqual([])
  expect(probes).toMatchObject({
    'Node Type': 'Index Only Scan',
    'Actual Loops': CONVERSATIONS,
    'Heap Fetches': 0,
  })
  const kept = plan.filter((node) => node['Relation Name'] === 'message' && node !== probes)
  const looked = kept.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  expect(looked).toBeLessThan(MESSAGES / 100)
  const isSort = (node: Node) => node['Node Type'].includes('Sort')
  expect(plan.filter((node) => isSort(node) && node['Actual Rows'] > MESSAGES / 10)).toEqual([])
})

test.each(READERS)(
  'the first unread message of %s is found with a probe of few conversations',
  async (name) => {
    const reader = readerOf(name)
    const [unread] = await core.db.run<Unread>(BY_RULE, [reader.id])
    const text = firstUnread('$1', ALL_MESSAGES)
    expect(await core.db.run(statement('', text), [reader.id])).toEqual([{ id: unread!.id }])
    const plan = await planOf(text, [reader.id])
    const probes = plan.filter((node) => node['Index Name'] === 'message_conversation')
    expect(probes.length).toBeGreaterThan(0)
    expect(probes.reduce((sum, node) => sum + node['Actual Loops'], 0)).toBeLessThan(CONVERSATIONS / 4)
    const walked = plan.filter((node) => node['Index Name'] === 'message_realm')
    expect(walked.every((node) => node['Actual Rows'] <= CONVERSATIONS)).toBe(true)
    // A channel is looked up for each subscription, not for each conversation.
    const channels = plan.filter((node) => node['Relation Name'] === 'channel')
    expect(channels.length).toBeGreaterThan(0)
    expect(channels.reduce((sum, node) => sum + node['Actual Loops'], 0)).toBeLessThan(CONVERSATIONS / 4)
  },
)
