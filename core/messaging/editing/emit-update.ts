import { wasSubscribedAtArrival } from '../../channels/subscriptions/arrival.ts'
import { cachedTopicLinks } from '../../content/markdown/topic-link-cache.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId, MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canReadChannel, canReadWholeHistory } from '../../state/access/channel-permissions.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { emitToReaders, starringReaders, subscribedReaders } from '../messages/audience.ts'
import type { LockedMessage } from '../messages/lock-message.ts'
import type { MessageFlag } from '../reads/entities.ts'
import { flagsOfAll } from '../reads/flags-of-all.ts'
import { emitStarsRemoved, loadStars } from '../reads/removed-stars.ts'
import type { PropagateMode } from './edit.ts'
import type { editContent } from './edit-content.ts'
import type { MoveSet, Target } from './move.ts'
import { deletionEvents, type UpdateMessageEvent } from './update-event.ts'

interface Update {
  readonly changed: Awaited<ReturnType<typeof editContent>> | undefined
  readonly target: Target | undefined
  readonly moving: MoveSet | undefined
  readonly mode: PropagateMode
}

/**
 * Runs `move`. Emits the update to subscribers, and to others who starred a message, who could read the
 * messages before it or can read them after it. Those who can no longer read some of the messages get a
 * deletion of these instead. Users who had starred a message but could no longer read the former channel get
 * an event that the star was removed.
 */
export async function emitUpdate(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  message: LockedMessage,
  update: Update,
  move: () => Promise<void>,
): Promise<void> {
  const messages = update.moving?.messages ?? [message.id]
  const { target } = update
  if (target === undefined || target.channel === message.channelId) {
    await move()
    const flags = await flagsOfAll(tx, message.id, [actor.id])
    const event = { ...eventOf(realm, actor, message, update, messages), _flags: flags }
    await emitToReaders(tx, realm, message, messages, actor.id, event)
    return
  }
  const readersIn = async (id: ChannelId) => {
    const channel = realm.channels.get(id)!
    return [
      ...(await subscribedReaders(tx, realm, channel, messages)),
      ...(await starringReaders(tx, realm, channel, messages)),
    ]
  }
  const before = await readersIn(message.channelId!)
  const stars = await loadStars(tx, messages)
  await move()
  const affected = new Set([...before, ...(await readersIn(target.channel)), actor.id])
  const unreadable = await findUnreadable(tx, realm, [...affected], target.channel, messages)
  const flags = await flagsOfAll(tx, message.id, [...affected])
  for (const { users, lost } of groupByUnreadable([...affected], unreadable)) {
    const audience = toUsers(users)
    const former = users.filter((user) => before.includes(user))
    if (former.length > 0) {
      for (const deleted of deletionEvents(lost, message)) tx.emit(deleted, toUsers(former))
    }
    const kept = lost.length === 0 ? messages : messages.filter((id) => !lost.includes(id))
    if (kept.length === 0) continue
    tx.emit({ ...eventOf(realm, actor, message, update, kept), _flags: flags }, audience)
  }
  const unaware = stars.filter(({ userId }) => !before.includes(userId))
  const starsLost = unaware.map(({ userId, messages: starred }) => ({
    userId,
    messages: starred.filter((id) => unreadable.get(userId)?.includes(id)),
  }))
  emitStarsRemoved(
    tx,
    starsLost.filter(({ messages }) => messages.length > 0),
  )
}

function eventOf(
  realm: RealmState,
  actor: UserRecord,
  message: LockedMessage,
  { changed, target, mode }: Update,
  messages: readonly MessageId[],
): Omit<UpdateMessageEvent, '_flags'> & { type: 'update_message' } {
  const { channelId: channel, topic } = message
  return {
    type: 'update_message',
    user_id: actor.id,
    rendering_only: false,
    message_id: message.id,
    message_ids: messages,
    edit_timestamp: Math.floor(message.now / 1_000_000),
    ...(channel !== null && { stream_name: realm.channels.get(channel)!.name, stream_id: channel }),
    ...changed,
    ...(target !== undefined && { propagate_mode: mode, orig_subject: topic! }),
    ...(target !== undefined &&
      target.topic !== topic && {
        subject: target.topic,
        topic_links: cachedTopicLinks(target.topic, realm.lists.linkifiers),
      }),
    ...(target !== undefined && target.channel !== channel && { new_stream_id: target.channel }),
  }
}

const UNREADABLE = statement(
  'message.gone-for',
  `SELECT u.id AS "userId", json_agg(m.id ORDER BY m.id) AS messages
   FROM unnest($1::int[], $3::bool[]) AS u (id, is_reader) CROSS JOIN message m
   WHERE m.id = ANY ($2::int8[]) AND NOT (u.is_reader AND ${wasSubscribedAtArrival('u.id')}) -- message_pkey, subscription_span_pkey
   GROUP BY u.id`,
)
/** A user, and the messages that the user may no longer read. */
type Unreadable = Columns<typeof MessageFlag, 'userId'> & { readonly messages: MessageId[] }
const FORGET = statement(
  'message.forget-flags',
  `DELETE FROM message_flag f USING unnest($1::int[], $2::int8[]) AS w (user_id, message_id)
   WHERE f.user_id = w.user_id AND f.message_id = w.message_id`, // message_flag_pkey
)
// message_flag_message
const FLAGGED = statement(
  'message.flagged-by',
  'SELECT DISTINCT user_id AS "userId" FROM message_flag WHERE message_id = ANY ($1::int8[])',
)

/**
 * Returns, by user, the messages that they may not read in the new channel, and deletes the flags on these.
 */
async function findUnreadable(
  tx: Tx,
  realm: RealmState,
  users: readonly UserId[],
  channelId: ChannelId,
  messages: readonly MessageId[],
): Promise<Map<UserId, MessageId[]>> {
  const channel = realm.channels.get(channelId)!
  const flagged = await tx.run<Columns<typeof MessageFlag, 'userId'>>(FLAGGED, [messages])
  const restricted = [...new Set([...users, ...flagged.map((row) => row.userId)])].filter(
    (id) => !canReadWholeHistory(realm, realm.users.get(id)!, channel),
  )
  const canRead = (id: UserId) => canReadChannel(realm, realm.users.get(id)!, channel)
  if (restricted.length === 0) return new Map()
  const rows = await tx.run<Unreadable>(UNREADABLE, [restricted, messages, restricted.map(canRead)])
  await tx.run(FORGET, [
    rows.flatMap((row) => row.messages.map(() => row.userId)),
    rows.flatMap((row) => row.messages),
  ])
  return new Map(rows.map((row) => [row.userId, row.messages]))
}

/** Groups the users by the messages that they can no longer read. */
function groupByUnreadable(users: readonly UserId[], unreadable: ReadonlyMap<UserId, MessageId[]>) {
  const found = new Map<string, { users: UserId[]; lost: MessageId[] }>()
  for (const user of users) {
    const lost = unreadable.get(user) ?? []
    const key = lost.join()
    const group = found.get(key)
    if (group === undefined) found.set(key, { users: [user], lost })
    else group.users.push(user)
  }
  return found.values()
}
