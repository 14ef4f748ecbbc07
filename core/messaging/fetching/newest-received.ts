import { LRUCache } from 'lru-cache'
import { reachesInSpan, receivedInChannel } from '../../channels/subscriptions/arrival.ts'
import { askTogether } from '../../platform/concurrency/ask-together.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, RealmId, Seq, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { NotYetAsked } from '../../state/users/not-yet-asked.ts'

/** Newest messages of the organization among which most users find one that they received. */
const NEAR = 50

// First searches the newest messages of the organization and stops at the first one that the user received
// (message_realm). Only when there is none, it searches each span (subscription_span_pkey, message_channel)
// and each direct conversation (conversation_participant_pkey, message_conversation) for its newest message:
// one probe each, which grows with the user's channels. Comparisons of rows force these indexes: for a quiet
// channel, the planner would underestimate the cost of a backward scan over all messages.
const nearestOf = (user: string, near: string): string => `(
     SELECT m.id FROM ${near} m WHERE CASE WHEN m.channel_id IS NOT NULL THEN ${receivedInChannel(user)}
       ELSE EXISTS (SELECT FROM conversation_participant p
         WHERE p.user_id = ${user} AND p.conversation_id = m.conversation_id) END
     LIMIT 1
   )`
const newestOf = (user: string, nearest: string): string => `coalesce(${nearest}, (
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
  `SELECT ${newestOf('$1', nearestOf('$1', `(${NEAREST})`))} AS newest`,
)

/** Users whose newest messages one query finds. */
const MAX_TOGETHER = 64

// As `NEWEST_RECEIVED`, for users $1. Looks at the newest messages of the organization only for those of them
// with `true` in $3.
const NEWEST_RECEIVED_OF = statement(
  'message.newest-received-of',
  `WITH near AS MATERIALIZED (
     ${NEAREST}
   )
   SELECT u.id AS "userId", ${newestOf('u.id', `CASE WHEN u.looks_near THEN ${nearestOf('u.id', 'near')} END`)} AS newest
   FROM unnest($1::int[], $3::bool[]) AS u (id, looks_near)`,
)

/**
 * Whether one of the newest messages of the organization is likely in a channel of the user, or a search of
 * each channel takes longer than to look at them in vain.
 */
function looksNear({ membership, channels }: RealmState, user: UserId): boolean {
  const own = membership.channelsOf(user).size
  return own > NEAR || own * NEAR >= channels.size
}

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

function knownOf(core: Core): LRUCache<string, Known> {
  const ofCore = known.get(core) ?? new LRUCache<string, Known>({ max: MAX_KNOWN })
  known.set(core, ofCore)
  return ofCore
}

const keyOf = ({ generation }: RealmState, user: UserId): string => `${generation} ${user}`

/** As `newestReceived`. Users who ask at the same time share a query, which finds others too. */
function newestReceivedTogether(core: Core, realm: RealmState, user: UserId): Promise<MessageId | undefined> {
  let ask = asking.get(realm)
  if (ask === undefined) {
    const notYetAsked = new NotYetAsked(realm)
    const ofCore = knownOf(core)
    ask = askTogether(MAX_TOGETHER, async (users) => {
      const { position: at, generation } = realm
      const spare = ofCore.size < MAX_KNOWN / 2 ? MAX_TOGETHER - users.length : 0
      const others = notYetAsked.take(spare, (id) => users.includes(id) || ofCore.has(keyOf(realm, id)))
      const asked = [...users, ...others]
      const rows = await core.db.run<{ readonly userId: UserId; readonly newest: MessageId | null }>(
        NEWEST_RECEIVED_OF,
        [asked, realm.id, asked.map((id) => looksNear(realm, id))],
      )
      const found = new Map(rows.map(({ userId, newest }) => [userId, newest ?? (-1 as MessageId)]))
      if (realm.generation === generation)
        for (const id of others) ofCore.set(keyOf(realm, id), { newest: found.get(id)!, at })
      return found
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
  const ofCore = knownOf(core)
  const key = keyOf(realm, user)
  const { position: at, recentMessages, membership } = realm
  const former = ofCore.get(key)
  const since = Math.max(recentMessages.from, membership.exactFrom) as Seq
  const isUsable = former && former.at >= since
  const newest =
    recentMessages.newestOf(user, isUsable ? former.at : since, membership) ??
    (isUsable ? former.newest : await newestReceivedTogether(core, realm, user)) ??
    (-1 as MessageId)
  ofCore.set(key, { newest, at })
  return newest
}
