import { ApiError } from '../../platform/errors.ts'

export const unknownUnsubscribeLink = (): ApiError =>
  new ApiError('This link to unsubscribe is not one of ours, or is no longer valid.', {
    code: 'NOT_FOUND',
    status: 404,
  })
