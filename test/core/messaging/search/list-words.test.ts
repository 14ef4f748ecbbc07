import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listWords } from '../../../../core/messaging/search/list-words.ts'
import type { Core } from '../../../../core/state/core.ts'
import { listWordsJob } from '../../../../workers/jobs/upkeep/list-words.ts'
import type { Body, Client } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core
let hamlet: Client
const lines: { readonly msg: string }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })

/**
 * The indexes of the former version, as `20261128083000-words-by-unicode` leaves them where there are
 * messages.
 */
const FORMER = [
  `CREATE INDEX message_words_before ON message USING gin (message_vector(language, rendered_content, id, realm_id, conversation_id,
     channel_id, sender_id, bits))`,
  `CREATE INDEX conversation_words_before ON conversation USING gin (topic_vector(topic)) WHERE channel_id IS NOT NULL`,
]
const FORGET = ['UPDATE message SET words = NULL', 'UPDATE conversation SET words = NULL']

beforeAll(async () => {
  world = await World.create()
  for (const sql of FORMER) await world.sql(sql)
  core = await world.core(log)
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const connect = async () => {
  hamlet = world.client((await world.gateway()).url, 'hamlet')
}

const send = async (content: string, topic = 'former'): Promise<number> =>
  (await hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic, content }))).id

async function found(operand: string, ...others: unknown[]): Promise<number[]> {
  const narrow = JSON.stringify([{ operator: 'search', operand }, ...others])
  const { messages } = await hamlet.ok(
    hamlet.get('/messages', { anchor: 'newest', num_before: 1_000, num_after: 0, narrow }),
  )
  return messages.map(({ id }: Body) => id)
}

const left = async (): Promise<number> =>
  (await world.sql<{ left: number }>('SELECT count(*)::int AS left FROM message WHERE words IS NULL'))[0]!
    .left

test('messages of a former version are found before and after their words are listed, and once each', async () => {
  const [writer] = [world.client((await world.gateway()).url, 'hamlet')]
  hamlet = writer
  const former = await send('otters in the former pond')
  const quoted = await send('the pond of “wombats”')
  for (const sql of FORGET) await world.sql(sql)
  // Another gateway, which does not know yet that all words are listed.
  await connect()
  const current = await send('an otter in a new pond', 'ponds')
  expect(await found('otter')).toEqual([former, current])
  expect(await found('"former pond"')).toEqual([former])
  const narrow = JSON.stringify([{ operator: 'search', operand: 'otter', negated: true }])
  const matching = await hamlet.ok(
    hamlet.get('/messages/matches_narrow', { msg_ids: JSON.stringify([former, quoted, current]), narrow }),
  )
  expect(Object.keys(matching.messages)).toEqual([String(quoted)])
  expect(await found('pond -x', { operator: 'sender', operand: await world.userId('hamlet') })).toEqual([])
  expect(await found('otter', { operator: 'search', operand: 'former' })).toEqual([former])
  expect(await found('otter', { operator: 'channel', operand: 'Verona' })).toEqual([former, current])
  const byHamlet = [
    { operator: 'channel', operand: 'Verona' },
    { operator: 'sender', operand: await world.userId('hamlet') },
  ]
  const { messages } = await hamlet.ok(
    hamlet.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      narrow: JSON.stringify(byHamlet),
    }),
  )
  expect(messages.map(({ id }: Body) => id).slice(-3)).toEqual([former, quoted, current])
  expect(await found('wombats')).toEqual([quoted])

  const progress: unknown[] = []
  const listed = await listWords(core, log, (each) => progress.push(each))
  expect(await left()).toBe(0)
  expect(progress.at(-1)).toEqual({ listed, left: 0 })
  expect(lines.map(({ msg }) => msg)).toContain('listed the words of messages for searches')
  expect(await found('otter')).toEqual([former, current])
  expect(await found('wombats')).toEqual([quoted])
  expect(await found('former')).toContain(former)
})

test('messages whose words are not listed are found by words of their topic and of their own together', async () => {
  const id = await send('capybaras swim the whole day', 'lagoon news')
  const other = await send('nothing swims here', 'capybara news')
  await send('capybaras sleep', 'meadow')
  expect(await found('capybara lagoon')).toEqual([id])
  await world.sql('UPDATE message SET words = NULL')
  // Another gateway, which does not know yet that words are not listed.
  await connect()
  expect(await found('capybara lagoon')).toEqual([id])
  expect(await found('swim capybara')).toEqual([id, other])
  expect(await found('the capybara lagoon')).toEqual([id])
  expect(await found('meadow lagoon')).toEqual([])
  const narrow = JSON.stringify([{ operator: 'search', operand: 'capybara lagoon', negated: true }])
  const { messages } = await hamlet.ok(
    hamlet.get('/messages/matches_narrow', { msg_ids: JSON.stringify([id, other]), narrow }),
  )
  expect(Object.keys(messages)).toEqual([String(other)])
  await listWords(core, log)
  expect(await found('capybara lagoon')).toEqual([id])
})

test('a run that ends early is continued, and a message that changes meanwhile keeps its own words', async () => {
  for (const sql of FORGET) await world.sql(sql)
  const before = await left()
  expect(await listWords(core, log, undefined, 0)).toBe(0)
  expect(await left()).toBe(before)
  const id = await send('heron')
  await world.sql('UPDATE message SET words = NULL WHERE id = $1', [id])
  const run = core.db.run.bind(core.db)
  core.db.run = (async (statement: Parameters<typeof run>[0], values?: readonly unknown[]) => {
    if (statement.name === 'search.list-messages') {
      await hamlet.ok(hamlet.patch(`/messages/${id}`, { content: 'bittern' }))
    }
    return run(statement, values)
  }) as typeof core.db.run
  try {
    await listWords(core, log)
  } finally {
    core.db.run = run
  }
  expect(await found('heron')).toEqual([])
  expect(await found('bittern')).toEqual([id])
  expect(await left()).toBe(0)
})

test('the former indexes go an hour after the migration, when all words are listed', async () => {
  const there = async () => (await world.sql(`SELECT FROM pg_class WHERE relname ~ 'words_before$'`)).length
  await listWords(core, log)
  expect(await there()).toBe(2)
  await world.sql(`UPDATE mikro_orm_migrations SET executed_at = now() - interval '2 hours'`)
  await listWords(core, log)
  expect(await there()).toBe(0)
  expect(lines.at(-1)?.msg).toBe('dropped the former indexes of words')
  await listWords(core, log)
})

test('messages whose words were listed by former rules get those of hidden addresses, a run at a time', async () => {
  const ids: number[] = []
  for (const n of [1, 2, 3])
    ids.push(await send(`[ticket ${n}](https://tracker.example/kingfisher)`, 'rules'))
  await world.sql("UPDATE message SET words = '''ticket'':1'::tsvector WHERE id = ANY($1)", [ids])
  await world.sql('UPDATE word_rules SET message_id = NULL')
  await world.sql(`UPDATE mikro_orm_migrations SET executed_at = now() WHERE name ~ 'word-rules'`)
  // Processes of the former version may still run.
  await listWords(core, log)
  expect(await found('kingfisher')).toEqual([])
  await world.sql(`UPDATE mikro_orm_migrations SET executed_at = now() - interval '2 hours'`)
  await listWords(core, log, undefined, 0)
  expect(await found('kingfisher')).toEqual([])
  expect(await found('ticket')).toEqual(ids)
  await world.sql('UPDATE word_rules SET message_id = $1', [ids[2]])
  await listWords(core, log)
  expect(await found('kingfisher')).toEqual(ids.slice(0, 2))
  expect(await world.sql('SELECT message_id::int AS id FROM word_rules')).toEqual([{ id: 0 }])
  await world.sql('UPDATE word_rules SET message_id = NULL')
  const version = () =>
    world.sql('SELECT xmin::text FROM message WHERE id = ANY($1) ORDER BY id', [ids.slice(0, 2)])
  const before = await version()
  await listWords(core, log)
  expect(await found('kingfisher')).toEqual(ids)
  expect(await version()).toEqual(before)
})

test('topics whose words were listed by former rules get those of digits and Persian letters', async () => {
  const id = await send('plover', 'گزارش ۱۴۰۵')
  await world.sql(`UPDATE conversation SET words = '''گزارش'':1 ''۱۴۰۵'':2'::tsvector WHERE topic ~ '۱۴۰۵'`)
  expect(await found('1405')).toEqual([])
  await world.sql('UPDATE word_rules SET message_id = NULL')
  await listWords(core, log)
  for (const search of ['1405', '۱۴۰۵', 'گزارش']) expect(await found(search), search).toEqual([id])
})

test.each([
  ['topics', 1, 'conversation', 'words = NULL'],
  ['messages', 2, 'message', 'words = NULL'],
  ['topics by changed rules', 3, 'conversation', `words = '''x'':1'::tsvector`],
  ['messages by changed rules', 4, 'message', `words = '''x'':1'::tsvector`],
])(
  'listing the words of %s holds no lock while it waits for the first, so that nothing deadlocks',
  async (_, n, table, former) => {
    await connect()
    for (const place of ['۱', '۲']) await send(`dunlin${n}`, `wadi${n} ${place}`)
    await listWords(core, log)
    await world.sql(`UPDATE mikro_orm_migrations SET executed_at = now() - interval '2 hours'`)
    await world.sql('UPDATE word_rules SET message_id = NULL')
    const which = table === 'message' ? `content = 'dunlin${n}'` : `topic ~ 'wadi${n}'`
    const rows = await world.sql<{ id: number }>(`SELECT id::int FROM ${table} WHERE ${which} ORDER BY id`)
    const [first, last] = rows.map(({ id }) => id)
    // In the file of the table, the last one comes first then.
    for (const id of [last, first]) await world.sql(`UPDATE ${table} SET ${former} WHERE id = $1`, [id])
    const writer = new pg.Client({ connectionString: world.config.databaseUrl })
    await writer.connect()
    try {
      await writer.query('BEGIN')
      await writer.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [first])
      const listing = listWords(core, log)
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect(await world.sql(waiting)).toHaveLength(1), { timeout: 60_000 })
      await writer.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE NOWAIT`, [last])
      await writer.query('COMMIT')
      await listing
    } finally {
      await writer.end()
    }
    expect(await found(table === 'message' ? `dunlin${n}` : `wadi${n}`)).toHaveLength(2)
    expect(await world.sql(`SELECT FROM ${table} WHERE ${which} AND words @@ 'x'`)).toEqual([])
  },
)

test('a worker lists words once a minute', () => {
  expect(listWordsJob.schedule?.everyMs).toBe(60_000)
})

test.each([
  ['edits', (id: number) => hamlet.patch(`/messages/${id}`, { content: 'puffin!' })],
  ['moves', (id: number) => hamlet.patch(`/messages/${id}`, { topic: 'Puffins?' })],
])('%s that leave the words equal keep them', async (_, change) => {
  const id = await send('puffin', 'puffins')
  await hamlet.ok(change(id))
  expect(await found('puffin')).toContain(id)
  expect(await left()).toBe(0)
  expect(await world.sql('SELECT FROM conversation WHERE words IS NULL AND channel_id IS NOT NULL')).toEqual(
    [],
  )
})
