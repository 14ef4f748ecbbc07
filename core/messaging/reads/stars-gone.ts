import { FlagBit } from '../../content/messages/bits.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { toUsers } from '../../platform/events/audience.ts'
import { grouped } from '../../platform/grouped.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import { emitRemoved } from './event.ts'

/** Who has starred which messages, ascending. */
export type Stars = readonly { readonly user: UserId; readonly messages: MessageId[] }[]

const STARS = statement(
  'reads.stars-of-messages',
  `SELECT user_id AS user, json_agg(message_id ORDER BY message_id) AS messages FROM message_flag
   WHERE message_id = ANY ($1::int8[]) AND bits & ${FlagBit.starred} <> 0 GROUP BY user_id`, // message_flag_message
)

/** Who has starred these messages. One query. */
export const starsOf = (sql: Sql, messages: readonly MessageId[]): Promise<Stars> =>
  sql.run<Stars[number]>(STARS, [messages])

/**
 * Tells people that messages are not starred any more: those whose flags are gone and who are told nothing else of
 * it, because they do not hear what happens where the messages are. One event for all who had starred the same.
 */
export function emitStarsGone(tx: Tx, stars: Stars): void {
  for (const alike of grouped(stars, ({ messages }) => messages.join()).values()) {
    emitRemoved(tx, toUsers(alike.map(({ user }) => user)), 'starred', alike[0]!.messages)
  }
}
