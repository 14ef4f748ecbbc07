import { ApiError } from '../../platform/errors.ts'

export const cannotMuteSelf = (): ApiError => new ApiError('Cannot mute self')
export const alreadyMuted = (): ApiError => new ApiError('User already muted')
export const userNotMuted = (): ApiError => new ApiError('User is not muted')
