import { MAX_UNFINISHED_UPLOADS } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'

export const invalidAttachment = (): ApiError => new ApiError('Invalid attachment')

export const noSuchUpload = (): ApiError =>
  new ApiError('This file does not exist or has been deleted.', { code: 'NOT_FOUND', status: 404 })

export const fileTooLarge = ({ maxFileUploadSizeMib }: { readonly maxFileUploadSizeMib: number }): ApiError =>
  new ApiError(
    `File is larger than this server's configured maximum upload size (${maxFileUploadSizeMib} MiB).`,
  )

export const quotaExceeded = (): ApiError =>
  new ApiError("Upload would exceed your organization's upload quota.", { code: 'REALM_UPLOAD_QUOTA' })

export const tooManyUnfinishedUploads = (): ApiError =>
  new ApiError(`You have too many uploads that are not complete (limit: ${MAX_UNFINISHED_UPLOADS}).`)
