import { noSuchUpload } from '../../core/content/uploads/errors.ts'
import { CommitUnknown, databaseFailureOf } from '../../core/platform/db/servers/failures.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { Logger } from '../../core/platform/log/log.ts'
import { redisFailureOf } from '../../core/platform/redis/redis.ts'
import { diskFailureOf } from '../../storage/disk-failure.ts'
import { StorageError } from '../../storage/storage.ts'
import { BodyCut } from './body/body-stream.ts'
import { internalError, tryAgain } from './errors/errors.ts'

/** How long a client waits when the operator has to make room first. */
const NO_ROOM_SECONDS = 30

/** The error for each way in which a dependency can fail. */
export const DEPENDENCY_ERRORS = {
  database: {
    away: () => tryAgain('DATABASE_UNAVAILABLE', 1),
    busy: () => tryAgain('DATABASE_BUSY', 1),
    full: () => tryAgain('DATABASE_FULL', NO_ROOM_SECONDS),
  },
  redis: {
    away: () => tryAgain('REDIS_UNAVAILABLE', 1),
    refusing: () => tryAgain('REDIS_READ_ONLY', NO_ROOM_SECONDS),
  },
  storage: {
    missing: () => noSuchUpload(),
    full: () => tryAgain('STORAGE_FULL', NO_ROOM_SECONDS, 'The server has no room for files.'),
    unavailable: () => tryAgain('STORAGE_UNAVAILABLE', 5, 'Files cannot be reached at the moment.'),
  },
} as const

/**
 * The error that a client gets for any error of any kind of route (spec.md "Errors"). An `ApiError` stays as
 * it is. 503 with a code and Retry-After means that Postgres, Redis or the file storage is unavailable, busy
 * or full, and that nothing was done. Everything else is 500, also a lost answer to COMMIT, after which
 * nobody knows the outcome.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof CommitUnknown) return internalError()
  if (error instanceof StorageError) return DEPENDENCY_ERRORS.storage[error.failure]()
  const redis = redisFailureOf(error)
  if (redis !== undefined) return DEPENDENCY_ERRORS.redis[redis]()
  const disk = diskFailureOf(error)
  if (disk !== undefined) return DEPENDENCY_ERRORS.storage[disk]()
  const database = databaseFailureOf(error)
  return database === undefined ? internalError() : DEPENDENCY_ERRORS.database[database]()
}

/** As `toApiError`. Logs a failing dependency as a warning and a fault of the server as an error. */
export function logAsApiError(
  error: unknown,
  log: Logger,
  request: { readonly id: string; readonly route: string },
): ApiError {
  const apiError = toApiError(error)
  if (error instanceof ApiError || error instanceof BodyCut) return apiError
  const { id, route } = request
  if (apiError.status === 500) log.error({ err: error, id, route }, 'request failed')
  else if (apiError.status === 503)
    log.warn(
      { err: error, id, route, code: apiError.code },
      'a dependency failed; the client gets 503 and tries again',
    )
  return apiError
}
