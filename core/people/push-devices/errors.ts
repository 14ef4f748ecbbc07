import { ApiError } from '../../platform/errors.ts'

export const invalidAppId = (): ApiError => new ApiError('Invalid app ID')

export const noSuchToken = (): ApiError => new ApiError('Token does not exist')

export const invalidApnsToken = (): ApiError => new ApiError('Invalid APNS token')

export const invalidPushEndpoint = (): ApiError => new ApiError('Invalid push endpoint')

export const invalidPushKeys = (): ApiError => new ApiError('Invalid push keys')

export const noSuchSubscription = (): ApiError => new ApiError('Subscription does not exist')

export const invalidTokenLength = (): ApiError => new ApiError('Empty or invalid length token')
