import { MAX_DRAFTS } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'

export const noSuchDraft = (): ApiError => new ApiError('Draft does not exist', { status: 404 })
export const tooManyDrafts = (): ApiError => new ApiError(`You cannot have more than ${MAX_DRAFTS} drafts.`)
export const negativeTimestamp = (): ApiError => new ApiError('Timestamp must not be negative.')
export const topicWithNullBytes = (): ApiError => new ApiError('Topic must not contain null bytes')

export const draftNotToOneChannel = (): ApiError =>
  new ApiError('Must specify exactly 1 channel ID for channel messages')
