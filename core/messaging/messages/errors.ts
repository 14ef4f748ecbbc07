import { MAX_MESSAGES_PER_FETCH } from '../../../config/limits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../content/messages/check-text.ts'
import { ApiError } from '../../platform/errors.ts'
import type { MessageId } from '../../platform/ids.ts'

/** The same for messages that do not exist and messages that the user may not read. */
export const invalidMessages = (): ApiError => new ApiError('Invalid message(s)')

// Recipients

export const notAuthorizedToSend = (channel: string | number): ApiError =>
  new ApiError(`Not authorized to send to channel '${channel}'`)

export const noSuchChannelId = (id: number): ApiError =>
  new ApiError(`Channel with ID '${id}' does not exist`, {
    code: 'STREAM_DOES_NOT_EXIST',
    extra: { stream_id: id },
  })

export const notOneChannel = (): ApiError => new ApiError('Expected exactly one channel')
export const noRecipients = (): ApiError => new ApiError('Message must have recipients!')
export const noSuchRecipientId = (id: number): ApiError => new ApiError(`Invalid user ID ${id}`)

export const recipientDeactivated = (email: string): ApiError =>
  new ApiError(`'${email}' is no longer using Loquat.`)

// Direct messages

export const recipientsNotAccessible = (): ApiError =>
  new ApiError('You do not have permission to access some of the recipients.')

export const directMessagesDisabled = (): ApiError =>
  new ApiError('Direct messages are disabled in this organization.')

export const nobodyCanAuthorizeConversation = (): ApiError =>
  new ApiError('This conversation does not include any users who can authorize it.')

export const cannotStartConversation = (): ApiError =>
  new ApiError('You do not have permission to initiate direct message conversations.')

// Topics and mentions

export const emptyTopicNotAllowed = (): ApiError =>
  new ApiError(`Sending messages to the ${EMPTY_TOPIC_DISPLAY_NAME} is not allowed in this channel.`)

export const onlyEmptyTopicAllowed = (): ApiError =>
  new ApiError(`Only the ${EMPTY_TOPIC_DISPLAY_NAME} topic is allowed in this channel.`)

export const channelWildcardNotAllowed = (): ApiError =>
  new ApiError('You do not have permission to use channel wildcard mentions in this channel.', {
    code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  })

export const topicWildcardNotAllowed = (): ApiError =>
  new ApiError('You do not have permission to use topic wildcard mentions in this topic.', {
    code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  })

// Editing, moving and deleting

export const editingDisabled = (): ApiError =>
  new ApiError('Your organization has turned off message editing')

export const cannotEdit = (): ApiError => new ApiError("You don't have permission to edit this message")
export const widgetNotEditable = (): ApiError => new ApiError('Widgets cannot be edited.')

export const editTimeLimitPassed = (): ApiError =>
  new ApiError('The time limit for editing this message has passed')

export const editHistoryDisabled = (): ApiError =>
  new ApiError('Message edit history is disabled in this organization')

export const contentMismatch = (): ApiError =>
  new ApiError("'prev_content_sha256' value does not match the expected value.", {
    code: 'EXPECTATION_MISMATCH',
  })

export const nothingToChange = (): ApiError => new ApiError('Nothing to change')

export const cannotMove = (): ApiError => new ApiError("You don't have permission to move this message")
export const cannotResolveTopics = (): ApiError =>
  new ApiError("You don't have permission to resolve topics.")

export const directMessageNotMovable = (): ApiError =>
  new ApiError('Direct messages cannot be moved to channels.')

export const directMessageHasNoTopic = (): ApiError => new ApiError('Direct messages cannot have topics.')

export const propagateModeWithoutMove = (): ApiError =>
  new ApiError('Invalid propagate_mode without topic edit')

export const generalChatNotResolvable = (): ApiError =>
  new ApiError('General chat cannot be marked as resolved')

export const contentChangeWithChannelChange = (): ApiError =>
  new ApiError('Cannot change message content while changing channel')

export const moveTimeLimitPassed = (part: 'channel' | 'topic'): ApiError =>
  new ApiError(`The time limit for editing this message's ${part} has passed`)

/** Only the newest messages of the topic may be moved, `movable` of `total`. */
export const moveTimeLimitExceeded = (first: MessageId, movable: number, total: number): ApiError =>
  new ApiError(
    `You only have permission to move the ${movable}/${total} most recent messages in this topic.`,
    {
      code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      extra: {
        first_message_id_allowed_to_move: first,
        total_messages_allowed_to_move: movable,
        total_messages_in_topic: total,
      },
    },
  )

export const cannotDelete = (): ApiError => new ApiError("You don't have permission to delete this message")

export const deleteTimeLimitPassed = (): ApiError =>
  new ApiError('The time limit for deleting this message has passed')

// Fetching

export const tooManyMessagesRequested = (): ApiError =>
  new ApiError(`Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`)

// Reports

export const noModerationChannel = (): ApiError =>
  new ApiError('Moderation request channel must be specified to enable message reporting.')

export const explanationMissing = (): ApiError =>
  new ApiError('An explanation is required when the reason is not one of the others.')
