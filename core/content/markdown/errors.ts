import { ApiError } from '../../platform/errors.ts'

export const cannotMentionGroup = (name: string): ApiError =>
  new ApiError(`You are not allowed to mention user group '${name}'.`)
