import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Realm } from '../../state/realm/entity.ts'
import type { UserPresence } from './entity.ts'
import type { Presence } from './presence.ts'
import type { PresenceStore } from './store.ts'

const LOAD = statement(
  'presence.load',
  `SELECT user_id AS "userId", active_at AS "activeAt", connected_at AS "connectedAt", update_id AS "updateId"
   FROM user_presence WHERE realm_id = $1 ORDER BY update_id`, // user_presence_realm
)

const COPIED = statement(
  'presence.copied',
  `SELECT realm.id, coalesce(newest.update_id, 0) AS "updateId"
   FROM realm LEFT JOIN LATERAL (
     SELECT update_id FROM user_presence WHERE realm_id = realm.id ORDER BY update_id DESC LIMIT 1
   ) newest ON true
   WHERE NOT realm.is_deactivated`,
)

const SAVE = statement(
  'presence.save',
  `INSERT INTO user_presence (user_id, realm_id, active_at, connected_at, update_id)
   SELECT id, realm_id, active_at, connected_at, update_id
   FROM unnest($2::int[], $3::int8[], $4::int8[], $5::int8[]) AS p (id, active_at, connected_at, update_id)
   JOIN user_account USING (id) WHERE realm_id = $1
   ORDER BY id
   ON CONFLICT (user_id) DO UPDATE SET active_at = excluded.active_at, connected_at = excluded.connected_at,
     update_id = excluded.update_id
   WHERE user_presence.update_id < excluded.update_id`,
)

type PresenceRow = Columns<typeof UserPresence, 'userId' | 'activeAt' | 'connectedAt' | 'updateId'>

/** An organization, and the newest change of its presence that is in Postgres; 0 for none. */
type CopiedRow = Columns<typeof Realm, 'id'> & Columns<typeof UserPresence, 'updateId'>

/** The number of rows of one statement. */
const PAGE = 2_000

/** Loads the copy of an organization's presence in Postgres, which is some minutes old. One query. */
export async function loadPresence(sql: Sql, realm: RealmId): Promise<Presence[]> {
  const rows = await sql.run<PresenceRow>(LOAD, [realm])
  return rows.map(({ userId, ...times }) => ({ user: userId, ...times }))
}

/**
 * Copies changes since the last copy from Redis to Postgres, for all organizations, and returns the number of
 * rows. Running it twice or concurrently has the same result.
 */
export async function savePresence(sql: Sql, store: PresenceStore): Promise<number> {
  let saved = 0
  for (const { id: realm, updateId } of await sql.run<CopiedRow>(COPIED)) {
    const found = await store.exchange(realm, updateId, [])
    const changes = found?.changes ?? []
    for (let from = 0; from < changes.length; from += PAGE) {
      const page = changes.slice(from, from + PAGE)
      await sql.run(SAVE, [
        realm,
        page.map((presence) => presence.user),
        page.map((presence) => presence.activeAt),
        page.map((presence) => presence.connectedAt),
        page.map((presence) => presence.updateId),
      ])
      saved += page.length
    }
  }
  return saved
}
