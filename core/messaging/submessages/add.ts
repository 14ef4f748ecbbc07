import { MAX_SUBMESSAGE_BYTES_PER_USER, MAX_SUBMESSAGES_PER_USER } from '../../../config/limits.ts'
import { autoFollowOnParticipation } from '../../channels/user-topics/auto-follow.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { emitToReaders } from '../messages/audience.ts'
import { lockMessage } from '../messages/lock-message.ts'
import type { Submessage } from './entity.ts'
import { cannotAttachSubmessage, submessageNotJson, tooManySubmessages } from './errors.ts'

const OWN = statement(
  'submessage.own',
  `SELECT count(*) AS count, coalesce(sum(octet_length(content)), 0) AS bytes
   FROM submessage WHERE message_id = $1 AND sender_id = $2`, // submessage_message
)
const ADD = statement(
  'submessage.add',
  'INSERT INTO submessage (message_id, sender_id, msg_type, content) VALUES ($1, $2, $3, $4) RETURNING id',
)

export interface NewSubmessage {
  readonly message: MessageId
  readonly type: string
  /** JSON text that only clients interpret. */
  readonly content: string
}

/**
 * Adds a submessage to a message. Anyone who may read a widget (a poll, a to-do list) can add to it; the
 * sender of any other message makes it a widget by adding the first submessage. Throws `invalidMessages`,
 * `cannotAttachSubmessage`, `submessageNotJson` and `tooManySubmessages`.
 */
export async function addSubmessage(
  caller: Caller,
  { message: id, type, content }: NewSubmessage,
): Promise<void> {
  const { core, realm } = caller
  checkJson(content)
  await core.change(caller, async ({ tx, actor }) => {
    const message = await lockMessage(tx, realm, actor, id)
    if (message.senderId !== actor.id && !message.isWidget) {
      throw cannotAttachSubmessage()
    }
    const [own] = await tx.run<{ count: number; bytes: number }>(OWN, [id, actor.id])
    if (
      own!.count >= MAX_SUBMESSAGES_PER_USER ||
      own!.bytes + Buffer.byteLength(content) > MAX_SUBMESSAGE_BYTES_PER_USER
    ) {
      throw tooManySubmessages()
    }
    await autoFollowOnParticipation(tx, actor, message)
    const [added] = await tx.run<Columns<typeof Submessage, 'id'>>(ADD, [id, actor.id, type, content])
    await emitToReaders(tx, realm, message, [id], actor.id, {
      type: 'submessage',
      msg_type: type,
      message_id: id,
      submessage_id: added!.id,
      sender_id: actor.id,
      content,
    })
  })
}

function checkJson(content: string): void {
  try {
    JSON.parse(content)
  } catch {
    throw submessageNotJson()
  }
}
