import { ApiError } from '../../platform/errors.ts'

/** What only owners do is refused to all others in these words. */
export const mustBeOwner = (): ApiError =>
  new ApiError('Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
