import { type Sql, statement } from '../../platform/db/statement.ts'
import type { UserId } from '../../platform/ids.ts'

/** A user whom another user mutes, as clients see it. */
export interface MutedUser {
  readonly id: UserId
  /** When the user was muted, in Unix seconds. */
  readonly timestamp: number
}

const OF_USER = statement(
  'muted-user.of-user',
  `SELECT muted_user_id AS id, floor(extract(epoch FROM muted_at))::int8 AS timestamp
   FROM muted_user WHERE user_id = $1 ORDER BY muted_at, muted_user_id`, // muted_user_pkey
)

/** The users whom a user mutes, the first muted first. One query. */
export function mutedUsersOf(sql: Sql, user: UserId): Promise<MutedUser[]> {
  return sql.run<MutedUser>(OF_USER, [user])
}
