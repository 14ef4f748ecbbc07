import { statement } from '../../platform/db/statement.ts'
import type { ChannelId, ConversationId, MessageId, RealmId, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'

/** A topic in which much was said. */
export interface HotTopic {
  readonly conversation: ConversationId
  readonly channel: ChannelId
  readonly topic: string
  /** Messages of people. */
  readonly count: number
  /** Of its first messages, the id. */
  readonly first: MessageId
  readonly senders: readonly UserId[]
}

/** Of more the newest are looked at, and of the topics found the hottest are kept. */
const MESSAGES = 50_000
const TOPICS = 500

const HOT = statement(
  'digest.hot-topics',
  `WITH recent AS (
     SELECT id, conversation_id, channel_id, sender_id, sent_at FROM message
     WHERE realm_id = $1 ORDER BY id DESC LIMIT ${MESSAGES} -- message_realm
   )
   SELECT c.id AS conversation, c.channel_id AS channel, c.topic, h.count, h.first, h.senders
   FROM (
     SELECT m.conversation_id, count(*)::int AS count, min(m.id) AS first,
       array_agg(DISTINCT m.sender_id) AS senders
     FROM recent m JOIN user_account u ON u.id = m.sender_id AND NOT u.is_bot
     WHERE m.channel_id IS NOT NULL AND m.sent_at >= $2
     GROUP BY m.conversation_id ORDER BY count(DISTINCT m.sender_id) DESC, count(*) DESC LIMIT ${TOPICS}
   ) h JOIN conversation c ON c.id = h.conversation_id
   ORDER BY cardinality(h.senders) DESC, h.count DESC, c.id`,
)

/** How long the digests of one day use what was found for the first of them. */
const KEPT_MS = 3600_000
const kept = new WeakMap<Core, Map<RealmId, { at: number; since: number; topics: Promise<HotTopic[]> }>>()

/** Where most people spoke, then where most was said, since a time: the hottest first. One query for many readers. */
export function hotTopics(core: Core, realm: RealmId, since: Date): Promise<HotTopic[]> {
  const ofCore = kept.get(core) ?? new Map()
  kept.set(core, ofCore)
  const known = ofCore.get(realm)
  const now = Date.now()
  if (known?.since === since.getTime() && now - known.at < KEPT_MS) return known.topics
  const topics = core.db.run<HotTopic>(HOT, [realm, since])
  ofCore.set(realm, { at: now, since: since.getTime(), topics })
  topics.catch(() => ofCore.delete(realm))
  return topics
}
