import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { Realm } from '../../state/realm/entity.ts'

// A statement, because it counts the people of each organization in the same query.
const LIST = statement(
  'realm.list',
  `SELECT id, subdomain, custom_host AS "customHost", name, description, is_deactivated AS "isDeactivated",
     to_char(deletion_date, 'YYYY-MM-DD') AS "deletionDate", is_deleting AS "isDeleting",
     floor(extract(epoch FROM created_at))::int8 AS "createdAt",
     (SELECT count(*) FROM user_account WHERE realm_id = realm.id AND is_active AND NOT is_bot) AS people
   FROM realm ORDER BY id`,
)

/** An organization, with its number of active people. */
export type ListedRealm = Columns<
  typeof Realm,
  'id' | 'subdomain' | 'customHost' | 'name' | 'description' | 'isDeactivated' | 'isDeleting'
> & {
  /** The UTC day after which its data are deleted; null for never. */
  readonly deletionDate: string | null
  /** Unix seconds. */
  readonly createdAt: number
  readonly people: number
}

/** All organizations of the server, including deactivated ones, with their numbers of active people. */
export function listRealms(sql: Sql): Promise<ListedRealm[]> {
  return sql.run(LIST)
}
