import { z } from 'zod'
import type { Message } from '../../messaging/messages/entities.ts'
import { TRIGGERS } from '../../messaging/push/trigger.ts'
import { isRead } from '../../messaging/reads/read-state.ts'
import { readStateProbes } from '../../messaging/reads/unread-sql.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ConversationId, MessageId, RealmId, UserId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { markDelivered } from '../mail/delivery.ts'
import type { MissedMessage } from './entities.ts'
import type { StillMissed } from './missed-conversation.ts'

/** Mails a person the messages of one conversation that the person has missed. */
export const MISSED_MESSAGES = declareJob({
  queue: 'email',
  name: 'missed-messages',
  data: z.object({
    realm: idSchema<RealmId>(),
    user: idSchema<UserId>(),
    conversation: idSchema<ConversationId>(),
    /** The newest of the missed messages, in order. */
    messages: z
      .array(
        z.object({
          id: idSchema<MessageId>(),
          trigger: z.enum(TRIGGERS),
        }),
      )
      .readonly(),
    /** How many older messages were missed. */
    omitted: z.int(),
  }),
})
export type MissedMessagesEmail = DataOf<typeof MISSED_MESSAGES>

/** The number of messages that one mail shows. */
const MAX_MESSAGES = 30
/** Most rows that one transaction takes. */
const ROWS = 2_000

const DUE = statement(
  'missed-message.due',
  `SELECT realm_id AS "realmId", user_id AS "userId" FROM missed_message
   WHERE due_at <= statement_timestamp() AND realm_id <> ALL ($1::int[])
   ORDER BY due_at, user_id LIMIT 200`, // missed_message_due
)

// missed_message_pkey, message_pkey, and the indexes of `readStateProbes`: one probe each.
const TAKE = statement(
  'missed-message.take',
  `WITH taken AS (
     DELETE FROM missed_message WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM missed_message WHERE user_id = ANY ($1::int[]) AND due_at <= statement_timestamp()
       ORDER BY user_id, message_id LIMIT ${ROWS} FOR UPDATE SKIP LOCKED
     )) RETURNING user_id, message_id, trigger
   )
   SELECT k.user_id AS "userId", m.conversation_id AS "conversationId",
     json_agg(json_build_object('id', m.id, 'trigger', k.trigger) ORDER BY m.id) AS messages
   FROM taken k JOIN message m ON m.id = k.message_id
   ${readStateProbes('k.user_id')}
   WHERE NOT (${isRead('k.user_id')})
   GROUP BY k.user_id, m.conversation_id ORDER BY min(m.id)`,
)

const NEXT_DUE = statement(
  'missed-message.next-due',
  `SELECT extract(epoch FROM due_at - clock_timestamp())::float8 AS seconds FROM missed_message
   ORDER BY due_at LIMIT 1`, // missed_message_due
)

const DROP = statement(
  'missed-message.drop',
  'DELETE FROM missed_message WHERE due_at <= statement_timestamp()',
)

/** The unread messages of one user in one conversation. */
type Taken = Columns<typeof MissedMessage, 'userId'> &
  Columns<typeof Message, 'conversationId'> & {
    readonly messages: MissedMessagesEmail['messages']
  }

/** Most transactions of one run for each organization; the next run continues. */
const ROUNDS = 50

/**
 * Enqueues the mails that are due: one for each user and conversation with unread messages. The rows are
 * deleted in the same transaction, so that each message is mailed once. Returns the number of mails. Throws
 * `RealmsFailed` at the end.
 */
export async function mailMissedMessages(core: Core): Promise<number> {
  const failures = new RealmFailures(core.log)
  let enqueued = 0
  for (let round = 0; round < ROUNDS; round++) {
    const due = await core.db.run<Columns<typeof MissedMessage, 'realmId' | 'userId'>>(DUE, [failures.realms])
    if (due.length === 0) break
    for (const realm of new Set(due.map((row) => row.realmId))) {
      const users = new Set(due.filter((row) => row.realmId === realm).map((row) => row.userId))
      await failures.contain(realm, async () => {
        enqueued += await core.transact(realm, (tx) => enqueueMails(tx, [...users]))
      })
    }
  }
  failures.throwIfAny()
  return enqueued
}

async function enqueueMails(tx: Tx, users: readonly UserId[]): Promise<number> {
  const taken = await tx.run<Taken>(TAKE, [users])
  for (const { userId: user, conversationId: conversation, messages } of taken) {
    const omitted = Math.max(0, messages.length - MAX_MESSAGES)
    const mailed = { messages: messages.slice(omitted), omitted }
    tx.enqueue(MISSED_MESSAGES, { realm: tx.realm, user, conversation, ...mailed })
  }
  return taken.length
}

/**
 * Ends the mail `outboxId`, whose messages were moved to several conversations, and enqueues one mail for
 * each of them instead, in one transaction. The caller holds the lock of the mail.
 */
export async function mailSeparately(
  core: Core,
  { realm, user, conversation, omitted }: MissedMessagesEmail,
  groups: readonly (readonly StillMissed[])[],
  outboxId: number,
): Promise<void> {
  const former = groups.find(([first]) => first!.conversationId === conversation) ?? groups[0]
  await core.transact(realm, async (tx) => {
    await markDelivered(tx, outboxId)
    for (const group of groups) {
      tx.enqueue(MISSED_MESSAGES, {
        ...{ realm, user },
        conversation: group[0]!.conversationId,
        messages: group.map(({ id, trigger }) => ({ id, trigger })),
        omitted: group === former ? omitted : 0,
      })
    }
  })
}

/** Returns the seconds until the next mails are due; undefined when no message waits. */
export async function secondsToNextMail(core: Core): Promise<number | undefined> {
  return (await core.db.run<{ seconds: number }>(NEXT_DUE))[0]?.seconds
}

/** Deletes the rows that are due, on a server that cannot send mail. */
export async function dropMissedMessages(core: Core): Promise<void> {
  await core.db.run(DROP)
}
