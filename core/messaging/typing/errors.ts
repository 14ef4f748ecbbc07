import { ApiError } from '../../platform/errors.ts'

export const typingNotificationsDisabled = (kind: 'direct' | 'channel'): ApiError =>
  new ApiError(`User has disabled typing notifications for ${kind} messages`)

export const missingChannelId = (): ApiError => new ApiError('Missing channel ID')
export const severalChannels = (): ApiError => new ApiError('Cannot send to multiple channels')
export const missingTopic = (): ApiError => new ApiError('Missing topic')
export const missingRecipients = (): ApiError => new ApiError("Missing 'to' argument")
export const emptyRecipients = (): ApiError => new ApiError("Empty 'to' list")
