import { ApiError } from '../../platform/errors.ts'

export const noSuchCustomEmoji = (name: string): ApiError =>
  new ApiError(`Emoji '${name}' does not exist`, { status: 404 })

export const mustManageEmoji = (): ApiError =>
  new ApiError('Must be an organization administrator or emoji author')

export const emojiNameMissing = (): ApiError => new ApiError('Emoji name is missing')

export const emojiNameTooLong = (limit: number): ApiError =>
  new ApiError(`Emoji names must have at most ${limit} characters.`)

export const emojiNameEndsWrong = (): ApiError =>
  new ApiError('Emoji names must end with either a letter or digit.')

export const invalidEmojiNameCharacters = (): ApiError =>
  new ApiError(
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
  )

export const emojiNameTaken = (): ApiError => new ApiError('A custom emoji with this name already exists.')

export const tooManyEmoji = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} custom emoji, deactivated ones included.`)

export const cannotOverrideEmoji = (): ApiError =>
  new ApiError('Only administrators can override default emoji.')
