import { wasSubscribedAtArrival } from '../../channels/subscriptions/arrival.ts'
import { checkTopic } from '../../content/messages/check-text.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, MessageId } from '../../platform/ids.ts'
import { canReadWholeHistory } from '../../state/access/channel-permissions.ts'
import { findReadableChannel } from '../../state/access/find-channel.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { Message } from '../messages/entities.ts'
import { lockMessage } from '../messages/lock-message.ts'
import { removeMessages } from './delete-rows.ts'
import { checkCanDelete } from './edit-permission.ts'

/** Messages deleted in one transaction, which delays other writers by milliseconds only. */
const BATCH = 1_000
/** Clients and proxies give up after a minute; before that the response asks the client to call again. */
const TIME_LIMIT_MS = 40_000

const NEWEST_OF_TOPIC = statement(
  'message.newest-of-topic',
  `SELECT m.id, c.topic FROM conversation c JOIN message m ON m.conversation_id = c.id
   WHERE c.channel_id = $1 AND lower(c.topic) = lower($2) AND m.id < $3 AND ($4::bool OR ${wasSubscribedAtArrival('$5')})
   ORDER BY m.id DESC LIMIT ${BATCH}`, // conversation_topic, message_conversation
)

type MessageOfTopic = Columns<typeof Message, 'id'> & Columns<typeof Conversation, 'topic'>

/**
 * Deletes a message with its flags, reactions and submessages. Throws `invalidMessages`, `cannotDelete` and
 * `deleteTimeLimitPassed`.
 */
export async function deleteMessage(caller: Caller, id: MessageId): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const message = await lockMessage(tx, realm, actor, id)
    checkCanDelete(realm, actor, message)
    await removeMessages(tx, realm, actor.id, message, [id])
  })
}

/**
 * Deletes those messages of a topic that the caller may read, the newest first, in bounded transactions.
 * Returns whether all of them are deleted: false after 40 seconds, when the client should call again. Throws
 * `mustBeAdministrator`, and `invalidChannelId` for a channel that the caller may not read.
 */
export async function deleteTopic(caller: Caller, id: ChannelId, name: string): Promise<boolean> {
  const { core, realm } = caller
  const topic = checkTopic(name)
  const deadline = Date.now() + TIME_LIMIT_MS
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const deleted = await core.change(caller, async ({ tx, actor: user }) => {
      requireAdministrator(user)
      const channel = findReadableChannel(realm, user, id)
      const canReadAll = canReadWholeHistory(realm, user, channel)
      const parameters = [id, topic, before, canReadAll, user.id]
      const rows = await tx.run<MessageOfTopic>(NEWEST_OF_TOPIC, parameters)
      const messages = rows.map((row) => row.id).reverse()
      if (messages.length === 0) return messages
      const conversation = { channelId: id, topic: rows[0]!.topic, participantIds: null }
      await removeMessages(tx, realm, user.id, conversation, messages)
      return messages
    })
    if (deleted.length < BATCH) return true
    before = deleted[0]!
    if (Date.now() > deadline) return false
  }
}
