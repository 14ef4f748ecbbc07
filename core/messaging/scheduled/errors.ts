import { MAX_SCHEDULED_MESSAGES } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'

export const noSuchScheduledMessage = (): ApiError =>
  new ApiError('Scheduled message does not exist', { status: 404 })

export const noSuchReminder = (): ApiError => new ApiError('Reminder does not exist', { status: 404 })
export const notInFuture = (): ApiError => new ApiError('Scheduled delivery time must be in the future.')
export const tooManyScheduled = (): ApiError =>
  new ApiError(`You cannot have more than ${MAX_SCHEDULED_MESSAGES} scheduled messages and reminders.`)

export const noteWithNullBytes = (): ApiError => new ApiError('Note must not contain null bytes')

export const recipientRequired = (): ApiError =>
  new ApiError('Recipient required when updating type of scheduled message.')

export const topicRequired = (): ApiError =>
  new ApiError('Topic required when updating scheduled message type to channel.')

/** Stored as the reason why a scheduled message was not sent. */
export const deliveryTooLate = (): ApiError =>
  new ApiError('Message could not be sent at the scheduled time.')
