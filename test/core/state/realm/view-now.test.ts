import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sql } from '../../../../core/platform/db/statements/statement.ts'
import { toUsers } from '../../../../core/platform/events/audience.ts'
import type { RealmId, UserId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { useViewNow } from '../../../../core/state/realm/view.ts'
import type { Client } from '../../../harness/client.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

let world: World
let other: Client
let core: Core
let realm: RealmState
let hamlet: UserId

beforeAll(async () => {
  world = await World.create()
  const { url } = await world.gateway()
  other = world.client(url, 'hamlet')
  hamlet = world.userId('hamlet') as UserId
  core = await world.core()
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(async () => {
  await core?.close()
  await world.close()
})
beforeEach(() => realm.catchUp())

/** Memory does not follow the log until it is asked to. */
const rename = (name: string) => other.ok(other.patch('/settings', { full_name: name }))

const nameAfter = (change: (sql: Sql) => Promise<unknown>) =>
  core.db.snapshot((sql) =>
    useViewNow(
      // The change is committed after memory was used, and before Postgres takes the snapshot.
      { run: async (query, values) => change(sql).then(() => sql.run(query, values)) },
      realm,
      async (view) => view.users.get(hamlet)!.fullName,
    ),
  )

const emit = () =>
  core.transact(realm.id, async (tx) => tx.emit(undeclaredEvent({ type: 'test' }), toUsers([])))

test('memory that is at the position of the snapshot is used', async () => {
  const { position } = realm
  const fullName = realm.users.get(hamlet)!.fullName
  expect(await nameAfter(async () => undefined)).toEqual({ position, value: fullName })
})

test('memory is used when later entries do not change it', async () => {
  const { position } = realm
  const fullName = realm.users.get(hamlet)!.fullName
  expect(await nameAfter(emit)).toEqual({ position: position + 1, value: fullName })
})

test('memory that is older than a change in the snapshot is not used', async () => {
  expect(await nameAfter(() => rename('Older'))).toBeUndefined()
  expect(realm.users.get(hamlet)!.fullName).toBe('Older')
})

test('memory that has changed since the snapshot is not used', async () => {
  const found = await core.db.snapshot(async (sql) => {
    await sql.run({ name: 'test.begin', text: 'SELECT FROM event_head' }) // takes the snapshot
    await rename('Newer')
    await realm.catchUp()
    return useViewNow(sql, realm, async (view) => view.users.get(hamlet)!.fullName)
  })
  expect(found).toBeUndefined()
})

test('memory that is loaded anew meanwhile is not used', async () => {
  expect(await nameAfter(() => realm.startOver())).toBeUndefined()
})
