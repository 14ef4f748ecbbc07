import { ApiError } from '../../platform/errors.ts'

export const topicNotMuted = (): ApiError => new ApiError('Topic is not muted')

export const tooManyMutedTopics = (limit: number): ApiError =>
  new ApiError(`You cannot mute more than ${limit} topics.`)
