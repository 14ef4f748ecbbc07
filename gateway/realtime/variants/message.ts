import { FlagBit, flagNames, MessageBit } from '../../../core/content/messages/bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../../core/content/messages/check-text.ts'
import type { MessageEvent } from '../../../core/messaging/messages/event.ts'
import type { DeleteMessageEvent, UpdateMessageEvent } from '../../../core/messaging/messages/update-event.ts'
import { flagsIn } from '../../../core/messaging/reads/flags-of-all.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { maskedSender } from '../../../core/state/users/inaccessible.ts'
import type { QueueFilter } from '../queue-record.ts'
import type { Variants } from './variants.ts'

const knowsEmptyTopics = ({ capabilities }: QueueFilter): boolean => capabilities.empty_topic_name ?? false
const knowsBulkDeletion = ({ capabilities }: QueueFilter): boolean =>
  capabilities.bulk_message_deletion ?? false

/** A client gets the content as HTML or as text, the avatar unless it computes it, and a masked sender. */
export const messageVariants: Variants<MessageEvent> = {
  numberFor: (_event, filter, _realm, rootUrl) =>
    (filter.applyMarkdown ? 1 : 0) |
    (filter.clientGravatar ? 2 : 0) |
    (knowsEmptyTopics(filter) ? 4 : 0) |
    (rootUrl === undefined ? 0 : 8),
  make: (event, filter, realm, rootUrl) => ({
    type: 'message',
    message: {
      ...event.message,
      ...(rootUrl !== undefined && mask(event, realm, rootUrl)),
      ...(filter.applyMarkdown && { content: event._html, content_type: 'text/html' }),
      ...(filter.clientGravatar && event._gravatar && { avatar_url: null }),
      ...(event.message.type === 'stream' &&
        event.message.subject === '' &&
        !knowsEmptyTopics(filter) && { subject: EMPTY_TOPIC_DISPLAY_NAME }),
    },
  }),
  flagsOf: (event) => {
    const alerted = new Set(event._alerted)
    const mentioned = new Set(event._mentioned)
    const topicMentioned = new Set(event._topicMentioned)
    return (user) =>
      flagsFor(
        user,
        event,
        (mentioned.has(user) ? FlagBit.mentioned : 0) |
          (topicMentioned.has(user) ? FlagBit.topicMentioned : 0) |
          (alerted.has(user) ? FlagBit.hasAlertWord : 0),
      )
  },
  membersFor: (event, queueId) =>
    event._queue === queueId && event._local !== undefined
      ? `,"local_message_id":${JSON.stringify(event._local)}`
      : undefined,
}

const mask = ({ message }: MessageEvent, realm: RealmState, rootUrl: string) =>
  maskedSender(realm, message.sender_id as UserId, rootUrl)

function flagsFor(user: UserId, event: MessageEvent, bits: number): string {
  const read =
    (event.message.sender_id === user && (event._bits & MessageBit.readBySender) !== 0) ||
    (event._muters?.includes(user) ?? false) ||
    ((event._bits & MessageBit.arrivesRead) !== 0 && !event._unreadBy?.includes(user))
  if (!read && bits === 0 && (event._bits & MessageBit.channelWildcard) === 0) return '[]'
  return JSON.stringify(flagNames(read, false, bits, event._bits))
}

export const updateMessageVariants: Variants<UpdateMessageEvent> = {
  numberFor: (_event, filter) => (knowsEmptyTopics(filter) ? 1 : 0),
  make: (event, filter) => named(event, knowsEmptyTopics(filter)),
  flagsOf:
    ({ _flags }) =>
    (user) =>
      JSON.stringify(flagsIn(_flags, user)),
}

/** One event for all messages, or one for each for clients without `bulk_message_deletion`. */
export const deleteMessageVariants: Variants<DeleteMessageEvent> = {
  numberFor: (_event, filter) => (knowsBulkDeletion(filter) ? 1 : 0) | (knowsEmptyTopics(filter) ? 2 : 0),
  make: (event, filter) => {
    const { message_ids, ...rest } = named(event, knowsEmptyTopics(filter))
    if (knowsBulkDeletion(filter)) return { ...rest, message_ids }
    return message_ids.map((message_id) => ({ ...rest, message_id }))
  },
}

/** Topics as a client without `empty_topic_name` knows them. */
function named<T extends object>(event: T, emptyTopicName: boolean): T {
  if (emptyTopicName) return event
  const shown = Object.entries(event).map(([name, value]) => {
    const isTopic = name === 'subject' || name === 'orig_subject' || name === 'topic'
    return [name, isTopic && value === '' ? EMPTY_TOPIC_DISPLAY_NAME : value]
  })
  return Object.fromEntries(shown) as T
}
