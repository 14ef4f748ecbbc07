import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { unixSeconds } from '../../platform/db/statements/unix-seconds.ts'
import type { UserId } from '../../platform/ids.ts'
import type { MutedUser as MutedUserEntity } from './entity.ts'

/** A user whom another user mutes, as clients see it. */
export interface MutedUser {
  readonly id: UserId
  /** When the user was muted, in Unix seconds. */
  readonly timestamp: number
}

type MutedUserRow = Columns<typeof MutedUserEntity, 'mutedUserId' | 'mutedAt'>

export const MUTED_BY_USER = statement(
  'muted-user.of-user',
  `SELECT muted_user_id AS "mutedUserId", muted_at AS "mutedAt"
   FROM muted_user WHERE user_id = $1 ORDER BY muted_at, muted_user_id`, // muted_user_pkey
)

/** The users whom a user mutes, the first muted first. One query. */
export async function mutedUsersOf(sql: Sql, user: UserId): Promise<MutedUser[]> {
  return (await sql.run<MutedUserRow>(MUTED_BY_USER, [user])).map(shownMutedUser)
}

const shownMutedUser = (row: MutedUserRow): MutedUser => ({
  id: row.mutedUserId,
  timestamp: unixSeconds(row.mutedAt),
})
