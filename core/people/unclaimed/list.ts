import { MAX_LISTED_UNCLAIMED_PEOPLE } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UnclaimedPerson } from './entity.ts'

/** A person can be mailed again after this time. */
const AGAIN_AFTER = "interval '1 day'"

const LIST = statement(
  'unclaimed.list',
  // unclaimed_person_realm
  `SELECT user_id AS "userId", mails, refuses_mail AS "refusesMail",
     floor(extract(epoch FROM mailed_at))::int8 AS "mailedAt",
     coalesce(mailed_at < clock_timestamp() - ${AGAIN_AFTER}, true) AS "isDue"
   FROM unclaimed_person WHERE realm_id = $1 ORDER BY user_id LIMIT ${MAX_LISTED_UNCLAIMED_PEOPLE}`,
)

/** An imported person who has never logged in. */
export type Unclaimed = Columns<typeof UnclaimedPerson, 'userId' | 'mails' | 'refusesMail'> & {
  /** Unix seconds; null for a person whom nobody has mailed. */
  readonly mailedAt: number | null
  /** Whether no mail was sent within a day. */
  readonly isDue: boolean
}

/** The active imported people who have never logged in. One query. */
export async function listUnclaimed(sql: Sql, realm: RealmState): Promise<readonly Unclaimed[]> {
  const rows = await sql.run<Unclaimed>(LIST, [realm.id])
  return rows.filter(({ userId }) => realm.users.get(userId)?.isActive === true)
}

const IS_UNCLAIMED = statement(
  'unclaimed.is',
  'SELECT user_id FROM unclaimed_person WHERE user_id = $1 AND NOT refuses_mail', // unclaimed_person_pkey
)

/** Whether a person has never logged in since the import, and may be asked to by mail. */
export const isUnclaimed = async (sql: Sql, user: UserId): Promise<boolean> =>
  (await sql.run(IS_UNCLAIMED, [user])).length > 0
