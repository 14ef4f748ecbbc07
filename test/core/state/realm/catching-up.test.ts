import { afterAll, beforeAll, expect, test } from 'vitest'
import { hooksOf } from '../../../../core/open-core.ts'
import type { Database } from '../../../../core/platform/db/database.ts'
import { type Sql, type Statement, statement } from '../../../../core/platform/db/statements/statement.ts'
import { toUsers } from '../../../../core/platform/events/audience.ts'
import type { LogEntry } from '../../../../core/platform/events/log.ts'
import type { RealmId, UserId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import { RealmState } from '../../../../core/state/realm/state.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

const ENTRIES = 1_200
const AFTER = statement(
  'test.after',
  'SELECT seq, payload, audience FROM event_log WHERE realm_id = $1 AND seq > $2 ORDER BY seq',
)

let world: World
let core: Core
let id: RealmId

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  id = world.organization.realmId as RealmId
})
afterAll(async () => {
  await core?.close()
  await world.close()
})

const emit = (count: number) =>
  core.transact(id, async (tx) => {
    for (let n = 0; n < count; n++) tx.emit(undeclaredEvent({ type: 'test', n }), toUsers([]))
  })

/**
 * The database; `afterEach` runs between each answer and its reader's next step. Another entry is committed
 * before each snapshot, so that a snapshot is newer than memory.
 */
const databaseWith = (afterEach: () => Promise<void>): Database =>
  ({
    run: async (query: Statement, values: readonly unknown[]) => {
      const rows = await core.db.run(query, values)
      await afterEach()
      return rows
    },
    snapshot: async <T>(read: (sql: Sql) => Promise<T>) => {
      await emit(1)
      return core.db.snapshot(read)
    },
  }) as unknown as Database

test.each([1, 250, 499, 500, 501, 700, ENTRIES])(
  'memory that takes %i entries of the stream during each query of a catch-up is not loaded anew',
  async (atOnce) => {
    let streamed: LogEntry[] = []
    const db = databaseWith(async () => {
      await realm.take(streamed.splice(0, atOnce))
    })
    const options = { hooks: hooksOf(core), db, secretKey: world.config.secretKey, retentionMs: 3_600_000 }
    const realm = (await RealmState.open(id, options))!
    const { position } = realm
    const heard: (number | undefined)[] = []
    realm.follow((entry) => heard.push(entry?.seq))
    await emit(ENTRIES)
    streamed = await core.db.run<LogEntry>(AFTER, [id, position])
    await realm.catchUp()
    await realm.catchUp()
    expect(heard).toEqual(Array.from({ length: ENTRIES }, (_, n) => position + 1 + n))
  },
)

test('of two reloads the one that began later counts, whichever ends last', async () => {
  const hamlet = world.userId('hamlet') as UserId
  const rename = (name: string) =>
    world.sql('UPDATE user_account SET full_name = $2 WHERE id = $1', [hamlet, name])
  const answers: Promise<void>[] = []
  let hasRead = () => {}
  const read = new Promise<void>((resolve) => {
    hasRead = resolve
  })
  const db = {
    snapshot: async <T>(read: (sql: Sql) => Promise<T>) => {
      const arrives = answers.shift()
      const found = await core.db.snapshot(read)
      if (arrives !== undefined) hasRead()
      await arrives
      return found
    },
  } as unknown as Database
  const options = { hooks: hooksOf(core), db, secretKey: world.config.secretKey, retentionMs: 3_600_000 }
  const realm = (await RealmState.open(id, options))!
  let arrive = () => {}
  answers.push(
    new Promise((resolve) => {
      arrive = resolve
    }),
  )
  await rename('First')
  const first = realm.startOver()
  await read
  await rename('Second')
  await realm.startOver()
  expect(realm.users.get(hamlet)?.fullName).toBe('Second')
  arrive()
  await first
  expect(realm.users.get(hamlet)?.fullName).toBe('Second')
})
