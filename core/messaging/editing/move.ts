import { wasSubscribedAtArrival } from '../../channels/subscriptions/arrival.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { ChannelId, MessageId, UserId } from '../../platform/ids.ts'
import { isSameTopic } from '../../platform/text/topic-key.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canReadWholeHistory } from '../../state/access/channel-permissions.ts'
import { mayNotifyDevices } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Conversation } from '../conversations/entities.ts'
import { resolveConversations } from '../conversations/resolve.ts'
import { isResolving } from '../conversations/resolved-topic.ts'
import type { Rename, StoredEdit } from '../conversations/stored-edit.ts'
import { carryReadState } from '../marking/carry-over.ts'
import { limitedChanges, MAX_RENAMES } from '../messages/edit-history.ts'
import type { Message } from '../messages/entities.ts'
import { moveTimeLimitExceeded, moveTimeLimitPassed } from '../messages/errors.ts'
import type { LockedMessage } from '../messages/lock-message.ts'
import { retractMoved } from '../push/pushed.ts'
import { languageOf } from '../words/languages.ts'
import { wordsOfText } from '../words/word-list.ts'
import type { PropagateMode } from './edit.ts'
import { movableSince } from './edit-permission.ts'

/** The channel and topic to move messages to; either may be the current one. */
export interface Target {
  readonly channel: ChannelId
  readonly topic: string
}

/** The messages of a topic to move. */
export interface MoveSet {
  /** Ascending by id. */
  readonly messages: readonly MessageId[]
  /** Whether no message between the first and the last stays. */
  readonly isContiguous: boolean
  /** Whether no message of the topic stays. */
  readonly isAll: boolean
}

const OF_TOPIC = statement(
  'message.of-topic',
  `SELECT m.id, floor(extract(epoch FROM m.sent_at))::int8 AS "sentAt", $3::bool OR ${wasSubscribedAtArrival('$2')} AS "isReadable"
   FROM message m WHERE m.conversation_id = $1 ORDER BY m.id`, // message_conversation
)

type MessageOfTopic = Columns<typeof Message, 'id'> & {
  /** Unix seconds. */
  readonly sentAt: number
  readonly isReadable: boolean
}

/**
 * Returns the messages to move together with `message`. Messages that the user may not read stay. Throws
 * `moveTimeLimitPassed` or `moveTimeLimitExceeded` when some of the others are too old.
 */
export async function messagesToMove(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  message: LockedMessage,
  { channel: to, topic }: Target,
  mode: PropagateMode,
): Promise<MoveSet> {
  const changesChannel = to !== message.channelId
  // A topic has one spelling, so a change of case applies to all its messages.
  const changesCaseOnly = !changesChannel && isSameTopic(topic, message.topic!)
  const hasNoTimeLimit = !changesChannel && isResolving(message.topic!, topic)
  const channel = realm.channels.get(message.channelId!)!
  const canReadAll = canReadWholeHistory(realm, user, channel)
  const all = await tx.run<MessageOfTopic>(OF_TOPIC, [message.conversationId, user.id, canReadAll])
  const isWanted = (id: MessageId) =>
    changesCaseOnly ||
    mode === 'change_all' ||
    (mode === 'change_later' ? id >= message.id : id === message.id)
  const readable = all.filter((row) => row.isReadable)
  const wanted = readable.filter((row) => isWanted(row.id))
  const changesTopic = topic !== message.topic
  const limits = [
    ...(changesChannel ? (['channel'] as const) : []),
    ...(changesTopic ? (['topic'] as const) : []),
  ]
  const since = hasNoTimeLimit
    ? 0
    : Math.max(0, ...limits.map((to) => movableSince(realm, user, message, to)))
  const allowed = wanted.filter((row) => row.sentAt >= since)
  if (allowed.length < wanted.length) {
    throw tooOld(changesChannel ? 'channel' : 'topic', mode, readable.length, allowed)
  }
  const messages = wanted.map((row) => row.id)
  const between = all.filter((row) => row.id >= messages[0]! && row.id <= messages.at(-1)!)
  return {
    messages,
    isContiguous: between.length === messages.length,
    isAll: all.length === messages.length,
  }
}

function tooOld(
  part: 'channel' | 'topic',
  mode: PropagateMode,
  total: number,
  movable: readonly MessageOfTopic[],
): ApiError {
  return mode === 'change_one' || movable.length === 0
    ? moveTimeLimitPassed(part)
    : moveTimeLimitExceeded(movable[0]!.id, movable.length, total)
}

// conversation_topic; message_conversation for whether it has messages.
const TAKEN = statement(
  'conversation.taken',
  `SELECT EXISTS (SELECT FROM message m WHERE m.conversation_id = c.id) AS "isUsed", c.id
   FROM conversation c WHERE c.channel_id = $1 AND lower(c.topic) = lower($2)`,
)
type TakenTopic = Columns<typeof Conversation, 'id'> & { readonly isUsed: boolean }

const DROP = statement('conversation.drop', 'DELETE FROM conversation WHERE id = $1')
const RENAME = statement(
  'conversation.rename',
  `UPDATE conversation SET topic = $2, renames = (
     SELECT jsonb_agg(rename ORDER BY n) FROM
       jsonb_array_elements($3::jsonb || coalesce(renames, '[]')) WITH ORDINALITY AS r (rename, n)
     WHERE n <= ${MAX_RENAMES})
   WHERE id = $1`,
)
/**
 * After `RENAME`: a change of the topic alone removes the words, because a former version does not list
 * them.
 */
const LIST_WORDS = statement(
  'conversation.list-words',
  'UPDATE conversation SET words = $2::tsvector, language = $3 WHERE id = $1',
)
const PLACE = statement('message.place-of-arrival', "SELECT nextval('message_id_seq') AS place")
/**
 * Copies the conversation's renames that apply to a message into its own history, since it leaves the
 * conversation.
 */
const MOVE = statement(
  'message.move',
  `UPDATE message m SET conversation_id = $2, channel_id = $3, arrived_at = $4::int8,
     arrival_id = CASE WHEN m.channel_id = $3 THEN m.arrival_id ELSE $8 END,
     last_moved_at = CASE WHEN $5::bool THEN to_timestamp($4::int8 / 1000000.0) ELSE coalesce((
       SELECT greatest(m.last_moved_at, to_timestamp(max((r->>'timestamp')::int8))) FROM jsonb_array_elements($7::jsonb) r
       WHERE (r->>'up_to')::int8 >= m.id AND (r->>'at')::int8 > coalesce(m.arrived_at, 0)
         AND r->>'topic' <> '✔ ' || (r->>'prev_topic') AND r->>'prev_topic' <> '✔ ' || (r->>'topic')
     ), m.last_moved_at) END,
     edit_history = ${limitedChanges(`(SELECT jsonb_agg(edit ORDER BY (edit->>'at')::int8 DESC) FROM (
       SELECT $6::jsonb AS edit
       UNION ALL SELECT * FROM jsonb_array_elements(coalesce(m.edit_history, '[]'))
       UNION ALL SELECT r - 'up_to' FROM jsonb_array_elements($7::jsonb) r
         WHERE (r->>'up_to')::int8 >= m.id AND (r->>'at')::int8 > coalesce(m.arrived_at, 0)
     ) edits)`)}
   WHERE m.id = ANY ($1::int8[])`,
)

/**
 * Moves messages of one topic to another topic or channel, with everyone's read state. If a whole topic gets
 * a free name in its channel, or the same name in another case, only the conversation's row changes;
 * otherwise one statement gives the messages another conversation. Returns whether the target had messages
 * already.
 */
export async function moveMessages(
  tx: Tx,
  realm: RealmState,
  mover: UserId,
  message: LockedMessage,
  target: Target,
  moving: MoveSet,
): Promise<boolean> {
  const edit = editOf(mover, message, target)
  const { id: existing, isUsed } = await conversationNamed(tx, target)
  const isSame = existing === message.conversationId
  if (message.channelId === target.channel && (isSame || (moving.isAll && !isUsed))) {
    if (!isSame && existing !== undefined) await tx.run(DROP, [existing])
    const rename: Rename = { ...edit, up_to: moving.messages.at(-1)! }
    await tx.run(RENAME, [message.conversationId, target.topic, JSON.stringify([rename])])
    tx.write(LIST_WORDS, [message.conversationId, wordsOfText(target.topic), languageOf(realm).code])
    return false
  }
  const [to] = await resolveConversations(tx, realm.id, [{ kind: 'topic', ...target }], languageOf(realm))
  await carryReadState(tx, {
    from: { conversation: message.conversationId, channel: message.channelId! },
    to: { conversation: to!.id, channel: target.channel },
    messages: moving.messages,
    isWhole: moving.isContiguous,
  })
  // The log is locked, so this place is after everything sent and moved before.
  const changesChannel = message.channelId !== target.channel
  const [arrival] = changesChannel ? await tx.run<{ readonly place: MessageId }>(PLACE) : []
  await tx.run(MOVE, [
    moving.messages,
    to!.id,
    target.channel,
    message.now,
    changesChannel || !isResolving(message.topic!, target.topic),
    JSON.stringify(edit),
    JSON.stringify(message.renames ?? []),
    arrival?.place ?? null,
  ])
  if (changesChannel && mayNotifyDevices(realm.record)) {
    await retractMoved(tx, moving.messages)
  }
  return isUsed
}

async function conversationNamed(tx: Tx, { channel, topic }: Target) {
  const [found] = await tx.run<TakenTopic>(TAKEN, [channel, topic])
  return found ?? { id: undefined, isUsed: false }
}

function editOf(user_id: UserId, message: LockedMessage, target: Target): StoredEdit {
  return {
    at: message.now,
    user_id,
    timestamp: Math.floor(message.now / 1_000_000),
    prev_topic: message.topic!,
    ...(message.topic !== target.topic && { topic: target.topic }),
    ...(message.channelId !== target.channel && { prev_stream: message.channelId!, stream: target.channel }),
  }
}
