import type { Conversation } from '../../messaging/conversations/entities.ts'
import type { Columns, NotNull } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'

/** A topic with many senders and messages. */
export type HotTopic = Columns<typeof Conversation, 'id'> &
  NotNull<Columns<typeof Conversation, 'channelId' | 'topic'>> & {
    /** The id of the first message that a person, not a bot, sent. */
    readonly first: MessageId
    /** The people who sent messages, ascending. */
    readonly senders: readonly TopicSender[]
  }

/** A person, and how many messages of a topic the person sent. */
export interface TopicSender {
  readonly id: UserId
  readonly count: number
}

/** Only the newest messages are counted, and only the hottest topics are returned. */
const MESSAGES = 50_000
const TOPICS = 500

const HOT = statement(
  'digest.hot-topics',
  `WITH recent AS (
     SELECT id, conversation_id, channel_id, sender_id, sent_at FROM message
     WHERE realm_id = $1 ORDER BY id DESC LIMIT ${MESSAGES} -- message_realm
   ), sent AS (
     SELECT m.conversation_id, m.sender_id, count(*)::int AS count, min(m.id) AS first
     FROM recent m JOIN user_account u ON u.id = m.sender_id AND NOT u.is_bot
     WHERE m.channel_id IS NOT NULL AND m.sent_at >= $2
     GROUP BY m.conversation_id, m.sender_id
   )
   SELECT c.id, c.channel_id AS "channelId", c.topic, h.first, h.senders
   FROM (
     SELECT conversation_id, count(*) AS people, sum(count) AS messages, min(first) AS first,
       json_agg(json_build_object('id', sender_id, 'count', count) ORDER BY sender_id) AS senders
     FROM sent GROUP BY conversation_id ORDER BY people DESC, messages DESC LIMIT ${TOPICS}
   ) h JOIN conversation c ON c.id = h.conversation_id
   ORDER BY h.people DESC, h.messages DESC, c.id`,
)

/**
 * How long the digests of one day share the result of one query. It bounds their load: the query of 50,000
 * messages took 2.7 s on a busy machine, and each reader has a digest.
 */
const CACHE_MS = 3600_000
const cache = new WeakMap<Core, Map<RealmId, { at: number; since: number; topics: Promise<HotTopic[]> }>>()

/** Returns topics since a time, by the number of senders, then of messages. Many readers share one query. */
export async function hotTopics(
  core: Core,
  sql: Sql,
  realm: RealmId,
  since: Date,
): Promise<readonly HotTopic[]> {
  const ofCore = cache.get(core) ?? new Map()
  cache.set(core, ofCore)
  const known = ofCore.get(realm)
  const now = Date.now()
  if (known?.since === since.getTime() && now - known.at < CACHE_MS) {
    const shared = await known.topics.catch(() => undefined) // the server of that reader failed
    if (shared !== undefined) return shared
  }
  const topics = sql.run<HotTopic>(HOT, [realm, since])
  ofCore.set(realm, { at: now, since: since.getTime(), topics })
  topics.catch(() => ofCore.delete(realm))
  return topics
}
