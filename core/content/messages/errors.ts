import { ApiError } from '../../platform/errors.ts'

export const emptyMessage = (): ApiError => new ApiError('Message must not be empty')

export const messageWithNullBytes = (): ApiError => new ApiError('Message must not contain null bytes')

export const invalidCharacterInTopic = (position: number): ApiError =>
  new ApiError(`Invalid character in topic, at position ${position}!`)
