import { ApiError } from '../../platform/errors.ts'

export const botsHaveNoPresence = (): ApiError => new ApiError('Presence is not supported for bot users.')

export const noPresence = (idOrEmail: string): ApiError => new ApiError(`No presence data for ${idOrEmail}`)

export const invalidPresence = (status: string): ApiError => new ApiError(`Invalid status: ${status}`)
