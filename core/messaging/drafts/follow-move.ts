import { MAX_FOLLOWING_TEXTS } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canReadChannel } from '../../state/access/channel-permissions.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { DRAFT_COLUMNS, type DraftRow, shownDraft } from './draft.ts'
import type { Draft } from './entity.ts'

type Owned = Columns<typeof Draft, 'id' | 'userId'>

// Statements, because they find drafts by an index on expressions (draft_topic).
const OF_TOPIC = statement(
  'draft.of-topic',
  `SELECT id, user_id AS "userId" FROM draft
   WHERE type = 'stream' AND recipient_ids[1] = $1 AND lower(topic) = lower($2)
   ORDER BY changed_at DESC LIMIT ${MAX_FOLLOWING_TEXTS}`,
)
const MOVE = statement(
  'draft.move',
  `UPDATE draft SET recipient_ids = ARRAY[$2::int], topic = $3 WHERE id = ANY ($1::int[])
   RETURNING user_id AS "userId", ${DRAFT_COLUMNS}`, // draft_pkey
)

interface TopicLocation {
  readonly channel: ChannelId
  readonly topic: string
}

/**
 * Moves drafts for a topic to the place where all its messages are now, and emits them. Drafts of users who
 * may not read the new channel stay. A draft without a topic is for no topic yet. The organization is locked.
 */
export async function moveDrafts(
  tx: Tx,
  realm: RealmState,
  from: TopicLocation,
  to: TopicLocation,
): Promise<void> {
  if (from.topic === '') return
  const channel = realm.channels.get(to.channel)!
  const found = await tx.run<Owned>(OF_TOPIC, [from.channel, from.topic])
  const following = found.filter(({ userId }) => canReadChannel(realm, realm.users.get(userId)!, channel))
  if (following.length === 0) return
  const ids = following.map(({ id }) => id)
  const moved = await tx.run<DraftRow & Owned>(MOVE, [ids, to.channel, to.topic])
  for (const draft of moved)
    tx.emit({ type: 'drafts', op: 'update', draft: shownDraft(draft) }, toUsers([draft.userId]))
}
