import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { ReactionType } from './emoji.ts'
import type { UserStatus } from './entity.ts'

/** The columns of a user's status. Unset texts are empty. */
type StatusRow = Columns<
  typeof UserStatus,
  'userId' | 'away' | 'statusText' | 'emojiName' | 'emojiCode' | 'reactionType'
>

/** A status as clients see it, without unset properties. */
export interface WireStatus {
  away?: boolean
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: ReactionType
}

const COLUMNS = `s.user_id AS "userId", s.away, s.status_text AS "statusText", s.emoji_name AS "emojiName",
  s.emoji_code AS "emojiCode", s.reaction_type AS "reactionType"`

// user_status_pkey
const OF_USER = statement('status.of-user', `SELECT ${COLUMNS} FROM user_status s WHERE s.user_id = $1`)

const OF_USERS = statement(
  'status.of-users',
  // user_status_pkey
  `SELECT ${COLUMNS} FROM user_status s JOIN user_account u ON u.id = s.user_id
   WHERE s.user_id = ANY ($1) AND u.is_active AND (s.away OR s.status_text <> '' OR s.emoji_name <> '')`,
)
export const STATUSES_OF_REALM = statement(
  'status.of-realm',
  `SELECT ${COLUMNS} FROM user_status s JOIN user_account u ON u.id = s.user_id
   WHERE s.realm_id = $1 AND u.is_active AND (s.away OR s.status_text <> '' OR s.emoji_name <> '')
   ORDER BY s.user_id`, // user_status_realm
)

/** A user's status. One query. */
export async function statusOf(sql: Sql, user: UserId): Promise<WireStatus> {
  const [status] = await sql.run<StatusRow>(OF_USER, [user])
  return status === undefined ? {} : wireStatus(status)
}

/** The statuses of active users who have one, by user id. One query. */
export async function statusesOf(sql: Sql, realm: RealmId): Promise<Record<string, WireStatus>> {
  const statuses = await sql.run<StatusRow>(STATUSES_OF_REALM, [realm])
  return Object.fromEntries(statuses.map((status) => [status.userId, wireStatus(status)]))
}

/** The statuses of the active users among some users. One query. */
export async function statusesOfUsers(
  sql: Sql,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, WireStatus>> {
  const statuses = await sql.run<StatusRow>(OF_USERS, [users])
  return new Map(statuses.map((status) => [status.userId, wireStatus(status)]))
}

function wireStatus(status: StatusRow): WireStatus {
  return {
    ...(status.away && { away: true }),
    ...(status.statusText !== '' && { status_text: status.statusText }),
    ...(status.emojiName !== '' && {
      emoji_name: status.emojiName,
      emoji_code: status.emojiCode,
      reaction_type: status.reactionType,
    }),
  }
}
