import { ApiError } from '../../platform/errors.ts'

export const reactionAlreadyExists = (): ApiError =>
  new ApiError('Reaction already exists.', { code: 'REACTION_ALREADY_EXISTS' })

export const noSuchReaction = (): ApiError =>
  new ApiError("Reaction doesn't exist.", { code: 'REACTION_DOES_NOT_EXIST' })

export const invalidEmojiCode = (): ApiError => new ApiError('Invalid emoji code')
export const invalidEmojiName = (): ApiError => new ApiError('Invalid emoji name')
export const invalidEmojiType = (): ApiError => new ApiError('Invalid emoji type')

export const emojiNotNamed = (): ApiError =>
  new ApiError('At least one of the following arguments must be present: emoji_name, emoji_code')
