import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../core/platform/db/statements/statement.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Answer, Client } from '../harness/client.ts'
import { LIST_WORDS } from '../harness/list-words.ts'
import { Queue } from '../harness/queue.ts'
import { World } from '../harness/world.ts'

const ROWS = 15_000
const PEOPLE = 100

const FLUSH = statement('test.flush', 'SELECT pg_stat_force_next_flush()')
const SCANNED =
  'SELECT relname, coalesce(seq_tup_read, 0)::int AS scanned FROM pg_stat_user_tables WHERE relname = ANY ($1)'
/** Tables that grow with each message. */
const GROWING = ['message', 'message_flag', 'sent_message', 'reaction', 'user_topic', 'event_log']

/** Fills the tables with messages and flags of people who take no part in the test. */
const GROWTH = [
  `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role)
   SELECT 1, e, e, 'Person ' || n, 400 FROM (SELECT n, 'seed' || n || '@demo.test' AS e FROM generate_series(1, ${PEOPLE}) n) s`,
  `INSERT INTO conversation (realm_id, channel_id, topic, newest_message_id)
   SELECT 1, c.id, 'grown ' || n, 0 FROM channel c, generate_series(1, 300) n WHERE NOT is_archived`,
  `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
   SELECT nextval('message_id_seq'), 1, c.ids[k % cardinality(c.ids) + 1], c.channels[k % cardinality(c.ids) + 1], p.first + k % ${PEOPLE}, 'website', 'x', '<p>x</p>'
   FROM (SELECT array_agg(id ORDER BY id) AS ids, array_agg(channel_id ORDER BY id) AS channels FROM conversation WHERE topic LIKE 'grown %') c,
     (SELECT min(id) AS first FROM user_account WHERE email LIKE 'seed%') p, generate_series(1, ${ROWS}) k ORDER BY k`,
  `UPDATE conversation c SET newest_message_id = m.id FROM (SELECT conversation_id, max(id) AS id FROM message GROUP BY 1) m WHERE m.conversation_id = c.id`,
  `INSERT INTO message_flag (user_id, message_id, bits) SELECT u.id, m.id, (ARRAY[1,3,4,16,8,32])[1 + m.id % 6] FROM user_account u JOIN message m ON m.id % ${PEOPLE} = u.id % ${PEOPLE}
   WHERE u.email LIKE 'seed%'`,
  `INSERT INTO read_pointer SELECT u.id, c.id, c.newest_message_id FROM user_account u, conversation c WHERE u.email LIKE 'seed%' AND c.channel_id % 10 = 1`,
  `INSERT INTO sent_message (sender_id, queue_id, local_id, message_id)
   SELECT u.id, gen_random_uuid(), n, 1 FROM user_account u, generate_series(1, ${ROWS / PEOPLE}) n WHERE u.email LIKE 'seed%'`,
  `INSERT INTO subscription (user_id, channel_id, color) SELECT u.id, c.id, '#000000' FROM user_account u, channel c WHERE u.email LIKE 'seed%'`,
  `INSERT INTO subscription_span (user_id, channel_id, from_id, to_id) SELECT user_id, channel_id, n, CASE WHEN n < 20 THEN n + 1 END FROM subscription, generate_series(1, 20) n WHERE color = '#000000'`,
  `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy)
   SELECT u.id, c.channel_id, c.topic, 3 FROM user_account u, conversation c WHERE u.email LIKE 'seed%' AND c.topic LIKE 'grown %' AND (c.id + u.id) % 30 = 0`,
  `INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
   SELECT m.id, m.sender_id, 'tada', '1f389', 'unicode_emoji' FROM message m WHERE content = 'x'`,
  `INSERT INTO conversation (realm_id, participant_ids, newest_message_id)
   SELECT 1, ARRAY[a.id, b.id], 0 FROM user_account a, user_account b WHERE a.email LIKE 'seed%' AND b.email LIKE 'seed%' AND a.id < b.id`,
  `INSERT INTO conversation_participant SELECT unnest(participant_ids), id FROM conversation WHERE channel_id IS NULL ON CONFLICT DO NOTHING`,
  ...LIST_WORDS,
]

let world: World
let gateway: Gateway
let hamlet: Client
let iago: Client
let queue: Queue

beforeAll(async () => {
  world = await World.create({ DATABASE_POOL_SIZE: '2', DATABASE_STATEMENT_TIMEOUT_MS: '0' })
  for (const { relname } of await world.sql<{ relname: string }>('SELECT relname FROM pg_stat_user_tables'))
    await world.sql(`ALTER TABLE "${relname}" SET (autovacuum_enabled = off)`)
  await world.sql('VACUUM ANALYZE')
  const started = await world.gateway()
  gateway = started.gateway
  hamlet = world.client(started.url, 'hamlet')
  iago = world.client(started.url, 'iago')
  queue = await Queue.register(hamlet)
}, 600_000)
afterAll(() => world?.close())

let n = 0
const message = (more: object = {}) => ({
  type: 'channel',
  to: 'Verona',
  topic: 'grow',
  content: `message ${n++}`,
  ...more,
})
const say = async (): Promise<number> =>
  (await iago.ok(iago.post('/messages', message({ content: 'hi @**King Hamlet**' })))).id
const narrow = (...terms: object[]) => JSON.stringify(terms)
const around = (more: object) => ({ anchor: 'newest', num_before: 20, num_after: 20, ...more })
const verona = { operator: 'channel', operand: 'Verona' }

const REQUESTS: Record<string, (id: number) => Promise<Answer>> = {
  send: () => hamlet.post('/messages', message()),
  'send, with a local id': () =>
    hamlet.post('/messages', message({ queue_id: queue.id, local_id: `${n++}.5` })),
  'send, a new topic': () =>
    hamlet.post('/messages', message({ topic: `new ${n++}`, queue_id: queue.id, local_id: `${n++}.5` })),
  'send to one': () =>
    hamlet.post('/messages', {
      type: 'direct',
      to: [world.userId('iago')],
      content: 'hi',
      queue_id: queue.id,
      local_id: `${n++}`,
    }),
  star: (id) => hamlet.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }),
  read: (id) => hamlet.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }),
  unread: (id) => hamlet.post('/messages/flags', { op: 'remove', flag: 'read', messages: [id] }),
  'read a narrow': () =>
    hamlet.post('/messages/flags/narrow', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: narrow(verona, { operator: 'topic', operand: 'grow' }),
      op: 'add',
      flag: 'read',
    }),
  'read a topic': () =>
    hamlet.post('/mark_topic_as_read', { stream_id: world.channelId('Verona'), topic_name: 'grow' }),
  react: (id) => hamlet.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
  edit: async () => {
    const { id } = await hamlet.ok(hamlet.post('/messages', message()))
    return hamlet.patch(`/messages/${id}`, { content: `edited ${n++}` })
  },
  delete: async () => iago.delete(`/messages/${await say()}`),
  'one message': (id) => hamlet.get(`/messages/${id}`),
  all: () => hamlet.get('/messages', around({ narrow: narrow() })),
  'a channel': () => hamlet.get('/messages', around({ narrow: narrow(verona) })),
  'a topic': () =>
    hamlet.get('/messages', around({ narrow: narrow(verona, { operator: 'topic', operand: 'grow' }) })),
  'first unread': () => hamlet.get('/messages', around({ anchor: 'first_unread', narrow: narrow(verona) })),
  'is:unread': () =>
    hamlet.get('/messages', around({ narrow: narrow({ operator: 'is', operand: 'unread' }) })),
  starred: () => hamlet.get('/messages', around({ narrow: narrow({ operator: 'is', operand: 'starred' }) })),
  mentioned: () =>
    hamlet.get('/messages', around({ narrow: narrow({ operator: 'is', operand: 'mentioned' }) })),
  dm: () =>
    hamlet.get('/messages', around({ narrow: narrow({ operator: 'dm', operand: [world.userId('iago')] }) })),
  ...Object.fromEntries(
    ['lunch', 'grown', 'lunch tomorrow', 'lunch grown'].map((operand) => [
      `a search for ${operand}`,
      () => hamlet.get('/messages', around({ narrow: narrow({ operator: 'search', operand }) })),
    ]),
  ),
  topics: () => hamlet.get(`/users/me/${world.channelId('Venice')}/topics`),
  subscriptions: () => hamlet.get('/users/me/subscriptions'),
  drafts: () => hamlet.get('/drafts'),
  register: () => hamlet.post('/register', {}),
  presence: () => hamlet.post('/users/me/presence', { status: 'active' }),
  policy: () =>
    hamlet.post('/user_topics', {
      stream_id: world.channelId('Verona'),
      topic: 'grow',
      visibility_policy: n++ % 2,
    }),
  receipts: (id) => hamlet.get(`/messages/${id}/read_receipts`),
}

/** Rows that plans have read in the order of their tables, without an index, by table. */
async function scannedRows(): Promise<Map<string, number>> {
  await Promise.all([gateway.core.db.run(FLUSH), gateway.core.db.run(FLUSH)]) // on both connections
  await world.sql(FLUSH.text) // Postgres may keep the counts of GROWTH for a second.
  const rows = await world.sql<{ relname: string; scanned: number }>(SCANNED, [GROWING])
  return new Map(rows.map(({ relname, scanned }) => [relname, scanned]))
}

async function ask(name: string): Promise<void> {
  const { status, body } = await REQUESTS[name]!(await say())
  expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200)
}

test('statements that were prepared while tables were small scan no table after it has grown and was analyzed', {
  timeout: 600_000,
}, async () => {
  for (let round = 0; round < 4; round++) for (const name of Object.keys(REQUESTS)) await ask(name)
  for (const text of GROWTH) {
    await world.sql(`BEGIN; SET LOCAL session_replication_role = 'replica'; ${text}; COMMIT`)
  }
  await world.sql('ANALYZE') // as autovacuum does
  for (const name of Object.keys(REQUESTS)) {
    const before = await scannedRows()
    await ask(name)
    for (const [table, scanned] of await scannedRows()) {
      expect(scanned - before.get(table)!, `rows of ${table} for ${name}`).toBeLessThan(ROWS / 30)
    }
  }
})
