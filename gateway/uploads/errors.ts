import { ApiError } from '../../core/platform/errors.ts'

/** The same error with the status 413. */
export const withStatus413 = ({ message, code, extra }: ApiError): ApiError =>
  new ApiError(message, { code, status: 413, extra })

/** The same error, with its text also as `message`, where clients of tus look for it. */
export const withTusMessage = ({ message, code, status, extra }: ApiError): ApiError =>
  new ApiError(message, { code, status, extra: { ...extra, message } })

export const wrongTusVersion = (supported: string): ApiError =>
  new ApiError(`Tus-Resumable must be ${supported}`, { code: 'TUS_VERSION', status: 412 })

export const wrongContentType = (supported: string): ApiError =>
  new ApiError(`Content-Type must be ${supported}`, { code: 'UNSUPPORTED_CONTENT_TYPE', status: 415 })
