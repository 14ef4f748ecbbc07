import { ApiError } from '../../core/errors.ts'
import type { Logger } from '../../core/log.ts'
import { StorageError, type StorageFailure } from '../../storage/storage.ts'

const ANSWERS: Record<StorageFailure, () => ApiError> = {
  missing: () =>
    new ApiError('This file does not exist or has been deleted.', { code: 'NOT_FOUND', status: 404 }),
  full: () => new ApiError('The server has no room for files.', { code: 'STORAGE_FULL', status: 507 }),
  unavailable: () =>
    new ApiError('Files cannot be reached at the moment.', { code: 'STORAGE_UNAVAILABLE', status: 503 }),
}

/**
 * What a client is told of an error; undefined for one that is nobody's but ours. The operator is told of a store
 * that fails.
 */
export function answerFor(error: unknown, log: Logger): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (!(error instanceof StorageError)) return undefined
  log.warn({ err: error.cause, failure: error.failure }, 'the store of uploaded files')
  return ANSWERS[error.failure]()
}
