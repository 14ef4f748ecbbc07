import { EMPTY_TOPIC_DISPLAY_NAME } from '../../content/messages/check-text.ts'
import { visitInSlices } from '../../platform/concurrency/in-slices.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { WireEdit } from '../conversations/stored-edit.ts'
import { CHANGES, type Changes, visibleEditsOf } from '../messages/edit-history.ts'
import type { Message } from '../messages/entities.ts'
import { editHistoryDisabled, invalidMessages } from '../messages/errors.ts'
import { canReadMessage, type ReceptionColumn, wasReceivedBy } from '../messages/read-permission.ts'
import { comparisonBudget, htmlDiff } from './html-diff.ts'

/** A version of a message, with the change that led to it. */
export interface WireVersion extends WireEdit {
  topic: string
  content: string
  rendered_content: string
  content_html_diff?: string
}

type StoredMessage = Changes &
  Columns<typeof Message, 'channelId' | 'senderId' | 'content' | 'renderedContent'> &
  Columns<typeof Conversation, 'topic'> &
  ReceptionColumn & {
    /** Unix seconds. */
    readonly sentAt: number
  }

const VERSIONS = statement(
  'message.versions',
  `SELECT ${CHANGES}, m.channel_id AS "channelId", c.topic, m.content, m.rendered_content AS "renderedContent",
     m.sender_id AS "senderId", floor(extract(epoch FROM m.sent_at))::int8 AS "sentAt", ${wasReceivedBy('$1')} AS "wasReceived"
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.id = $2 AND m.realm_id = $3`, // message_pkey, conversation_pkey
)

/**
 * Returns all versions of a message, the oldest first (spec.md GET /messages/{message_id}/history). Throws
 * `invalidMessages` and `editHistoryDisabled`.
 */
export async function messageHistory(
  { core, realm, user }: Caller,
  id: MessageId,
  allowEmptyTopicName: boolean,
): Promise<WireVersion[]> {
  const [row] = await core.db.run<StoredMessage>(VERSIONS, [user.id, id, realm.id])
  await realm.withFreshState(() => {
    if (row === undefined || !canReadMessage(realm, user, row)) throw invalidMessages()
    if (realm.record.settings.message_edit_history_visibility_policy === 'none') {
      throw editHistoryDisabled()
    }
  })
  const displayed = (topic: string) =>
    topic === '' && row!.channelId !== null && !allowEmptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : topic
  return (await versionsOf(realm, row!)).map((version) => ({
    ...version,
    topic: displayed(version.topic),
    ...(version.prev_topic !== undefined && { prev_topic: displayed(version.prev_topic) }),
  }))
}

/**
 * Goes back from the current version: each change contains the replaced values. Lets other work have its turn
 * between long texts, because it compares each with the next one.
 */
async function versionsOf(realm: RealmState, row: StoredMessage): Promise<WireVersion[]> {
  const versions: WireVersion[] = []
  let state = { topic: row.topic ?? '', content: row.content, rendered_content: row.renderedContent }
  const budget = comparisonBudget()
  const textLength = (edit: WireEdit) => 1 + (edit.prev_rendered_content?.length ?? 0)
  const goBack = (edit: WireEdit) => {
    const former = {
      topic: edit.prev_topic ?? state.topic,
      content: edit.prev_content ?? state.content,
      rendered_content: edit.prev_rendered_content ?? state.rendered_content,
    }
    const isEdited = edit.prev_content !== undefined
    const diff = isEdited && {
      content_html_diff: htmlDiff(former.rendered_content, state.rendered_content, budget),
    }
    versions.push({ ...edit, ...state, ...diff })
    state = former
  }
  await visitInSlices(visibleEditsOf(realm, row), goBack, textLength)
  versions.push({ ...state, timestamp: row.sentAt, user_id: row.senderId })
  return versions.reverse()
}
