import { S3ServiceException } from '@aws-sdk/client-s3'
import { StorageError } from '../storage.ts'

/** RFC 4918, 507 Insufficient Storage. */
const NO_ROOM = 507

const MISSING = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload'])

export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && MISSING.has(error.name)
}

/** What of an error is the store's, or that it does not answer: others, of the bytes' source, stay as they are. */
export function failureOf(error: unknown): unknown {
  if (error instanceof StorageError) return error
  if (isMissing(error)) return new StorageError('missing', error)
  const { code, $metadata } = error as { code?: unknown; $metadata?: unknown }
  const status = ($metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode
  if (status === NO_ROOM) return new StorageError('full', error)
  const isOfStore = error instanceof S3ServiceException || typeof code === 'string' || $metadata !== undefined
  return isOfStore ? new StorageError('unavailable', error) : error
}
