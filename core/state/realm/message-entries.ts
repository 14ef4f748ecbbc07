import type { ConversationId, MessageId, UserId } from '../../platform/ids.ts'

const MESSAGE = '{"type":"message",'
const MESSAGE_ID = /^\{"type":"message","message":\{"id":(\d+)[,}]/
const DELETION = '{"type":"delete_message",'
const UPDATE = '{"type":"update_message",'
const RENDERING_ONLY = '"rendering_only":true,'

/** The fields that decide, with a user's own rows, whether a message is unread. */
export interface PlacedMessage {
  readonly id: MessageId
  readonly conversationId: ConversationId
  readonly senderId: UserId
  /** The column `message.bits`. */
  readonly bits: number
}

/** The id of the message of a `message` event; undefined for other events. */
export function newMessageId(payload: string): MessageId | undefined {
  if (!payload.startsWith(MESSAGE)) return undefined
  return Number(MESSAGE_ID.exec(payload)?.[1] ?? JSON.parse(payload).message.id) as MessageId
}

/**
 * The fields of a `message` event about its message; undefined for other events, `unknown` for an event that
 * an older version wrote.
 */
export function placedMessage(payload: string): PlacedMessage | 'unknown' | undefined {
  const id = newMessageId(payload)
  if (id === undefined) return undefined
  const conversationId = numberAt(payload, payload.lastIndexOf(CONVERSATION), CONVERSATION)
  const bits = numberAt(payload, payload.lastIndexOf(BITS), BITS)
  const senderId = numberAt(payload, payload.indexOf(SENDER), SENDER)
  if (conversationId === undefined || bits === undefined || senderId === undefined) return 'unknown'
  return { id, conversationId: conversationId as ConversationId, senderId: senderId as UserId, bits }
}

// Texts of users cannot contain these, because JSON escapes their quotation marks.
const CONVERSATION = ',"_conversation":'
const BITS = ',"_bits":'
/** The first `sender_id` of an event belongs to the message. */
const SENDER = ',"sender_id":'

function numberAt(payload: string, place: number, key: string): number | undefined {
  if (place < 0) return undefined
  const digits = /\d+/y
  digits.lastIndex = place + key.length
  const found = digits.exec(payload)
  return found === null ? undefined : Number(found[0])
}

/**
 * The ids of the messages that an event deletes, moves or edits. Nothing of an event that changes only their
 * HTML.
 */
export function changedMessageIds(payload: string): readonly MessageId[] {
  const isChange =
    payload.startsWith(DELETION) || (payload.startsWith(UPDATE) && !payload.includes(RENDERING_ONLY))
  return isChange ? JSON.parse(payload).message_ids : []
}

/** Whether an event may change who received a message. Texts of users may make it true without need. */
export const changesReception = (payload: string): boolean =>
  payload.startsWith(DELETION) || (payload.startsWith(UPDATE) && payload.includes('"new_stream_id":'))
