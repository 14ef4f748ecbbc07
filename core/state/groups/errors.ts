import { ApiError } from '../../platform/errors.ts'

export const invalidGroup = (): ApiError => new ApiError('Invalid user group')

export const invalidGroupId = (id: number): ApiError => new ApiError(`Invalid user group ID: ${id}`)

export const groupIsDeactivated = (): ApiError => new ApiError('User group is deactivated.')
