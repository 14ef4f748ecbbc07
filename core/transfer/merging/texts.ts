import type { StoredEdit } from '../../messaging/conversations/stored-edit.ts'
import { LIST_WORDS } from '../../messaging/editing/edit-content.ts'
import type { Message } from '../../messaging/messages/entities.ts'
import { wordsOfHtml } from '../../messaging/words/word-list.ts'
import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Accounts, Part } from './part.ts'
import type { TextChange } from './text-change.ts'
import { type Addition, withOneSender } from './widgets.ts'

/** Messages that one transaction looks through. */
const BATCH = 2_000

const RANGE = statement(
  'merge.range',
  // message_realm
  `SELECT count(*)::int4 AS count, coalesce(max(id), 0) AS reached FROM (
     SELECT id FROM message WHERE realm_id = $1 AND id > $2 ORDER BY id LIMIT ${BATCH}) batch`,
)
const NAMING = statement(
  'merge.naming',
  // message_realm
  `SELECT id, content, rendered_content AS "renderedContent", edit_history AS "editHistory" FROM message
   WHERE realm_id = $1 AND id > $2 AND id <= $3 AND (
     strpos(rendered_content, 'data-user-id="' || $4::int || '"') > 0 OR strpos(content, '|' || $4::int || '**') > 0
     OR edit_history @> jsonb_build_array(jsonb_build_object('user_id', $4::int))
     OR strpos(edit_history::text, '|' || $4::int || '**') > 0 OR strpos(edit_history::text, 'data-user-id=\\"' || $4::int || '\\"') > 0
     OR strpos(content, $4::text) > 0 AND (strpos(content, '#narrow/') > 0 OR strpos(content, '#user/') > 0))`,
)
const CHANGE = statement(
  'merge.change-texts',
  // message_pkey
  `UPDATE message m SET content = given.content, rendered_content = given.html, edit_history = given.history::jsonb
   FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[]) AS given (id, content, html, history) WHERE m.id = given.id`,
)
/** The same emoji of both accounts is one reaction: the account that stays keeps its own. */
const REACTIONS = statement(
  'merge.reactions',
  // reaction_pkey
  `WITH theirs AS MATERIALIZED (
     SELECT r.message_id, r.reaction_type, r.emoji_code, EXISTS (SELECT FROM reaction own WHERE own.user_id = $1::int
       AND (own.message_id, own.reaction_type, own.emoji_code) = (r.message_id, r.reaction_type, r.emoji_code)) AS is_known
     FROM reaction r WHERE r.message_id > $3 AND r.message_id <= $4 AND r.user_id = $2::int
   ), dropped AS (
     DELETE FROM reaction r USING theirs t WHERE t.is_known AND r.user_id = $2::int
       AND (r.message_id, r.reaction_type, r.emoji_code) = (t.message_id, t.reaction_type, t.emoji_code)
   )
   UPDATE reaction r SET user_id = $1::int FROM theirs t WHERE NOT t.is_known AND r.user_id = $2::int
     AND (r.message_id, r.reaction_type, r.emoji_code) = (t.message_id, t.reaction_type, t.emoji_code)`,
)
const ADDITIONS = statement(
  'merge.additions',
  // submessage_message, message_pkey
  `SELECT s.id, s.message_id AS "messageId", s.sender_id AS "senderId", s.content FROM (
     SELECT DISTINCT s.message_id FROM submessage s JOIN message m ON m.id = s.message_id
     WHERE s.message_id > $2 AND s.message_id <= $3 AND m.realm_id = $1
       AND (s.sender_id = $4::int OR strpos(s.content, '"' || $4::int || ',') > 0 OR strpos(s.content, ',' || $4::int || '"') > 0)
   ) touched JOIN submessage s ON s.message_id = touched.message_id ORDER BY s.id`,
)
const CHANGE_ADDITIONS = statement(
  'merge.change-additions',
  // submessage_pkey
  `UPDATE submessage s SET sender_id = given.sender, content = given.content
   FROM unnest($1::int8[], $2::int[], $3::text[]) AS given (id, sender, content) WHERE s.id = given.id`,
)

type Text = Columns<typeof Message, 'id' | 'content' | 'renderedContent' | 'editHistory'>

/**
 * Looks through some messages of the organization, and replaces the merged account in their reactions, votes,
 * mentions and histories.
 */
export async function moveTexts(
  tx: Tx,
  { from, into }: Accounts,
  after: number,
  change: TextChange,
): Promise<Part | undefined> {
  const [range] = await tx.run<Part>(RANGE, [tx.realm, after])
  const { count, reached } = range!
  if (count === 0) return undefined
  await tx.run(REACTIONS, [into.id, from.id, after, reached])
  const additions = await tx.run<Addition>(ADDITIONS, [tx.realm, after, reached, from.id])
  const ofMessages = groupBy(additions, ({ messageId }) => messageId)
  const changed = [...ofMessages.values()].flatMap((some) => withOneSender(some, from.id, into.id))
  if (changed.length > 0) {
    await tx.run(CHANGE_ADDITIONS, [
      changed.map(({ id }) => id),
      changed.map(({ senderId }) => senderId),
      changed.map(({ content }) => content),
    ])
  }
  await changeTexts(
    tx,
    await tx.run<Text>(NAMING, [tx.realm, after, reached, from.id]),
    from.id,
    into.id,
    change,
  )
  return { count, reached }
}

async function changeTexts(
  tx: Tx,
  texts: readonly Text[],
  from: number,
  into: number,
  change: TextChange,
): Promise<void> {
  const changed = texts.map(({ id, content, renderedContent, editHistory }) => ({
    id,
    content: change.markdown(content, renderedContent),
    html: change.html(renderedContent),
    history: editHistory?.map((edit) => changedEdit(edit, from, into, change)) ?? null,
  }))
  const different = changed.filter(
    ({ content, html, history }, n) =>
      content !== texts[n]!.content ||
      html !== texts[n]!.renderedContent ||
      JSON.stringify(history) !== JSON.stringify(texts[n]!.editHistory ?? null),
  )
  if (different.length === 0) return
  await tx.run(CHANGE, [
    different.map(({ id }) => id),
    different.map(({ content }) => content),
    different.map(({ html }) => html),
    different.map(({ history }) => (history === null ? null : JSON.stringify(history))),
  ])
  await tx.run(LIST_WORDS, [different.map(({ id }) => id), different.map(({ html }) => wordsOfHtml(html))])
}

function changedEdit(edit: StoredEdit, from: number, into: number, change: TextChange): StoredEdit {
  return {
    ...edit,
    user_id: edit.user_id === from ? into : edit.user_id,
    ...(edit.prev_content !== undefined && {
      prev_content: change.markdown(edit.prev_content, edit.prev_rendered_content),
    }),
    ...(edit.prev_rendered_content !== undefined && {
      prev_rendered_content: change.html(edit.prev_rendered_content),
    }),
  }
}
