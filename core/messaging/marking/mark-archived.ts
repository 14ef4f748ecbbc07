import { FlagBit, MessageBit } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toChannel } from '../../platform/events/audience.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { PendingRealm } from '../../state/realm/pending-realm.ts'
import { mayNotifyDevices } from '../../state/realm/record.ts'
import type { Message } from '../messages/entities.ts'
import { retractArchived } from '../push/pushed.ts'
import { emitAdded } from '../reads/event.ts'

/** Most messages that the event of an archived channel names. */
const MAX_NAMED = 5_000

/**
 * Marks everything in channel $1 of organization $2 as read (message_realm), and clears the rows that say
 * "unread" of its subscribers (subscription_channel, message_flag_unread, message_pkey). Nobody else has such
 * rows. Returns the newest messages of the channel, the newest first (message_channel).
 */
const MARK_ARCHIVED = statement(
  'reads.mark-archived',
  `WITH marked AS (
     UPDATE channel SET read_to = coalesce((
       SELECT m.id FROM message m WHERE m.realm_id = $2 ORDER BY m.realm_id DESC, m.id DESC LIMIT 1), 0)
     WHERE id = $1
   ), spoken AS MATERIALIZED (
     SELECT f.at, f.bits & ~${FlagBit.hasExplicitReadState} AS bits
     FROM subscription s CROSS JOIN LATERAL (
       SELECT message_id, bits, ctid AS at FROM message_flag WHERE user_id = s.user_id
         AND bits & ${FlagBit.hasExplicitReadState | FlagBit.read} = ${FlagBit.hasExplicitReadState} OFFSET 0
     ) f JOIN message m ON m.id = f.message_id AND m.channel_id = $1
     WHERE s.channel_id = $1 AND s.is_active
   ), stripped AS (
     UPDATE message_flag f SET bits = s.bits FROM spoken s WHERE f.ctid = s.at AND s.bits <> 0
   ), deleted AS (
     DELETE FROM message_flag f USING spoken s WHERE f.ctid = s.at AND s.bits = 0
   )
   SELECT m.id FROM message m WHERE m.channel_id = $1 AND m.bits & ${MessageBit.arrivesRead} <> ${MessageBit.arrivesRead}
   ORDER BY m.channel_id DESC, m.id DESC LIMIT ${MAX_NAMED}`,
)

/**
 * Marks all messages of a channel as read for everybody. Writes no row for each reader or message, except
 * those that readers had marked as unread. One event with the newest messages reaches all subscribers:
 * clients take the ids that they know as unread. The caller has locked the event log.
 */
export async function markArchived(tx: Tx, realm: PendingRealm, channel: ChannelId): Promise<void> {
  const newest = await tx.run<Columns<typeof Message, 'id'>>(MARK_ARCHIVED, [channel, realm.record.id])
  if (newest.length === 0) return
  const ids = newest.map(({ id }) => id).reverse()
  if (mayNotifyDevices(realm.record)) await retractArchived(tx, channel)
  emitAdded(tx, toChannel(channel), 'read', ids)
}
