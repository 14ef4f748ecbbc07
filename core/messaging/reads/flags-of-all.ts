import { FlagBit, flagNames } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Message } from '../messages/entities.ts'
import { isHistorical, isRead, readStateJoins } from './read-state.ts'

/** The flags of all users on one message. */
export interface FlagsOfAll {
  /** The flags of every user who is not in `others`. */
  readonly most: readonly string[]
  readonly others: readonly { readonly flags: readonly string[]; readonly users: readonly UserId[] }[]
}

type FlagsOfUsers = Columns<typeof Message, 'bits'> & {
  readonly isRead: boolean
  readonly isHistorical: boolean
  readonly flagBits: number
  readonly users: readonly UserId[]
}

// subscription_channel or conversation_pkey, and message_flag_message; for each user one probe of
// message_flag_pkey, read_pointer_pkey and subscription_span_pkey.
const FLAGS = statement(
  'reads.flags-of-all',
  `SELECT ${isRead('u.user_id')} AS "isRead", ${isHistorical('u.user_id')} AS "isHistorical",
     coalesce(f.bits, 0) AS "flagBits", m.bits, array_agg(u.user_id ORDER BY u.user_id) AS users
   FROM message m
   CROSS JOIN LATERAL (
     SELECT s.user_id FROM subscription s WHERE s.channel_id = m.channel_id AND s.is_active
     UNION SELECT unnest(c.participant_ids) FROM conversation c WHERE c.id = m.conversation_id
     UNION SELECT s.user_id FROM message_flag s WHERE s.message_id = m.id AND s.bits & ${FlagBit.starred} <> 0
     UNION SELECT unnest($2::int[])
   ) u
   ${readStateJoins('u.user_id')}
   WHERE m.id = $1 GROUP BY 1, 2, 3, 4 ORDER BY count(*) DESC`,
)

/**
 * Loads the flags of the channel's subscribers or the participants, of those who starred the message, and of
 * the users in `besides`. One query.
 */
export async function flagsOfAll(
  sql: Sql,
  message: MessageId,
  besides: readonly UserId[],
): Promise<FlagsOfAll> {
  const [most, ...others] = (await sql.run<FlagsOfUsers>(FLAGS, [message, besides])).map((row) => ({
    flags: flagNames(row.isRead, row.isHistorical, row.flagBits, row.bits),
    users: row.users,
  }))
  return { most: most?.flags ?? [], others }
}

/** Returns the flags of one user. */
export function flagsIn({ most, others }: FlagsOfAll, user: UserId): readonly string[] {
  return others.find(({ users }) => users.includes(user))?.flags ?? most
}
