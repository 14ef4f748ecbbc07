import { ApiError } from '../../platform/errors.ts'

export const cannotReadUpload = (): ApiError =>
  new ApiError('You are not authorized to view this file.', { code: 'UNAUTHORIZED_PRINCIPAL', status: 403 })
