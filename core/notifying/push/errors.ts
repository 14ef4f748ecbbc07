import { ApiError } from '../../platform/errors.ts'

export const deviceNotRecognized = (): ApiError =>
  new ApiError('Device not recognized', { code: 'INVALID_PUSH_DEVICE_TOKEN' })

export const pushServiceNotConfigured = (): ApiError =>
  new ApiError('Server is not configured to use push notification service.', {
    code: 'PUSH_SERVICE_NOT_CONFIGURED',
  })

export const noActivePushDevice = (): ApiError =>
  new ApiError('No active registered push device', { code: 'NO_ACTIVE_PUSH_DEVICE' })
