import { MAX_SAVED_SNIPPETS } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'

export const noSuchSnippet = (): ApiError => new ApiError('Saved snippet does not exist.', { status: 404 })
export const emptyTitle = (): ApiError => new ApiError('Title cannot be empty.')
export const emptyContent = (): ApiError => new ApiError('Content cannot be empty.')

export const tooManySnippets = (): ApiError =>
  new ApiError(`You cannot have more than ${MAX_SAVED_SNIPPETS} saved snippets.`)
