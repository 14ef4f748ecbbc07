import { reachesInSpan } from '../../channels/subscriptions/arrival.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { SubscriptionSpan } from '../../state/channels/entities.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { accessMessages } from '../messages/read-permission.ts'
import { readReceiptsDisabled } from './errors.ts'
import { hasRead, readStateJoins } from './read-state.ts'

/**
 * The users who received message $1 and have read it: those who were subscribed when it arrived
 * (subscription_span_open and _closed), or the participants (conversation_pkey). Costs one probe each of
 * message_flag_pkey, read_pointer_pkey and subscription_span_pkey for each user.
 */
const READERS = statement(
  'reads.readers',
  `SELECT DISTINCT r.user_id AS "userId" FROM message m
   CROSS JOIN LATERAL (
     SELECT s.user_id FROM subscription_span s
     WHERE s.channel_id = m.channel_id AND s.from_id <= m.id AND s.to_id IS NULL
     UNION ALL
     SELECT s.user_id FROM subscription_span s
     WHERE s.channel_id = m.channel_id AND s.from_id <= m.id AND s.to_id IS NOT NULL AND m.id < s.to_id
     UNION ALL
     SELECT unnest(c.participant_ids) FROM conversation c WHERE c.id = m.conversation_id
   ) r
   ${readStateJoins('r.user_id')}
   WHERE m.id = $1 AND r.user_id <> m.sender_id AND ${reachesInSpan('r.user_id')} AND ${hasRead('r.user_id')}
   ORDER BY r.user_id`,
)

/**
 * Returns the users who have read a message (GET /messages/{message_id}/read_receipts): active recipients
 * with the setting `send_read_receipts`. Leaves out the sender, and mutes in both directions. Throws
 * `readReceiptsDisabled`, and `invalidMessages` when the reader may not read the message.
 */
export async function readReceipts(
  { core, realm, user: reader }: Caller,
  message: MessageId,
): Promise<UserId[]> {
  await realm.withFreshState(() => {
    if (!realm.record.settings.enable_read_receipts) throw readReceiptsDisabled()
  })
  await accessMessages(core.db, realm, reader, [message])
  const rows = await core.db.run<Columns<typeof SubscriptionSpan, 'userId'>>(READERS, [message])
  const muted = realm.mutes.mutedBy(reader.id)
  const muters = realm.mutes.mutersOf(reader.id)
  const sendsReceipts = (user: UserRecord | undefined) =>
    user?.isActive === true && !user.isBot && user.settings.send_read_receipts
  return rows
    .map((row) => row.userId)
    .filter((id) => !muted.has(id) && !muters.has(id) && sendsReceipts(realm.users.get(id)))
}
