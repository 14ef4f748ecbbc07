import type { Conversation } from '../../messaging/conversations/entities.ts'
import type { Message } from '../../messaging/messages/entities.ts'
import { canReadMessage, wasReceivedBy } from '../../messaging/messages/read-permission.ts'
import type { PushedMessage as PushedMessageEntity } from '../../messaging/push/entity.ts'
import type { PushJob, PushRecipient } from '../../messaging/push/jobs.ts'
import { isRead } from '../../messaging/reads/read-state.ts'
import { readStateProbes } from '../../messaging/reads/unread-sql.ts'
import { type Device, devicesOf } from '../../people/push-devices/device.ts'
import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'

/** The highest badge. */
const MAX_BADGE = 99

/** A message as devices show it. */
export type PushedMessage = Columns<typeof Message, 'id' | 'senderId' | 'channelId' | 'renderedContent'> &
  Columns<typeof Conversation, 'topic' | 'participantIds'> & {
    /** Unix seconds. */
    readonly sentAt: number
  }

/** A user to notify, and the devices. */
export interface PushTarget extends PushRecipient {
  readonly person: UserRecord
  readonly on: readonly Device[]
  /** The number of unread messages that the devices show, up to `MAX_BADGE`. */
  readonly badge: number
}

export interface Deliverable {
  readonly realm: RealmState
  readonly rootUrl: string
  readonly message: PushedMessage | undefined
  readonly to: readonly PushTarget[]
}

const MESSAGE = statement(
  'push.message',
  // message_pkey
  `SELECT m.id, m.sender_id AS "senderId", m.channel_id AS "channelId", c.topic, c.participant_ids AS "participantIds",
     m.rendered_content AS "renderedContent", floor(extract(epoch FROM m.sent_at))::int8 AS "sentAt"
   FROM message m JOIN conversation c ON c.id = m.conversation_id WHERE m.id = $1 AND m.realm_id = $2`,
)
/**
 * Deletes rows of messages that were marked read while the rows were written, and that marking did not see.
 */
const DROP_READ = statement(
  'push.drop-read',
  `DELETE FROM pushed_message d USING (
     SELECT k.user_id, k.message_id FROM pushed_message k JOIN message m ON m.id = k.message_id
     ${readStateProbes('k.user_id')}
     WHERE k.user_id = ANY($1::int[]) AND k.message_id = $2 AND (${isRead('k.user_id')})
   ) r WHERE d.user_id = r.user_id AND d.message_id = r.message_id`, // pushed_message_pkey, message_pkey
)
// pushed_message_pkey, message_pkey
const SHOWN = statement(
  'push.shown',
  `SELECT k.user_id AS "userId", m.channel_id AS "channelId", ${wasReceivedBy('k.user_id')} AS "wasReceived"
   FROM pushed_message k JOIN message m ON m.id = k.message_id
   WHERE k.user_id = ANY($1::int[]) AND k.message_id = $2`,
)
const BADGES = statement(
  'push.badges',
  `SELECT k.user_id AS "userId", (SELECT count(*) FROM (
     SELECT FROM pushed_message p WHERE p.user_id = k.user_id LIMIT ${MAX_BADGE}
   ) p) AS badge FROM unnest($1::int[]) AS k (user_id)`, // pushed_message_pkey
)

type BadgeRow = Columns<typeof PushedMessageEntity, 'userId'> & { readonly badge: number }

/**
 * Loads the notification of a job and its recipients. Leaves out deactivated users, and users who have read
 * the message or may not read it. Undefined when no recipient remains, when the message was deleted, and for
 * a message of a deactivated organization. At most six queries.
 */
export async function deliverableOf(core: Core, job: PushJob): Promise<Deliverable | undefined> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return undefined
  const message = job.message === undefined ? undefined : await findMessage(core.db, job.realm, job.message)
  if (job.kind === 'message' && message === undefined) return undefined
  if (job.kind === 'message') {
    await realm.sync()
    if (realm.record.isDeactivated) return undefined
  }
  const wanted = await stillWanted(core.db, realm, job)
  const recipients = job.to.filter(({ user }) => wanted.has(user) && realm.users.get(user)?.isActive)
  const users = recipients.map(({ user }) => user)
  if (users.length === 0) return undefined
  const devices = groupBy(await devicesOf(core.db, users), (device) => device.userId)
  const badges = await core.db.run<BadgeRow>(BADGES, [users])
  const badgeOf = new Map(badges.map(({ userId, badge }) => [userId, badge]))
  const to = recipients.map((recipient) => ({
    ...recipient,
    person: realm.users.get(recipient.user)!,
    on: (devices.get(recipient.user) ?? []).filter(({ id }) => recipient.devices?.includes(id) ?? true),
    badge: badgeOf.get(recipient.user) ?? 0,
  }))
  return { realm, rootUrl: core.options.rootUrl, message, to: to.filter(({ on }) => on.length > 0) }
}

/** A user whose devices are to show a message. */
type Shown = Columns<typeof PushedMessageEntity, 'userId'> &
  Columns<typeof Message, 'channelId'> & { readonly wasReceived: boolean }

async function findMessage(sql: Sql, realm: RealmId, id: MessageId): Promise<PushedMessage | undefined> {
  return (await sql.run<PushedMessage>(MESSAGE, [id, realm]))[0]
}

async function stillWanted(
  sql: Sql,
  realm: RealmState,
  { kind, message, to }: PushJob,
): Promise<ReadonlySet<UserId>> {
  const users = to.map(({ user }) => user)
  if (kind !== 'message') return new Set(users)
  await sql.run(DROP_READ, [users, message])
  const rows = await sql.run<Shown>(SHOWN, [users, message])
  return new Set(
    rows.filter((row) => canReadMessage(realm, realm.users.get(row.userId), row)).map(({ userId }) => userId),
  )
}
