import { MessageBit } from '../../content/messages/bits.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { ChannelId, MessageId, RealmId, UserId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { flagsOfAll } from '../reads/flags-of-all.ts'
import { emitToReaders } from './audience.ts'
import type { UpdateMessageEvent } from './update-event.ts'

/** A message whose HTML may change though its text does not. */
export interface Rerenderable {
  readonly id: MessageId
  readonly content: string
  readonly html: string
  readonly bits: number
  /** Null for direct messages; `participants` is null for others. */
  readonly channel: ChannelId | null
  readonly participants: readonly UserId[] | null
  /** Unix seconds, of this moment. */
  readonly now: number
}

// message_pkey, conversation_pkey
const HELD = statement(
  'message.rerenderable',
  `SELECT m.id, m.content, m.rendered_content AS html, m.bits, m.channel_id AS channel, c.participant_ids AS participants,
     floor(extract(epoch FROM clock_timestamp()))::int8 AS now
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.id = ANY ($1::int8[]) AND m.realm_id = $2 ORDER BY m.id`,
)
const RENDERED = statement(
  'message.rerendered',
  `UPDATE message m SET rendered_content = given.html
   FROM unnest($1::int8[], $2::text[]) AS given (id, html) WHERE m.id = given.id`, // message_pkey
)

/** What a message's HTML is to be: the same for one that stays as it is. */
export type NewHtml = (message: Rerenderable) => string

/**
 * Gives messages the HTML that `prepare` finds for them, and tells whoever may read them; its text, and what is known of its
 * having been edited, stay. Nobody edits or deletes them meanwhile: what is found is what changes. Messages that
 * are there no more are left out.
 */
export async function rerender(
  core: Core,
  id: RealmId,
  messages: readonly MessageId[],
  prepare: (tx: Tx, messages: readonly Rerenderable[]) => Promise<NewHtml>,
): Promise<void> {
  const realm = await core.realms.get(id)
  if (realm === undefined || messages.length === 0) return
  await core.transactLocked(id, async (tx) => {
    await realm.lockAndSync(tx)
    const held = await tx.run<Rerenderable>(HELD, [messages, id])
    const newHtml = await prepare(tx, held)
    const changed = held
      .map((message) => ({ message, html: newHtml(message) }))
      .filter(({ message, html }) => html !== message.html)
    if (changed.length === 0) return
    await tx.run(RENDERED, [changed.map(({ message }) => message.id), changed.map(({ html }) => html)])
    for (const { message, html } of changed) await tell(tx, realm, message, html)
  })
}

async function tell(tx: Tx, realm: RealmState, message: Rerenderable, html: string): Promise<void> {
  const { id, channel, content, bits, now } = message
  const event: UpdateMessageEvent = {
    type: 'update_message',
    user_id: null,
    rendering_only: true,
    message_id: id,
    message_ids: [id],
    edit_timestamp: now,
    ...(channel !== null && { stream_name: realm.channels.get(channel)!.name, stream_id: channel }),
    content,
    rendered_content: html,
    is_me_message: (bits & MessageBit.me) !== 0,
    _flags: await flagsOfAll(tx, id, []),
  }
  await emitToReaders(tx, realm, message, [id], undefined, event)
}
