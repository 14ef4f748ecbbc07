import { MAX_STATUS_DAYS } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'

export const noStatusChange = (): ApiError => new ApiError('Client did not pass any new values.')

export const emojiNameRequired = (): ApiError =>
  new ApiError('Client must pass emoji_name if they pass either emoji_code or reaction_type.')

export const invalidEmojiCode = (): ApiError => new ApiError('Invalid emoji code.')

export const invalidEmojiName = (): ApiError => new ApiError('Invalid emoji name.')

export const invalidEndOfStatus = (): ApiError =>
  new ApiError(`A status ends in the future, within ${MAX_STATUS_DAYS} days.`)
