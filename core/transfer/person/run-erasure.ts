import { removeSomeFilesOf } from '../../content/uploads/remove-attachments.ts'
import type { Conversation } from '../../messaging/conversations/entities.ts'
import { removeMessages } from '../../messaging/editing/delete-rows.ts'
import type { Message } from '../../messaging/messages/entities.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ConversationId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { type Attempt, beginAttempt, failAttempt, reportAttempt, succeedAttempt } from './attempt.ts'
import { forgetMentions } from './forget-mentions.ts'
import type { PersonJob } from './jobs.ts'

/** Messages deleted in one transaction, and conversations that they may belong to. */
const BATCH = 500
const MAX_CONVERSATIONS = 20

const TOTAL = statement(
  'erasure.total',
  // attachment_owner, message_sender
  `SELECT (SELECT count(*) FROM attachment WHERE owner_id = $1)::int4
     + (SELECT count(*) FROM message WHERE sender_id = $1 AND $2::bool)::int4 AS total`,
)
const SOME_MESSAGES = statement(
  'erasure.some-messages',
  // message_sender_conversation, conversation_pkey
  `SELECT m.id, m.conversation_id AS "conversationId", m.channel_id AS "channelId", c.topic,
     c.participant_ids AS "participantIds"
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.sender_id = $1 ORDER BY m.conversation_id, m.id LIMIT ${BATCH}`,
)

type Sent = Columns<typeof Message, 'id' | 'conversationId' | 'channelId'> &
  Columns<typeof Conversation, 'topic' | 'participantIds'>

/**
 * Deletes the files of an erased person, and the messages if the erasure says so, in bounded transactions.
 * Replaces the name in mentions of the person. A later run continues where this one ended. Throws the errors
 * of the database; when `isLast`, it marks the erasure as failed first, and the upkeep begins it again.
 */
export async function runErasure(core: Core, job: PersonJob, isLast: boolean): Promise<void> {
  const realm = await core.realms.get(job.realm)
  if (realm === undefined) return
  const attempt = await beginAttempt(core, job)
  if (attempt === undefined) return
  await realm.sync()
  try {
    await eraseAll(core, realm, attempt)
    await core.transact(realm.id, (tx) => succeedAttempt(tx, attempt, null))
  } catch (error) {
    if (isLast) await failAttempt(core, realm.id, attempt, (error as Error).message)
    throw error
  }
}

async function eraseAll(core: Core, realm: RealmState, attempt: Attempt): Promise<void> {
  const { personId, deletesMessages } = attempt
  const [counted] = await core.db.run<{ readonly total: number }>(TOTAL, [personId, deletesMessages])
  let done = 0
  const repeat = async (batch: () => Promise<number>) => {
    for (;;) {
      const count = await batch()
      if (count === 0) return
      done += count
      await reportAttempt(core, attempt, done, Math.max(done, counted!.total))
    }
  }
  await reportAttempt(core, attempt, 0, counted!.total)
  await repeat(() => removeSomeFilesOf(core, realm.id, personId))
  if (deletesMessages) await repeat(() => removeSomeMessages(core, realm, personId))
  await forgetMentions(core, realm, personId, () =>
    reportAttempt(core, attempt, done, Math.max(done, counted!.total)),
  )
}

const removeSomeMessages = (core: Core, realm: RealmState, sender: Attempt['personId']): Promise<number> =>
  core.changeAsSystem(realm, async (tx) => {
    let count = 0
    for (const messages of byConversation(await tx.run<Sent>(SOME_MESSAGES, [sender]))) {
      const ids = messages.map(({ id }) => id)
      await removeMessages(tx, realm, undefined, messages[0]!, ids)
      count += ids.length
    }
    return count
  })

/** The messages of the first conversations. */
function byConversation(sent: readonly Sent[]): Sent[][] {
  const groups = new Map<ConversationId, Sent[]>()
  for (const message of sent) {
    const group = groups.get(message.conversationId)
    if (group !== undefined) group.push(message)
    else if (groups.size < MAX_CONVERSATIONS) groups.set(message.conversationId, [message])
  }
  return [...groups.values()]
}
