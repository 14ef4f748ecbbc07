import { ApiError } from '../../platform/errors.ts'

export const searchTooLong = (limit: number): ApiError =>
  new ApiError(`narrow has a search that is too long (limit: ${limit} characters)`)

export const tooManyPhrases = (limit: number): ApiError =>
  new ApiError(`narrow searches for too many phrases (limit: ${limit})`)
