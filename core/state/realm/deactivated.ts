import { ApiError } from '../../platform/errors.ts'

/** What everybody is told of a deactivated organization. */
export const realmDeactivated = (): ApiError =>
  new ApiError('This organization has been deactivated', { code: 'REALM_DEACTIVATED', status: 401 })
