import { type Sql, statement } from '../../platform/db/statement.ts'
import type { RealmRecord } from '../../state/realm/record.ts'

const LIST = statement(
  'realm.list',
  `SELECT id, subdomain, custom_host AS "customHost", name, description, is_deactivated AS "isDeactivated",
     floor(extract(epoch FROM created_at))::int8 AS "createdAt",
     (SELECT count(*) FROM user_account WHERE realm_id = realm.id AND is_active AND NOT is_bot) AS people
   FROM realm ORDER BY id`,
)

export interface ListedRealm extends Omit<RealmRecord, 'systemGroups' | 'settings'> {
  readonly name: string
  readonly description: string
  /** The number of active people. */
  readonly people: number
}

/** All organizations of the server, including deactivated ones, with their numbers of active people. */
export function listRealms(sql: Sql): Promise<ListedRealm[]> {
  return sql.run(LIST)
}
