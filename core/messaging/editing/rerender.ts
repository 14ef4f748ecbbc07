import { MessageBit } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, RealmId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Conversation } from '../conversations/entities.ts'
import { emitToReaders } from '../messages/audience.ts'
import type { Message } from '../messages/entities.ts'
import { flagsOfAll } from '../reads/flags-of-all.ts'
import { wordsOfHtml } from '../words/word-list.ts'
import { LIST_WORDS } from './edit-content.ts'
import type { UpdateMessageEvent } from './update-event.ts'

/** A message whose HTML may change while its text stays. */
export type Rerenderable = Columns<
  typeof Message,
  'id' | 'channelId' | 'content' | 'renderedContent' | 'bits'
> &
  Columns<typeof Conversation, 'participantIds'> & {
    /** The current time, in Unix seconds. */
    readonly now: number
  }

// message_pkey, conversation_pkey
const RERENDERABLE = statement(
  'message.rerenderable',
  `SELECT m.id, m.channel_id AS "channelId", m.content, m.rendered_content AS "renderedContent", m.bits,
     c.participant_ids AS "participantIds", floor(extract(epoch FROM clock_timestamp()))::int8 AS now
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.id = ANY ($1::int8[]) AND m.realm_id = $2 ORDER BY m.id`,
)
const RENDERED = statement(
  'message.rerendered',
  `UPDATE message m SET rendered_content = given.html
   FROM unnest($1::int8[], $2::text[]) AS given (id, html) WHERE m.id = given.id`, // message_pkey
)

/** Returns the new HTML of a message, or its current HTML to leave it unchanged. */
export type NewHtml = (message: Rerenderable) => string

/**
 * Replaces the HTML of messages by the results of the function from `prepare`, and emits the change to their
 * readers. The text and the edit history stay. The organization is locked, so nobody edits or deletes the
 * messages meanwhile. Skips messages that no longer exist.
 */
export async function rerender(
  core: Core,
  id: RealmId,
  messages: readonly MessageId[],
  prepare: (tx: Tx, messages: readonly Rerenderable[]) => Promise<NewHtml>,
): Promise<void> {
  const realm = await core.realms.get(id)
  if (realm === undefined || messages.length === 0) return
  await core.changeAsSystem(realm, async (tx) => {
    const locked = await tx.run<Rerenderable>(RERENDERABLE, [messages, id])
    const newHtml = await prepare(tx, locked)
    const changed = locked
      .map((message) => ({ message, html: newHtml(message) }))
      .filter(({ message, html }) => html !== message.renderedContent)
    if (changed.length === 0) return
    const ids = changed.map(({ message }) => message.id)
    await tx.run(RENDERED, [ids, changed.map(({ html }) => html)])
    tx.write(LIST_WORDS, [ids, changed.map(({ html }) => wordsOfHtml(html))])
    for (const { message, html } of changed) await emitRendering(tx, realm, message, html)
  })
}

/** Emits the text and the new HTML of a message to its readers. Clients do not show it as edited. */
export async function emitRendering(
  tx: Tx,
  realm: RealmState,
  message: Rerenderable,
  html: string,
): Promise<void> {
  const { id, channelId, content, bits, now } = message
  const event: UpdateMessageEvent = {
    type: 'update_message',
    user_id: null,
    rendering_only: true,
    message_id: id,
    message_ids: [id],
    edit_timestamp: now,
    ...(channelId !== null && { stream_name: realm.channels.get(channelId)!.name, stream_id: channelId }),
    content,
    rendered_content: html,
    is_me_message: (bits & MessageBit.me) !== 0,
    _flags: await flagsOfAll(tx, id, []),
  }
  await emitToReaders(tx, realm, message, [id], undefined, event)
}
