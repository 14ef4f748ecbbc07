import { wasThere } from '../../channels/arrival.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import { canReadWholeHistory } from '../../state/channels/permissions.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { resolveConversations } from '../conversations/resolve.ts'
import { carryReadState } from '../reads/carry-over.ts'
import type { PropagateMode } from './edit.ts'
import { MAX_RENAMES, type Rename, type StoredEdit } from './edit-history.ts'
import type { LockedMessage } from './lock-message.ts'
import { isResolving, movableSince } from './permissions/edit.ts'

/** Where messages go; both are as they were when they stay. */
export interface Target {
  readonly channel: ChannelId
  readonly topic: string
}

/** Messages of a topic that go along, ascending, and what is left of the topic. */
export interface Moving {
  readonly messages: readonly MessageId[]
  /** All of the conversation from the first of them to the last. */
  readonly isWhole: boolean
  /** Nothing stays behind. */
  readonly isAll: boolean
}

const OF_TOPIC = statement(
  'message.of-topic',
  `SELECT m.id, floor(extract(epoch FROM m.sent_at))::int8 AS "sentAt", $3::bool OR ${wasThere('$2')} AS readable
   FROM message m WHERE m.conversation_id = $1 ORDER BY m.id`, // message_conversation
)

/**
 * The messages that go with one of a topic. Throws when the user may not move them all: they are too old.
 * What the user may not read stays where it is.
 */
export async function messagesToMove(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  message: LockedMessage,
  { channel: to, topic }: Target,
  mode: PropagateMode,
): Promise<Moving> {
  const isElsewhere = to !== message.channel
  // A topic has one spelling: all its messages get another together.
  const isSpelling = !isElsewhere && topic.toLowerCase() === message.topic!.toLowerCase()
  const isTimeless = !isElsewhere && isResolving(message.topic!, topic)
  const channel = realm.channels.get(message.channel!)!
  const whole = canReadWholeHistory(realm, user, channel)
  const all = await tx.run<{ id: MessageId; sentAt: number; readable: boolean }>(OF_TOPIC, [
    message.conversation,
    user.id,
    whole,
  ])
  const isWanted = (id: MessageId) =>
    isSpelling || mode === 'change_all' || (mode === 'change_later' ? id >= message.id : id === message.id)
  const readable = all.filter((one) => one.readable)
  const wanted = readable.filter((one) => isWanted(one.id))
  const isRenamed = topic !== message.topic
  const limits = [...(isElsewhere ? (['channel'] as const) : []), ...(isRenamed ? (['topic'] as const) : [])]
  const since = isTimeless ? 0 : Math.max(0, ...limits.map((to) => movableSince(realm, user, message, to)))
  const allowed = wanted.filter((one) => one.sentAt >= since)
  if (allowed.length < wanted.length) {
    throw tooOld(isElsewhere ? 'channel' : 'topic', mode, readable.length, allowed)
  }
  const messages = wanted.map((one) => one.id)
  const between = all.filter((one) => one.id >= messages[0]! && one.id <= messages.at(-1)!)
  return {
    messages,
    isWhole: between.length === messages.length,
    isAll: all.length === messages.length,
  }
}

function tooOld(
  what: 'channel' | 'topic',
  mode: PropagateMode,
  total: number,
  allowed: readonly { id: MessageId }[],
): ApiError {
  if (mode === 'change_one' || allowed.length === 0) {
    return new ApiError(`The time limit for editing this message's ${what} has passed`)
  }
  const most = `${allowed.length}/${total}`
  return new ApiError(`You only have permission to move the ${most} most recent messages in this topic.`, {
    code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    extra: {
      first_message_id_allowed_to_move: allowed[0]!.id,
      total_messages_allowed_to_move: allowed.length,
      total_messages_in_topic: total,
    },
  })
}

// conversation_topic; message_conversation for whether it has messages.
const TAKEN = statement(
  'conversation.taken',
  `SELECT EXISTS (SELECT FROM message m WHERE m.conversation_id = c.id) AS "isUsed", c.id
   FROM conversation c WHERE c.channel_id = $1 AND lower(c.topic) = lower($2)`,
)
const DROP = statement('conversation.drop', 'DELETE FROM conversation WHERE id = $1')
const RENAME = statement(
  'conversation.rename',
  `UPDATE conversation SET topic = $2, renames = (
     SELECT jsonb_agg(rename ORDER BY n) FROM
       jsonb_array_elements($3::jsonb || coalesce(renames, '[]')) WITH ORDINALITY AS r (rename, n)
     WHERE n <= ${MAX_RENAMES})
   WHERE id = $1`,
)
const PLACE = statement('message.place-of-arrival', "SELECT nextval('message_id_seq') AS place")
/** What the conversation's renames say of a message is written to the message: it leaves the conversation. */
const MOVE = statement(
  'message.move',
  `UPDATE message m SET conversation_id = $2, channel_id = $3, arrived_at = $4::int8,
     arrival_id = CASE WHEN m.channel_id = $3 THEN m.arrival_id ELSE $8 END,
     last_moved_at = CASE WHEN $5::bool THEN to_timestamp($4::int8 / 1000000.0) ELSE coalesce((
       SELECT greatest(m.last_moved_at, to_timestamp(max((r->>'timestamp')::int8))) FROM jsonb_array_elements($7::jsonb) r
       WHERE (r->>'up_to')::int8 >= m.id AND (r->>'at')::int8 > coalesce(m.arrived_at, 0)
         AND r->>'topic' <> '✔ ' || (r->>'prev_topic') AND r->>'prev_topic' <> '✔ ' || (r->>'topic')
     ), m.last_moved_at) END,
     edit_history = (SELECT jsonb_agg(edit ORDER BY (edit->>'at')::int8 DESC) FROM (
       SELECT $6::jsonb AS edit
       UNION ALL SELECT * FROM jsonb_array_elements(coalesce(m.edit_history, '[]'))
       UNION ALL SELECT r - 'up_to' FROM jsonb_array_elements($7::jsonb) r
         WHERE (r->>'up_to')::int8 >= m.id AND (r->>'at')::int8 > coalesce(m.arrived_at, 0)
     ) edits)
   WHERE m.id = ANY ($1::int8[])`,
)

/**
 * Moves messages of one topic to another topic or channel, with everyone's read state. A whole topic that gets
 * a name which is free is one row: the conversation's; otherwise the messages change their conversation, in one
 * statement. Messages of a name that differs in case only stay together: all of them get it. Resolves to whether
 * others had the name already.
 */
export async function moveMessages(
  tx: Tx,
  realm: RealmState,
  mover: UserId,
  message: LockedMessage,
  target: Target,
  moving: Moving,
): Promise<boolean> {
  const edit = editOf(mover, message, target)
  const { id: former, isUsed } = await conversationNamed(tx, target)
  const isSame = former === message.conversation
  if (message.channel === target.channel && (isSame || (moving.isAll && !isUsed))) {
    if (!isSame && former !== undefined) await tx.run(DROP, [former])
    const rename: Rename = { ...edit, up_to: moving.messages.at(-1)! }
    await tx.run(RENAME, [message.conversation, target.topic, JSON.stringify([rename])])
    return false
  }
  const [to] = await resolveConversations(tx, realm.id, [{ kind: 'topic', ...target }])
  await carryReadState(tx, {
    from: { conversation: message.conversation, channel: message.channel! },
    to: { conversation: to!.id, channel: target.channel },
    messages: moving.messages,
    isWhole: moving.isWhole,
  })
  // Others of the realm wait for the head: the place is after all that was sent and moved before.
  const isElsewhere = message.channel !== target.channel
  const [arrival] = isElsewhere ? await tx.run<{ place: number }>(PLACE) : []
  await tx.run(MOVE, [
    moving.messages,
    to!.id,
    target.channel,
    message.now,
    isElsewhere || !isResolving(message.topic!, target.topic),
    JSON.stringify(edit),
    JSON.stringify(message.renames ?? []),
    arrival?.place ?? null,
  ])
  return isUsed
}

async function conversationNamed(tx: Tx, { channel, topic }: Target) {
  const [found] = await tx.run<{ id: ConversationId; isUsed: boolean }>(TAKEN, [channel, topic])
  return found ?? { id: undefined, isUsed: false }
}

function editOf(user_id: UserId, message: LockedMessage, target: Target): StoredEdit {
  return {
    at: message.now,
    user_id,
    timestamp: Math.floor(message.now / 1_000_000),
    ...(message.topic !== target.topic && { prev_topic: message.topic!, topic: target.topic }),
    ...(message.channel !== target.channel && { prev_stream: message.channel!, stream: target.channel }),
  }
}
