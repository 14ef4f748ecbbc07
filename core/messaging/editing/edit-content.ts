import { mentionedBy } from '../../content/markdown/group-mentions.ts'
import type { Rendered } from '../../content/markdown/render.ts'
import { contentBits, FlagBit, MessageBit } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { StoredEdit } from '../conversations/stored-edit.ts'
import { CHANGE_BITS } from '../marking/mark-bit.ts'
import { subscribedReaders } from '../messages/audience.ts'
import { limitedChanges } from '../messages/edit-history.ts'
import type { LockedMessage } from '../messages/lock-message.ts'
import type { MessageFlag } from '../reads/entities.ts'
import { participantsOf } from '../sending/participants.ts'
import { wordsOfHtml } from '../words/word-list.ts'
import { enqueueNewMentions } from './new-mentions.ts'

/** Replaces the content of a message that its sender has emptied. */
const EMPTIED_CONTENT = '(deleted)'

const EDIT = statement(
  'message.edit-content',
  `UPDATE message SET content = $2, rendered_content = $3, last_edit_at = to_timestamp($6::int8 / 1000000.0),
     bits = bits & ${MessageBit.readBySender | MessageBit.arrivesRead} | $4::int2,
     edit_history = ${limitedChanges("$5::jsonb || coalesce(edit_history, '[]')")}
   WHERE id = $1`, // message_pkey
)
/**
 * After `EDIT`: a change of the HTML alone removes the words, because a former version does not list them.
 */
export const LIST_WORDS = statement(
  'message.list-words',
  `UPDATE message m SET words = given.words::tsvector
   FROM unnest($1::int8[], $2::text[]) AS given (id, words) WHERE m.id = given.id`, // message_pkey
)
const FLAGGED = statement(
  'message.flagged-with',
  // message_flag_message
  'SELECT user_id AS "userId" FROM message_flag WHERE message_id = $1 AND bits & $2::int2 <> 0',
)

/** The new content of a message. */
export interface NewContent {
  readonly content: string
  readonly rendered: Rendered
}

/** Replaces blank content by a placeholder. */
export const orPlaceholder = (given: string): string => (given.trim() === '' ? EMPTIED_CONTENT : given)

/**
 * Changes a message's content and the flags of the users whom it mentions and alerts. Returns the event's
 * fields about the content.
 */
export async function editContent(
  tx: Tx,
  realm: RealmState,
  editor: UserId,
  message: LockedMessage,
  { content, rendered }: NewContent,
) {
  const edit: StoredEdit = {
    at: message.now,
    user_id: editor,
    timestamp: Math.floor(message.now / 1_000_000),
    prev_content: message.content,
    prev_rendered_content: message.renderedContent,
  }
  const changed = [content, rendered.html, contentBits(rendered), JSON.stringify([edit]), message.now]
  await tx.run(EDIT, [message.id, ...changed])
  tx.write(LIST_WORDS, [[message.id], [wordsOfHtml(rendered.html)]])
  await updateFlags(tx, realm, message, { content, rendered })
  return {
    ...(realm.record.settings.message_edit_history_visibility_policy === 'all' && {
      orig_content: message.content,
      orig_rendered_content: message.renderedContent,
    }),
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
  }
}

/** Sets the flags for mentions and alert words of the users whom the message reached. */
async function updateFlags(
  tx: Tx,
  realm: RealmState,
  { id, channelId: channel, conversationId: conversation, participantIds: participants, bits }: LockedMessage,
  { rendered }: NewContent,
): Promise<void> {
  const alerted = realm.alertWords.alertedBy(rendered.text)
  const mentioned = mentionedBy(realm, rendered)
  const mentionsTopic = rendered.mentionsTopicWildcard && channel !== null
  const inTopic = await participantsOf(tx, new Set(mentionsTopic ? [conversation] : []))
  const topicMentioned = inTopic.get(conversation) ?? new Set()
  const concernsNobody = mentioned.size + topicMentioned.size + alerted.size === 0
  const readers =
    concernsNobody || channel === null
      ? (participants ?? [])
      : await subscribedReaders(tx, realm, realm.channels.get(channel)!, [id])
  const reached = (users: ReadonlySet<UserId>) => new Set(readers.filter((user) => users.has(user)))
  const newlyMentioned = await setFlag(tx, id, FlagBit.mentioned, reached(mentioned))
  await setFlag(tx, id, FlagBit.topicMentioned, reached(topicMentioned))
  await setFlag(tx, id, FlagBit.hasAlertWord, reached(alerted))
  enqueueNewMentions(tx, id, newlyMentioned, contentBits(rendered) & ~bits)
}

/**
 * Sets a flag on the message for these users and clears it for all others. Returns who did not have it
 * before.
 */
async function setFlag(
  tx: Tx,
  id: MessageId,
  bit: number,
  users: ReadonlySet<UserId>,
): Promise<readonly UserId[]> {
  const rows = await tx.run<Columns<typeof MessageFlag, 'userId'>>(FLAGGED, [id, bit])
  const before = new Set(rows.map((row) => row.userId))
  const removed = [...before].filter((user) => !users.has(user))
  const added = [...users].filter((user) => !before.has(user))
  const changed = [...added, ...removed]
  if (changed.length === 0) return added
  await tx.run(CHANGE_BITS, [
    changed,
    changed.map(() => id),
    changed.map((user) => (users.has(user) ? bit : 0)),
    changed.map((user) => (users.has(user) ? 0 : bit)),
  ])
  return added
}
