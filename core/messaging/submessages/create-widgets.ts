import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { WireSubmessage } from '../messages/wire.ts'
import type { Submessage } from './entity.ts'
import { widgetOf } from './widget.ts'

const BEGIN = statement(
  'submessage.begin',
  `INSERT INTO submessage (message_id, sender_id, msg_type, content)
   SELECT message_id, sender_id, 'widget', content
   FROM unnest($1::int8[], $2::int[], $3::text[]) AS s (message_id, sender_id, content)
   RETURNING id, message_id AS "messageId", sender_id AS "senderId", msg_type AS "msgType", content`,
)

type SubmessageRow = Columns<typeof Submessage, 'id' | 'messageId' | 'senderId' | 'msgType' | 'content'>

/**
 * Stores the first submessage of each new message whose text makes it a widget. Returns these, by message.
 */
export async function addWidgets(
  tx: Tx,
  messages: readonly { readonly id: MessageId; readonly sender: UserId; readonly content: string }[],
): Promise<ReadonlyMap<MessageId, WireSubmessage>> {
  const widgets = messages.flatMap(({ id, sender, content }) => {
    const widget = widgetOf(content)
    return widget === undefined ? [] : [{ id, sender, widget: JSON.stringify(widget) }]
  })
  if (widgets.length === 0) return new Map()
  const added = await tx.run<SubmessageRow>(BEGIN, [
    widgets.map((widget) => widget.id),
    widgets.map((widget) => widget.sender),
    widgets.map((widget) => widget.widget),
  ])
  return new Map(added.map((row) => [row.messageId, wireSubmessage(row)]))
}

const wireSubmessage = (row: SubmessageRow): WireSubmessage => ({
  msg_type: row.msgType,
  content: row.content,
  message_id: row.messageId,
  sender_id: row.senderId,
  id: row.id,
})
