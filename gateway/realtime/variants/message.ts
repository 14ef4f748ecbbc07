import { FlagBit, flagNames, MessageBit } from '../../../core/content/messages/bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../../core/content/messages/check-text.ts'
import type { DeleteMessageEvent, UpdateMessageEvent } from '../../../core/messaging/editing/update-event.ts'
import { flagsIn } from '../../../core/messaging/reads/flags-of-all.ts'
import type { MessageEvent } from '../../../core/messaging/sending/event.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import { maskedSender } from '../../../core/state/access/inaccessible-users.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { QueueFilter } from '../queue-record.ts'
import type { Variants } from './variants.ts'

const knowsEmptyTopics = ({ capabilities }: QueueFilter): boolean => capabilities.empty_topic_name ?? false
const knowsBulkDeletion = ({ capabilities }: QueueFilter): boolean =>
  capabilities.bulk_message_deletion ?? false

/**
 * The variants differ in the content, which is HTML or Markdown, in the avatar, which some clients compute,
 * in the name of the empty topic, and in the sender, which is masked for guests without access to that user.
 */
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
    const isReadBy = readersOnArrival(event)
    const arrivesRead = (event._bits & MessageBit.arrivesRead) !== 0
    const sender = event.message.sender_id
    const hasReaders = (event._muters?.length ?? 0) > 0 || (event._unreadBy?.length ?? 0) > 0
    const namesNobody = !hasReaders && [alerted, mentioned, topicMentioned].every(({ size }) => size === 0)
    const ofOthers = flagsText(arrivesRead, 0, event._bits)
    return (user, isRecipient) => {
      if (namesNobody && user !== sender && isRecipient) return ofOthers
      const bits =
        (mentioned.has(user) ? FlagBit.mentioned : 0) |
        (topicMentioned.has(user) ? FlagBit.topicMentioned : 0) |
        (alerted.has(user) ? FlagBit.hasAlertWord : 0)
      // A channel wildcard mentions subscribers only.
      return flagsText(
        isReadBy(user),
        bits,
        isRecipient ? event._bits : event._bits & ~MessageBit.channelWildcard,
      )
    }
  },
  membersFor: (event, queueId) =>
    event._queue === queueId && event._local !== undefined
      ? `,"local_message_id":${JSON.stringify(event._local)}`
      : undefined,
}

/** Returns whether a message is read for a user when it arrives. */
export function readersOnArrival(event: MessageEvent): (user: UserId) => boolean {
  const muters = new Set(event._muters)
  const unreadBy = new Set(event._unreadBy)
  const arrivesRead = (event._bits & MessageBit.arrivesRead) !== 0
  const sender = (event._bits & MessageBit.readBySender) === 0 ? undefined : event.message.sender_id
  return (user) => user === sender || muters.has(user) || (arrivesRead && !unreadBy.has(user))
}

const mask = ({ message }: MessageEvent, realm: RealmState, rootUrl: string) =>
  maskedSender(realm, message.sender_id as UserId, rootUrl)

/** `bits` belong to the user, `messageBits` to the message. */
function flagsText(isRead: boolean, bits: number, messageBits: number): string {
  if (!isRead && bits === 0 && (messageBits & MessageBit.channelWildcard) === 0) return '[]'
  return JSON.stringify(flagNames(isRead, false, bits, messageBits))
}

export const updateMessageVariants: Variants<UpdateMessageEvent> = {
  numberFor: (_event, filter) => (knowsEmptyTopics(filter) ? 1 : 0),
  make: (event, filter) => withTopicNames(event, knowsEmptyTopics(filter)),
  flagsOf:
    ({ _flags }) =>
    (user) =>
      JSON.stringify(flagsIn(_flags, user)),
}

/** One event for all messages. Clients without `bulk_message_deletion` receive an event for each message. */
export const deleteMessageVariants: Variants<DeleteMessageEvent> = {
  numberFor: (_event, filter) => (knowsBulkDeletion(filter) ? 1 : 0) | (knowsEmptyTopics(filter) ? 2 : 0),
  make: (event, filter) => {
    const { message_ids, ...rest } = withTopicNames(event, knowsEmptyTopics(filter))
    if (knowsBulkDeletion(filter)) return { ...rest, message_ids }
    return message_ids.map((message_id) => ({ ...rest, message_id }))
  },
}

/** Replaces empty topics by the name that clients without `empty_topic_name` display. */
function withTopicNames<T extends object>(event: T, acceptsEmpty: boolean): T {
  if (acceptsEmpty) return event
  const members = Object.entries(event).map(([name, value]) => {
    const isTopic = name === 'subject' || name === 'orig_subject' || name === 'topic'
    return [name, isTopic && value === '' ? EMPTY_TOPIC_DISPLAY_NAME : value]
  })
  return Object.fromEntries(members) as T
}
