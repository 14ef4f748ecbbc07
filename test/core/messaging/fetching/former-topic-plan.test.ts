import { afterAll, beforeAll, expect, test } from 'vitest'
import { successorsOf } from '../../../../core/messaging/fetching/former-topic.ts'
import { type Statement, statement } from '../../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import type { Body } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'

/**
 * A channel with 60,000 messages. Of every twenty, one was edited and one was moved out of the topic `large`;
 * one in a hundred was moved out of a topic of its own. Each topic has had another name.
 */
const SEED = [
  `INSERT INTO channel (realm_id, name) VALUES (1, 'seeded')`,
  `INSERT INTO conversation (realm_id, channel_id, topic, renames)
   SELECT 1, id, 'topic ' || n, jsonb_build_array(jsonb_build_object('at', 1, 'up_to', 1000000, 'prev_topic', 'Former ' || n, 'topic', 'topic ' || n))
   FROM channel, generate_series(1, 2000) n WHERE name = 'seeded'`,
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content, edit_history)
   SELECT nextval('message_id_seq'), 1, c.id, c.channel_id, 1, 'x', 'x', '<p>x</p>', CASE
     WHEN n % 20 = 1 THEN '[{"at": 1, "prev_content": "y"}]'::jsonb
     WHEN n % 20 = 2 THEN '[{"at": 1, "prev_topic": "Large", "topic": "z"}]'::jsonb
     WHEN n % 100 = 3 THEN jsonb_build_array(jsonb_build_object('at', 1, 'prev_topic', 'small ' || n, 'topic', 'z')) END
   FROM generate_series(1, 60000) n
   JOIN (SELECT id, channel_id, row_number() OVER (ORDER BY id) AS r FROM conversation
         WHERE channel_id = (SELECT id FROM channel WHERE name = 'seeded')) c ON c.r = 1 + n % 2000`,
  'VACUUM ANALYZE',
]

let world: World
let core: Core
let realm: RealmState
beforeAll(async () => {
  world = await World.create({ DATABASE_STATEMENT_TIMEOUT_MS: '0' })
  core = await world.core()
  for (const [n, text] of SEED.entries()) await core.db.run(statement(`test.seed-${n}`, text))
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
}, 300_000)
afterAll(async () => {
  await core?.close()
  await world?.close()
})

interface Node {
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** The answer to a question, the indexes that it used and the messages that it read. */
async function ask(topic: string) {
  const channel = realm.channels.byName('seeded')!
  const plans: Node[][] = []
  const run = async <Row>(query: Statement, values: readonly unknown[] = []) => {
    const text = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${query.text}`
    const [row] = await core.db.run<{ 'QUERY PLAN': Body }>({ name: '', text }, values)
    plans.push(nodesOf(row!['QUERY PLAN'][0].Plan))
    return core.db.run<Row>(query, values)
  }
  const topics = await successorsOf({ run }, realm, realm.users.get(world.userId('hamlet'))!, channel, topic)
  const nodes = plans.flat()
  const read = nodes
    .filter((node) => node['Relation Name'] === 'message')
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )
  return { topics, indexes: nodes.flatMap((node) => node['Index Name'] ?? []), read }
}

test('messages that were moved, and a topic that was renamed, are found by indexes', async () => {
  const moved = await ask('Small 103')
  expect(moved.topics.map(({ topic }) => topic)).toEqual(['topic 104'])
  expect(moved.indexes).toContain('message_former_topics')
  expect(moved.indexes).toContain('conversation_former_topics')
  expect(moved.read).toBeLessThan(10)
  const renamed = await ask('former 7')
  expect(renamed.topics.map(({ topic }) => topic)).toEqual(['topic 7'])
  expect(renamed.read).toBeLessThan(100)
  expect(await ask('nowhere')).toMatchObject({ topics: [], read: 0 })
})

test('of a large topic, two thousand messages are read', async () => {
  const { topics, read } = await ask('large')
  expect(topics).toHaveLength(10)
  expect(read).toBeLessThan(4_100)
})
