import { ApiError } from '../../core/platform/errors.ts'

export const wrongTusVersion = (supported: string): ApiError =>
  new ApiError(`Tus-Resumable must be ${supported}`, { code: 'TUS_VERSION', status: 412 })
