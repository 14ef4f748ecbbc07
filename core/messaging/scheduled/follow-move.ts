import { MAX_FOLLOWING_TEXTS } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canSendToChannel } from '../../state/access/channel-permissions.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { ScheduledMessage as Entity } from './entity.ts'
import { SCHEDULED_COLUMNS, type ScheduledMessage, wireScheduledMessage } from './scheduled-message.ts'

type Owned = Columns<typeof Entity, 'id' | 'userId'>

// Statements, because they find messages by an index on an expression (scheduled_message_topic).
const OF_TOPIC = statement(
  'scheduled.of-topic',
  `SELECT id, user_id AS "userId" FROM scheduled_message WHERE channel_id = $1 AND lower(topic) = lower($2)
   ORDER BY id DESC LIMIT ${MAX_FOLLOWING_TEXTS}`,
)
const MOVE = statement(
  'scheduled.move',
  `UPDATE scheduled_message SET channel_id = $2, topic = $3 WHERE id = ANY ($1::int[])
   RETURNING ${SCHEDULED_COLUMNS}`, // scheduled_message_pkey
)

interface TopicLocation {
  readonly channel: ChannelId
  readonly topic: string
}

/**
 * Moves scheduled messages of a topic to the place where all its messages are now, and emits them. Those of
 * users who may not send there stay. The organization is locked.
 */
export async function moveScheduled(
  tx: Tx,
  realm: RealmState,
  from: TopicLocation,
  to: TopicLocation,
): Promise<void> {
  const channel = realm.channels.get(to.channel)!
  const found = await tx.run<Owned>(OF_TOPIC, [from.channel, from.topic])
  const following = found.filter(({ userId }) => canSendToChannel(realm, realm.users.get(userId)!, channel))
  if (following.length === 0) return
  const ids = following.map(({ id }) => id)
  for (const moved of await tx.run<ScheduledMessage>(MOVE, [ids, to.channel, to.topic])) {
    const scheduled_message = wireScheduledMessage(moved)
    tx.emit({ type: 'scheduled_messages', op: 'update', scheduled_message }, toUsers([moved.userId]))
  }
}
