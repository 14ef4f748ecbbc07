import { preventDeletion } from '../../messaging/editing/row-locks.ts'
import { isRead } from '../../messaging/reads/read-state.ts'
import { readStateProbes } from '../../messaging/reads/unread-sql.ts'
import { presenceOf } from '../../people/presence/realm-presence.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { WaitingMessage } from './entities.ts'
import { DUE_AT } from './missed-message.ts'

/** A message that an active user has not read for this long is not mailed. */
const MAX_AGE = "interval '1 day'"
/** Users of one transaction. */
const AT_ONCE = 500

const ADD = statement(
  'waiting-message.add',
  `INSERT INTO waiting_message (realm_id, user_id, message_id, trigger)
   SELECT $1, user_id, message_id, trigger FROM unnest($2::int[], $3::int8[], $4::text[]) AS k (user_id, message_id, trigger)
   ORDER BY user_id, message_id
   ON CONFLICT DO NOTHING`,
)
const WAITING = statement(
  'waiting-message.users',
  'SELECT realm_id AS "realmId", array_agg(DISTINCT user_id) AS users FROM waiting_message GROUP BY realm_id',
)
const OF_USERS = statement(
  'waiting-message.of-users',
  // waiting_message_pkey
  'SELECT DISTINCT message_id AS "messageId" FROM waiting_message WHERE user_id = ANY ($1::int[])',
)
const LEFT = statement(
  'waiting-message.left',
  `WITH taken AS (
     DELETE FROM waiting_message w USING unnest($2::int[], $3::int[]) AS k (user_id, seconds)
     WHERE w.user_id = k.user_id AND w.message_id = ANY ($4::int8[]) -- waiting_message_pkey
     RETURNING w.user_id, w.message_id, w.trigger, k.seconds
   )
   INSERT INTO missed_message (realm_id, user_id, message_id, trigger, due_at)
   SELECT $1, k.user_id, k.message_id, k.trigger, ${DUE_AT}
   FROM taken k JOIN message m ON m.id = k.message_id ${readStateProbes('k.user_id')}
   WHERE NOT (${isRead('k.user_id')})
   ORDER BY k.user_id, k.message_id
   ON CONFLICT DO NOTHING`,
)
const FORGET = statement(
  'waiting-message.forget',
  `DELETE FROM waiting_message WHERE since < clock_timestamp() - ${MAX_AGE}`, // waiting_message_age
)

/** The users of an organization to whom messages wait. */
type WaitingUsers = Columns<typeof WaitingMessage, 'realmId'> & { readonly users: readonly UserId[] }

/** Stores messages to users who are active. One statement. */
export async function addWaitingMessages(
  tx: Tx,
  waiting: readonly Columns<typeof WaitingMessage, 'userId' | 'messageId' | 'trigger'>[],
): Promise<void> {
  if (waiting.length === 0) return
  await tx.run(ADD, [
    tx.realm,
    waiting.map((row) => row.userId),
    waiting.map((row) => row.messageId),
    waiting.map((row) => row.trigger),
  ])
}

/**
 * Moves the unread messages of users who became idle to `missed_message`, from which they are mailed. Throws
 * `RealmsFailed` at the end.
 */
export async function moveToMissedMessages(core: Core): Promise<void> {
  const failures = new RealmFailures(core.log)
  await core.db.run(FORGET)
  for (const waiting of await core.db.run<WaitingUsers>(WAITING)) {
    await failures.contain(waiting.realmId, () => moveMessagesOfIdle(core, waiting))
  }
  failures.throwIfAny()
}

async function moveMessagesOfIdle(core: Core, { realmId: id, users }: WaitingUsers): Promise<void> {
  const realm = await core.realms.get(id)
  if (realm === undefined) return
  const presence = presenceOf(core, realm)
  await presence.refresh()
  const now = Math.floor(Date.now() / 1000)
  const left = users.filter((user) => presence.statusOf(user, now) !== 'active')
  for (let from = 0; from < left.length; from += AT_ONCE) {
    const some = left.slice(from, from + AT_ONCE)
    const seconds = some.map(
      (user) => realm.users.get(user)?.settings.email_notifications_batching_period_seconds ?? 0,
    )
    await core.transact(id, async (tx) => {
      const rows = await tx.run<Columns<typeof WaitingMessage, 'messageId'>>(OF_USERS, [some])
      const kept = await preventDeletion(
        tx,
        rows.map((row) => row.messageId),
      )
      tx.announceLater()
      await tx.run(LEFT, [id, some, seconds, [...kept]])
    })
  }
}
