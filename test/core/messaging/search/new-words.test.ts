import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mergeWords, NewWords } from '../../../../core/messaging/search/new-words.ts'
import { connectOnce } from '../../../../core/platform/db/servers/database-servers.ts'
import { toRealm } from '../../../../core/platform/events/audience.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { Client } from '../../../harness/client.ts'
import { dropRole, openRestrictedCore } from '../../../harness/restricted-core.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

let world: World
let hamlet: Client
let core: Core
const warnings: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line).msg) })

beforeAll(async () => {
  world = await World.create()
  await world.sql('CREATE EXTENSION pgstattuple')
  await world.sql('ALTER TABLE message SET (autovacuum_enabled = off)')
  hamlet = world.client((await world.gateway()).url, 'hamlet')
  core = await world.core(log)
})
afterAll(async () => {
  await core?.close()
  await world?.close()
})

const send = (content: string) =>
  hamlet.ok(hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'words', content }))

/** Messages whose words are listed and not in the index yet. */
async function listed(): Promise<number> {
  const [row] = await world.sql<{ listed: number }>(
    `SELECT pending_tuples::int AS listed FROM pgstatginindex('message_words')`,
  )
  return row!.listed
}

async function found(word: string): Promise<number> {
  const narrow = JSON.stringify([{ operator: 'search', operand: word }])
  const { messages } = await hamlet.ok(
    hamlet.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow }),
  )
  return messages.length
}

test('words are merged after every few events, and found before and after that', async () => {
  const words = new NewWords(core, 10)
  await mergeWords(core)
  for (let n = 0; n < 9; n++) await send(`skull ${n}`)
  words.noteCommitted(9)
  expect(await listed()).toBeGreaterThan(0)
  expect(await found('skull')).toBe(9)
  await send('skull 9')
  words.noteCommitted(1)
  await expect.poll(listed).toBe(0)
  expect(await found('skull')).toBe(10)
  await send('skull 10')
  words.noteCommitted(1)
  expect(await listed()).toBeGreaterThan(0)
})

test('one merge runs at a time, and events committed meanwhile count for the next', async () => {
  const words = new NewWords(core, 10)
  let end!: () => void
  const run = vi.spyOn(core.db, 'run').mockImplementation(async () => {
    await new Promise<void>((resolve) => {
      end = resolve
    })
    return []
  })
  try {
    words.noteCommitted(10)
    words.noteCommitted(10)
    words.noteCommitted(15)
    expect(run).toHaveBeenCalledTimes(1)
    end()
    await vi.waitFor(() => {
      words.noteCommitted(0)
      expect(run).toHaveBeenCalledTimes(2)
    })
    end()
  } finally {
    run.mockRestore()
  }
})

test('a merge that Postgres refuses is logged, and the next one is tried', async () => {
  const words = new NewWords(core, 10)
  await send('bones')
  await world.sql('ALTER INDEX message_words RENAME TO message_words_away')
  words.noteCommitted(10)
  await expect.poll(() => warnings).toEqual(['the words of new messages are not merged into the index yet'])
  await world.sql('ALTER INDEX message_words_away RENAME TO message_words')
  words.noteCommitted(10)
  await expect.poll(listed).toBe(0)
})

test('a thousand sent messages are merged', async () => {
  await mergeWords(core)
  for (let batch = 0; batch < 20; batch++) {
    await Promise.all(Array.from({ length: 50 }, (_, n) => send(`yorick ${batch} ${n}`)))
  }
  // Those sent after the merge began are listed again.
  await expect.poll(listed).toBeLessThan(500)
})

test('a process whose user may not merge words tries it once', async () => {
  const role = 'loquat_test_merges_no_words'
  const restricted = await openRestrictedCore(world, role)
  try {
    const words = new NewWords(restricted, 10)
    await words.noteCommitted(10)
    expect(words.noteCommitted(10)).toBeUndefined()
  } finally {
    await restricted.close()
    await dropRole(world, role)
  }
})

test('a process that ends waits for its merge', async () => {
  warnings.length = 0
  const ending = await world.core(log)
  const locker = await connectOnce(world.env.DATABASE_URL!)
  await locker.query('BEGIN; LOCK TABLE message IN ACCESS EXCLUSIVE MODE')
  const { realmId } = world.organization
  await ending.transact(realmId as RealmId, async (tx) => {
    for (let n = 0; n < 1_000; n++) tx.emit(undeclaredEvent({ type: 'test', n }), toRealm)
  })
  const closed = ending.close()
  await locker.query('ROLLBACK')
  await locker.end()
  await closed
  expect(warnings).toEqual([])
})
