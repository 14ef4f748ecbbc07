import { ApiError } from '../../platform/errors.ts'

export const invalidChannelId = (): ApiError => new ApiError('Invalid channel ID')

export const noSuchChannel = (name: string): ApiError =>
  new ApiError(`Channel '${name}' does not exist`, { code: 'STREAM_DOES_NOT_EXIST', extra: { stream: name } })

export const invalidChannelName = (name: string): ApiError => new ApiError(`Invalid channel name '${name}'`)
