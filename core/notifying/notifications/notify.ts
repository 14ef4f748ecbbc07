import type { UserTopic } from '../../channels/user-topics/entity.ts'
import { VisibilityPolicy, visibilityJoin } from '../../channels/user-topics/policy.ts'
import { preventDeletion } from '../../messaging/editing/row-locks.ts'
import type { Message } from '../../messaging/messages/entities.ts'
import { canReadMessage, wasReceivedBy } from '../../messaging/messages/read-permission.ts'
import { pushMessages } from '../../messaging/push/pushed.ts'
import { isRead } from '../../messaging/reads/read-state.ts'
import { readStateProbes } from '../../messaging/reads/unread-sql.ts'
import { presenceOf } from '../../people/presence/realm-presence.ts'
import type { Columns, LeftJoined } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Subscription } from '../../state/channels/entities.ts'
import type { Core } from '../../state/core.ts'
import { mayNotifyDevices } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Candidate } from './candidates.ts'
import { type Decision, decide } from './decide.ts'
import { addMissedMessages } from './missed-message.ts'
import { addWaitingMessages } from './waiting-messages.ts'

/** Candidates of one statement: bounds memory for audiences of any size. */
const PAGE = 2_000

/** The state of a message and of its channel for a candidate. */
type CandidateState = Columns<typeof Message, 'channelId'> &
  LeftJoined<
    Columns<
      typeof Subscription,
      'isMuted' | 'pushNotifications' | 'emailNotifications' | 'wildcardMentionsNotify'
    >
  > &
  LeftJoined<Columns<typeof UserTopic, 'visibilityPolicy'>> & {
    /** The index of the candidate. */
    readonly n: number
    readonly wasReceived: boolean
    readonly isRead: boolean
  }

// message_pkey, conversation_pkey, subscription_pkey, user_topic_user, and the indexes of `readStateProbes`:
// one probe each.
const CANDIDATE_STATES = statement(
  'notifications.candidate-states',
  `SELECT k.n::int - 1 AS n, m.channel_id AS "channelId", ${wasReceivedBy('k.user_id')} AS "wasReceived",
     ${isRead('k.user_id')} AS "isRead", s.is_muted AS "isMuted",
     s.push_notifications AS "pushNotifications", s.email_notifications AS "emailNotifications",
     s.wildcard_mentions_notify AS "wildcardMentionsNotify", t.visibility_policy AS "visibilityPolicy"
   FROM unnest($1::int[], $2::int8[]) WITH ORDINALITY AS k (user_id, message_id, n)
   JOIN message m ON m.id = k.message_id
   JOIN conversation c ON c.id = m.conversation_id
   LEFT JOIN subscription s ON s.user_id = k.user_id AND s.channel_id = m.channel_id
   ${visibilityJoin('k.user_id')}
   ${readStateProbes('k.user_id')}`,
)

/** A candidate, and how to notify the user. */
interface Notified extends Candidate {
  readonly decision: Decision
}

/**
 * Decides which candidates are notified and how, and writes rows for e-mail and jobs for devices in the
 * caller's transaction. A page of candidates takes a few statements. Messages that were deleted meanwhile are
 * skipped.
 */
export async function notify(
  tx: Tx,
  core: Core,
  realm: RealmState,
  candidates: Iterable<Candidate>,
): Promise<void> {
  let page: Candidate[] = []
  for (const candidate of candidates) {
    page.push(candidate)
    if (page.length < PAGE) continue
    await write(tx, realm, await decideAll(tx, core, realm, page))
    page = []
  }
  if (page.length > 0) await write(tx, realm, await decideAll(tx, core, realm, page))
}

async function decideAll(
  sql: Sql,
  core: Core,
  realm: RealmState,
  candidates: readonly Candidate[],
): Promise<Notified[]> {
  const presence = presenceOf(core, realm)
  await presence.refresh(sql)
  const now = Math.floor(Date.now() / 1000)
  const states = await sql.run<CandidateState>(CANDIDATE_STATES, [
    candidates.map(({ user }) => user),
    candidates.map(({ message }) => message.id),
  ])
  const canRead = ({ n, ...message }: CandidateState) =>
    canReadMessage(realm, realm.users.get(candidates[n]!.user), message)
  return states.filter(canRead).map((state) => {
    const candidate = candidates[state.n]!
    const { isActive, isBot, settings } = realm.users.get(candidate.user)!
    const isIdle = presence.statusOf(candidate.user, now) !== 'active'
    const reader = { settings, isPerson: isActive && !isBot, isIdle }
    return { ...candidate, decision: decide(reader, messageState(realm, candidate, state)) }
  })
}

function messageState(realm: RealmState, candidate: Candidate, state: CandidateState) {
  const { user, message, isMentioned, isTopicMentioned, isChannelMentioned } = candidate
  const { isRead } = state
  return {
    isOwn: message.senderId === user,
    isFromMutedSender: realm.mutes.mutersOf(message.senderId).has(user),
    isDirect: message.channelId === null,
    ...{ isRead, isMentioned, isTopicMentioned, isChannelMentioned },
    ...(message.channelId !== null && {
      channel: {
        isMuted: state.isMuted ?? false,
        policy: state.visibilityPolicy ?? VisibilityPolicy.inherit,
        push: state.pushNotifications,
        email: state.emailNotifications,
        wildcard: state.wildcardMentionsNotify,
      },
    }),
  }
}

async function write(tx: Tx, realm: RealmState, decided: readonly Notified[]): Promise<void> {
  const toNotify = decided.filter(({ decision }) =>
    Object.values(decision).some((trigger) => trigger !== undefined),
  )
  // Deleting does not wait for this transaction, so messages may have been deleted.
  const kept = await preventDeletion(
    tx,
    toNotify.map(({ message }) => message.id),
  )
  const notified = toNotify.filter(({ message }) => kept.has(message.id))
  await addMissedMessages(
    tx,
    notified.flatMap(({ user, message, decision: { email } }) => {
      if (email === undefined) return []
      const { settings } = realm.users.get(user)!
      const batchingSeconds = settings.email_notifications_batching_period_seconds
      return [{ userId: user, messageId: message.id, trigger: email, batchingSeconds }]
    }),
  )
  await addWaitingMessages(
    tx,
    notified.flatMap(({ user, message, decision: { emailOnceAway: trigger } }) =>
      trigger === undefined ? [] : [{ userId: user, messageId: message.id, trigger }],
    ),
  )
  if (!mayNotifyDevices(realm.record)) return
  await pushMessages(
    tx,
    notified.flatMap(({ user, message, decision: { push } }) =>
      push === undefined ? [] : [{ userId: user, messageId: message.id, trigger: push }],
    ),
  )
}
