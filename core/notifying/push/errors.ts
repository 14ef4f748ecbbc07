import { ApiError } from '../../platform/errors.ts'

export const deviceNotRecognized = (): ApiError =>
  new ApiError('Device not recognized', { code: 'INVALID_PUSH_DEVICE_TOKEN' })
