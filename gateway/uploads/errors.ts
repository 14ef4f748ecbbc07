import { ApiError } from '../../core/platform/errors.ts'

/** The same error with the status 413. */
export const withStatus413 = ({ message, code, extra }: ApiError): ApiError =>
  new ApiError(message, { code, status: 413, extra })

/** The same error, with its text also as `message`, where clients of tus look for it. */
export const withTusMessage = ({ message, code, status, extra }: ApiError): ApiError =>
  new ApiError(message, { code, status, extra: { ...extra, message } })

const TUS_CODES: Readonly<Record<number, string>> = {
  404: 'NOT_FOUND',
  409: 'UPLOAD_OFFSET_CONFLICT',
  410: 'UPLOAD_EXPIRED',
  423: 'UPLOAD_LOCKED',
  500: 'INTERNAL_SERVER_ERROR',
  501: 'NOT_SUPPORTED',
}

/** An upload that the tus server refuses, with its text and status (spec.md "Conventions" 4). */
export const refusedByTus = (status: number, text: string): ApiError =>
  new ApiError(text.trim(), { code: TUS_CODES[status] ?? 'BAD_REQUEST', status })

export const wrongTusVersion = (supported: string): ApiError =>
  new ApiError(`Tus-Resumable must be ${supported}`, { code: 'TUS_VERSION', status: 412 })

export const wrongContentType = (supported: string): ApiError =>
  new ApiError(`Content-Type must be ${supported}`, { code: 'UNSUPPORTED_CONTENT_TYPE', status: 415 })
