import { type Conversation, conversationKey, conversationOf } from '../../model/conversation.ts'
import type { ShownMessage } from '../../store/state/messages.ts'
import { dayNumber } from '../../texts/dates.ts'

/** One line of a message list. Keys stay the same while the list grows at either end. */
export type Row =
  | { readonly kind: 'beginning'; readonly key: string }
  | { readonly kind: 'day'; readonly key: string; readonly timestamp: number }
  | { readonly kind: 'unread'; readonly key: string; readonly count: number }
  | {
      readonly kind: 'conversation'
      readonly key: string
      readonly conversation: Conversation
      readonly id: number
    }
  /** `isFirst`: it shows its sender, because the message before it has another one. */
  | { readonly kind: 'message'; readonly key: string; readonly id: number; readonly isFirst: boolean }

interface RowOptions {
  readonly me: number
  /** The list has messages of several conversations, which get headings. */
  readonly hasHeadings: boolean
  readonly hasBeginning: boolean
  readonly firstUnread: number | undefined
}

/** Messages of one sender are grouped until a pause of ten minutes. */
const GROUP_SECONDS = 600

/**
 * The lines of a list: days, headings of conversations, the unread marker, messages grouped by sender. Before
 * the first message there is no heading until the beginning is loaded: older messages would take the heading
 * away, and the list could not keep its place by it.
 */
export function rowsOf(messages: readonly ShownMessage[], options: RowOptions): Row[] {
  const { me, hasHeadings, hasBeginning, firstUnread } = options
  const rows: Row[] = hasBeginning && messages.length > 0 ? [{ kind: 'beginning', key: 'beginning' }] : []
  let before: ShownMessage | undefined
  let heading = ''
  for (const message of messages) {
    const { id, timestamp } = message
    const conversation = conversationOf(message, me)
    const day = dayNumber(timestamp)
    const isNewDay = before === undefined || dayNumber(before.timestamp) !== day
    const isUncertain = before === undefined && !hasBeginning
    if (isNewDay && !isUncertain) rows.push({ kind: 'day', key: `day ${day} ${id}`, timestamp })
    const isMarked = id === firstUnread
    if (isMarked) {
      const count = messages.filter((one) => one.id >= id && one.sender_id !== me).length
      rows.push({ kind: 'unread', key: 'unread', count })
    }
    const key = conversationKey(conversation)
    const isNewConversation = hasHeadings && (key !== heading || isNewDay)
    if (isNewConversation && !isUncertain)
      rows.push({ kind: 'conversation', key: `conversation ${id}`, conversation, id })
    heading = key
    const isFirst =
      isNewDay ||
      isMarked ||
      isNewConversation ||
      before === undefined ||
      before.sender_id !== message.sender_id ||
      timestamp - before.timestamp > GROUP_SECONDS
    rows.push({ kind: 'message', key: `message ${id}`, id, isFirst })
    before = message
  }
  return rows
}
