import { setTimeout as sleep } from 'node:timers/promises'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, ConversationId } from '../../platform/ids.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Channel } from '../../state/channels/entities.ts'
import type { Core } from '../../state/core.ts'
import type { Realm } from '../../state/realm/entity.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { Message } from '../messages/entities.ts'
import { removeMessages } from './delete-rows.ts'

/**
 * Messages deleted in one transaction, which delays other writers of the organization by milliseconds only.
 */
const BATCH = 500
const MAX_CONVERSATIONS = 20
const DIRECT_CONVERSATIONS = 500

const REALMS = statement(
  'retention.realms',
  `SELECT id FROM realm WHERE NOT is_deactivated
     AND (coalesce((settings->>'message_retention_days')::int, -1) > 0
       OR EXISTS (SELECT FROM channel WHERE channel.realm_id = realm.id AND message_retention_days > 0))`,
)

// message_channel: one probe for each channel. Ids ascend with time, so the oldest message has the lowest.
const DUE_CHANNELS = statement(
  'retention.due-channels',
  `SELECT kept.id FROM unnest($1::int[], $2::int[]) AS kept (id, days)
   CROSS JOIN LATERAL (SELECT sent_at FROM message WHERE channel_id = kept.id ORDER BY id LIMIT 1) AS oldest
   WHERE oldest.sent_at < clock_timestamp() - make_interval(days => kept.days)`,
)
// conversation_direct, message_conversation: one probe for each conversation.
const DUE_DIRECT = statement(
  'retention.due-direct',
  `SELECT c.id FROM conversation c
   CROSS JOIN LATERAL (SELECT sent_at FROM message WHERE conversation_id = c.id ORDER BY id LIMIT 1) AS oldest
   WHERE c.realm_id = $1 AND c.channel_id IS NULL AND c.id > $2
     AND oldest.sent_at < clock_timestamp() - make_interval(days => $3)
   ORDER BY c.id LIMIT ${DIRECT_CONVERSATIONS}`,
)

const OLDEST_OF_CHANNEL = statement(
  'retention.oldest-of-channel',
  `SELECT m.id, m.conversation_id AS "conversationId", c.topic, NULL::int[] AS "participantIds"
   FROM (SELECT id, conversation_id, sent_at FROM message WHERE channel_id = $1 ORDER BY id LIMIT ${BATCH}) AS m
   JOIN conversation c ON c.id = m.conversation_id
   WHERE m.sent_at < clock_timestamp() - make_interval(days => $2) ORDER BY m.id`, // message_channel
)
const OLDEST_DIRECT = statement(
  'retention.oldest-direct',
  `SELECT m.id, m.conversation_id AS "conversationId", NULL::text AS topic, c.participant_ids AS "participantIds"
   FROM conversation c
   CROSS JOIN LATERAL (
     SELECT id, conversation_id, sent_at FROM message WHERE conversation_id = c.id ORDER BY id LIMIT ${BATCH}
   ) AS m
   WHERE c.id = ANY ($1::int8[]) AND m.sent_at < clock_timestamp() - make_interval(days => $2)
   ORDER BY c.id, m.id LIMIT ${BATCH}`, // conversation_pkey, message_conversation
)

type Due = Columns<typeof Message, 'id' | 'conversationId'> &
  Columns<typeof Conversation, 'topic' | 'participantIds'>

/**
 * Deletes messages older than the `message_retention_days` of their channel, or else of the organization,
 * which also applies to direct messages; -1 keeps them forever. Deletes in bounded transactions as a user's
 * deletion does, and pauses between them as long as each took. `signal` stops it; the next run continues.
 * Returns the number deleted. Throws `RealmsFailed` at the end.
 */
export async function expireMessages(core: Core, signal?: AbortSignal): Promise<number> {
  const failures = new RealmFailures(core.log)
  let expired = 0
  for (const { id } of await core.db.run<Columns<typeof Realm, 'id'>>(REALMS)) {
    await failures.contain(id, async () => {
      const realm = await core.realms.get(id)
      if (realm === undefined) return
      await realm.sync()
      expired += await expireChannels(core, realm, signal)
      expired += await expireDirect(core, realm, signal)
    })
  }
  failures.throwIfAny()
  return expired
}

async function expireChannels(core: Core, realm: RealmState, signal?: AbortSignal): Promise<number> {
  const kept = [...realm.channels].map(({ id }) => ({ id, days: retentionDays(realm, id) }))
  const finite = kept.filter(({ days }) => days > 0)
  if (finite.length === 0) return 0
  const parameters = [finite.map(({ id }) => id), finite.map(({ days }) => days)]
  let expired = 0
  for (const { id } of await core.db.run<Columns<typeof Channel, 'id'>>(DUE_CHANNELS, parameters)) {
    expired += await runBatches(signal, () => expireSome(core, realm, id, []))
  }
  return expired
}

async function expireDirect(core: Core, realm: RealmState, signal?: AbortSignal): Promise<number> {
  let expired = 0
  for (let after = 0; signal?.aborted !== true; ) {
    const days = retentionDays(realm, null)
    if (days <= 0) break
    const due = await core.db.run<Columns<typeof Conversation, 'id'>>(DUE_DIRECT, [realm.id, after, days])
    for (let i = 0; i < due.length; i += MAX_CONVERSATIONS) {
      const some = due.slice(i, i + MAX_CONVERSATIONS).map(({ id }) => id)
      expired += await runBatches(signal, () => expireSome(core, realm, null, some))
    }
    if (due.length < DIRECT_CONVERSATIONS) break
    after = due.at(-1)!.id
  }
  return expired
}

/** Runs batches until one deletes nothing, pausing after each batch as long as it took. */
async function runBatches(signal: AbortSignal | undefined, batch: () => Promise<number>): Promise<number> {
  let expired = 0
  while (signal?.aborted !== true) {
    const startedAt = performance.now()
    const count = await batch()
    if (count === 0) break
    expired += count
    await sleep(performance.now() - startedAt)
  }
  return expired
}

/** Runs one transaction. It reads the retention period itself, because the period may have changed since. */
async function expireSome(
  core: Core,
  realm: RealmState,
  channel: ChannelId | null,
  conversations: readonly ConversationId[],
): Promise<number> {
  return core.changeAsSystem(realm, async (tx) => {
    const days = retentionDays(realm, channel)
    if (days <= 0) return 0
    const due =
      channel === null
        ? await tx.run<Due>(OLDEST_DIRECT, [conversations, days])
        : await tx.run<Due>(OLDEST_OF_CHANNEL, [channel, days])
    let count = 0
    for (const messages of byConversation(due)) {
      const { topic, participantIds } = messages[0]!
      const conversation = { channelId: channel, topic, participantIds }
      const ids = messages.map(({ id }) => id)
      await removeMessages(tx, realm, undefined, conversation, ids)
      count += ids.length
    }
    return count
  })
}

/** Days to keep the messages of a channel, or direct messages for null; zero or less means forever. */
function retentionDays(realm: RealmState, channel: ChannelId | null): number {
  const own = channel === null ? null : realm.channels.get(channel)?.messageRetentionDays
  return own ?? realm.record.settings.message_retention_days
}

function byConversation(due: readonly Due[]): Due[][] {
  const groups = new Map<ConversationId, Due[]>()
  for (const message of due) {
    const group = groups.get(message.conversationId)
    if (group !== undefined) group.push(message)
    else if (groups.size < MAX_CONVERSATIONS) groups.set(message.conversationId, [message])
  }
  return [...groups.values()]
}
