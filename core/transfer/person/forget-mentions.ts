import { LIST_WORDS } from '../../messaging/editing/edit-content.ts'
import { emitRendering, type Rerenderable } from '../../messaging/editing/rerender.ts'
import type { Message } from '../../messaging/messages/entities.ts'
import { wordsOfHtml } from '../../messaging/words/word-list.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { erasedName } from '../../state/users/erased.ts'
import { mentionMark, renameMentions } from './mentions.ts'

/** Messages that one statement looks through, and mentioning messages that one transaction changes. */
const STEP = 5_000
const BATCH = 50

const IN_STEP = statement(
  'erasure.mentioning-messages',
  // message_realm
  `SELECT array_agg(m.id ORDER BY m.id) FILTER (WHERE strpos(m.rendered_content, $3) > 0
       OR strpos(m.edit_history::text, $4) > 0) AS mentioning, max(m.id) AS last, count(*)::int4 AS count
   FROM (SELECT * FROM message WHERE realm_id = $1 AND id > $2 ORDER BY id LIMIT ${STEP}) m`,
)
// message_pkey, conversation_pkey
const LOCKED = statement(
  'erasure.mentioning-texts',
  `SELECT m.id, m.channel_id AS "channelId", m.content, m.rendered_content AS "renderedContent", m.bits,
     m.edit_history AS "editHistory", c.participant_ids AS "participantIds",
     floor(extract(epoch FROM clock_timestamp()))::int8 AS now
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.id = ANY ($1::int8[]) AND m.realm_id = $2 ORDER BY m.id`,
)
const RENAME = statement(
  'erasure.rename-mentions',
  `UPDATE message m SET content = given.content, rendered_content = given.html, edit_history = given.edits::jsonb
   FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[]) AS given (id, content, html, edits)
   WHERE m.id = given.id`, // message_pkey
)

type Mentioning = Rerenderable & Columns<typeof Message, 'editHistory'>

interface Step {
  readonly mentioning: readonly MessageId[] | null
  readonly last: MessageId | null
  readonly count: number
}

/**
 * Replaces the name of an erased person in the mentions of all messages, in bounded transactions, and emits
 * the changes to their readers. A message that mentions nobody by name any more changes nothing, so the work
 * may begin again at any time. `onStep` is called after each step.
 */
export async function forgetMentions(
  core: Core,
  realm: RealmState,
  person: UserId,
  onStep: () => Promise<void>,
): Promise<void> {
  const mark = mentionMark(person)
  for (let after = 0; ; ) {
    const [step] = await core.db.run<Step>(IN_STEP, [
      realm.id,
      after,
      mark,
      JSON.stringify(mark).slice(1, -1),
    ])
    const { mentioning, last, count } = step!
    const ids = mentioning ?? []
    for (let start = 0; start < ids.length; start += BATCH) {
      await renameIn(core, realm, person, ids.slice(start, start + BATCH))
    }
    await onStep()
    if (count < STEP) return
    after = last!
  }
}

const renameIn = (core: Core, realm: RealmState, person: UserId, ids: readonly MessageId[]): Promise<void> =>
  core.changeAsSystem(realm, async (tx) => {
    const locked = await tx.run<Mentioning>(LOCKED, [ids, realm.id])
    const changed = locked
      .map((message) => ({ message, text: renameMentions(message, person, erasedName(person)) }))
      .filter(({ message, text }) => JSON.stringify(text) !== JSON.stringify(renameNothing(message)))
    if (changed.length === 0) return
    const changedIds = changed.map(({ message }) => message.id)
    await tx.run(RENAME, [
      changedIds,
      changed.map(({ text }) => text.content),
      changed.map(({ text }) => text.renderedContent),
      changed.map(({ text }) => text.editHistory && JSON.stringify(text.editHistory)),
    ])
    const words = changed.map(({ text }) => wordsOfHtml(text.renderedContent))
    tx.write(LIST_WORDS, [changedIds, words])
    for (const { message, text } of changed) {
      await emitRendering(tx, realm, { ...message, content: text.content }, text.renderedContent)
    }
  })

const renameNothing = ({ content, renderedContent, editHistory }: Mentioning) => ({
  content,
  renderedContent,
  editHistory,
})
