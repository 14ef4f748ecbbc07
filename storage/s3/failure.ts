import { S3ServiceException } from '@aws-sdk/client-s3'
import { StorageError } from '../storage.ts'

/** RFC 4918, 507 Insufficient Storage. */
const INSUFFICIENT_STORAGE = 507

const MISSING = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload'])

/** Whether S3 reports that the object or upload does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && MISSING.has(error.name)
}

/**
 * Converts an error of the store or of the connection to it to a `StorageError`. Returns other errors
 * unchanged.
 */
export function toStorageError(error: unknown): unknown {
  if (error instanceof StorageError) return error
  if (isMissing(error)) return new StorageError('missing', error)
  const { code, $metadata } = error as { code?: unknown; $metadata?: unknown }
  const status = ($metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode
  if (status === INSUFFICIENT_STORAGE) return new StorageError('full', error)
  const isStoreError =
    error instanceof S3ServiceException || typeof code === 'string' || $metadata !== undefined
  return isStoreError ? new StorageError('unavailable', error) : error
}
