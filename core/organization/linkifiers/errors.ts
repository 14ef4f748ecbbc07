import { ApiError } from '../../platform/errors.ts'

export const noSuchLinkifier = (): ApiError => new ApiError('Linkifier not found.')

export const tooManyLinkifiers = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} linkifiers.`)

export const incompleteLinkifierOrder = (): ApiError =>
  new ApiError('The ordered list must enumerate all existing linkifiers exactly once')

export const linkifierExists = (): ApiError =>
  new ApiError('Realm filter with this Realm and Pattern already exists.')
