import { ApiError } from '../../platform/errors.ts'

export const topicNotMuted = (): ApiError => new ApiError('Topic is not muted')
