import { LRUCache } from 'lru-cache'
import { reachesInSpan, receivedInChannel } from '../../channels/subscriptions/arrival.ts'
import { askTogether } from '../../platform/concurrency/ask-together.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, RealmId, Seq, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'

/** Newest messages of the organization among which most users find one that they received. */
const NEAR = 50

// First searches the newest messages of the organization and stops at the first one that the user received
// (message_realm). Only when there is none, it searches each span (subscription_span_pkey, message_channel)
// and each direct conversation (conversation_participant_pkey, message_conversation) for its newest message:
// one probe each, which grows with the user's channels. Comparisons of rows force these indexes: for a quiet
// channel, the planner would underestimate the cost of a backward scan over all messages.
const newestOf = (user: string, near: string): string => `coalesce((
     SELECT m.id FROM ${near} m WHERE CASE WHEN m.channel_id IS NOT NULL THEN ${receivedInChannel(user)}
       ELSE EXISTS (SELECT FROM conversation_participant p
         WHERE p.user_id = ${user} AND p.conversation_id = m.conversation_id) END
     LIMIT 1
   ), (
     SELECT max(id) FROM (
       SELECT m.id FROM subscription_span s CROSS JOIN LATERAL (
         SELECT id FROM message m WHERE channel_id IS NOT NULL AND ${reachesInSpan(user)}
           AND (channel_id, id) >= (s.channel_id, s.from_id)
           AND (channel_id, id) < (s.channel_id, coalesce(s.to_id, 9223372036854775807))
         ORDER BY channel_id DESC, id DESC LIMIT 1
       ) m WHERE s.user_id = ${user}
       UNION ALL
       SELECT m.id FROM conversation_participant p CROSS JOIN LATERAL (
         SELECT id FROM message WHERE conversation_id = p.conversation_id ORDER BY id DESC LIMIT 1
       ) m WHERE p.user_id = ${user}
     ) received
   ))`
const NEAREST = `SELECT id, channel_id, conversation_id, arrival_id FROM message
       WHERE (realm_id, id) >= ($2::int, 0) AND (realm_id, id) < ($2::int + 1, 0)
       ORDER BY realm_id DESC, id DESC LIMIT ${NEAR}`
export const NEWEST_RECEIVED = statement(
  'message.newest-received',
  `SELECT ${newestOf('$1', `(${NEAREST})`)} AS newest`,
)

/** Users whose newest messages one query finds. */
const MAX_TOGETHER = 64

// As `NEWEST_RECEIVED`, for users $1.
const NEWEST_RECEIVED_OF = statement(
  'message.newest-received-of',
  `WITH near AS MATERIALIZED (
     ${NEAREST}
   )
   SELECT u.id AS "userId", ${newestOf('u.id', 'near')} AS newest FROM unnest($1::int[]) AS u (id)`,
)

/**
 * The newest message that the user received, also in channels that the user has left since; -1 for none. One
 * query.
 */
export async function newestReceived(sql: Sql, realm: RealmId, user: UserId): Promise<MessageId> {
  const [row] = await sql.run<{ readonly newest: MessageId | null }>(NEWEST_RECEIVED, [user, realm])
  return row?.newest ?? (-1 as MessageId)
}

/** The newest message of a user, up to a position of the log. */
interface Known {
  readonly newest: MessageId
  readonly at: Seq
}

/** Users of all organizations whose newest message a process remembers. */
const MAX_KNOWN = 20_000

const known = new WeakMap<Core, LRUCache<string, Known>>()
const asking = new WeakMap<RealmState, (user: UserId) => Promise<MessageId | undefined>>()

/** As `newestReceived`. Users who ask at the same time share a query. */
function newestReceivedTogether(
  { db }: Core,
  realm: RealmState,
  user: UserId,
): Promise<MessageId | undefined> {
  let ask = asking.get(realm)
  if (ask === undefined) {
    ask = askTogether(MAX_TOGETHER, async (users) => {
      const rows = await db.run<{ readonly userId: UserId; readonly newest: MessageId | null }>(
        NEWEST_RECEIVED_OF,
        [users, realm.id],
      )
      return new Map(rows.map(({ userId, newest }) => [userId, newest ?? (-1 as MessageId)]))
    })
    asking.set(realm, ask)
  }
  return ask(user)
}

/**
 * As `newestReceived`, from memory, as of its position. One query, or a part of one, when the process does
 * not know the user's newest message yet, or when messages of the organization were changed or deleted since.
 * Without it, GET /users/me costs all processes twice as much.
 */
export async function newestReceivedInMemory(
  core: Core,
  realm: RealmState,
  user: UserId,
): Promise<MessageId> {
  const ofCore = known.get(core) ?? new LRUCache<string, Known>({ max: MAX_KNOWN })
  known.set(core, ofCore)
  const key = `${realm.generation} ${user}`
  const { position: at, recentMessages, membership } = realm
  const former = ofCore.get(key)
  const isUsable = former && former.at >= recentMessages.from && former.at >= membership.exactFrom
  const newest = isUsable
    ? (recentMessages.newestOf(user, former.at, membership) ?? former.newest)
    : ((await newestReceivedTogether(core, realm, user)) ?? (-1 as MessageId))
  ofCore.set(key, { newest, at })
  return newest
}
