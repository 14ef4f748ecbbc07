import { ApiError } from '../../platform/errors.ts'

/** The error for an invalid narrow. */
export function badNarrow(description: string): ApiError {
  return new ApiError(`Invalid narrow operator: ${description}`, {
    code: 'BAD_NARROW',
    extra: { desc: description },
  })
}

/** The error for terms that a narrow cannot combine. */
export function badCombination(description: string): ApiError {
  return new ApiError(`Invalid narrow operator combination: ${description}`, {
    code: 'BAD_NARROW',
    extra: { desc: description },
  })
}

export const invalidAnchor = (): ApiError => new ApiError('Invalid anchor')

/** The error for a search that exceeds its time limit. */
export const tooCostly = (): ApiError =>
  new ApiError('This search takes too long. Narrow it down, for example to one channel.', {
    code: 'BAD_NARROW',
    extra: { desc: 'it takes too long' },
  })

export const tooManySearches = (): ApiError =>
  new ApiError('Too many searches wait at the moment. Try again in a moment.', {
    code: 'SEARCH_UNAVAILABLE',
    status: 503,
    extra: { 'retry-after': 1 },
  })
