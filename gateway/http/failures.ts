import { CommitUnknown, databaseFailureOf } from '../../core/platform/db/failures.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { Logger } from '../../core/platform/log.ts'
import { redisFailureOf } from '../../core/platform/redis.ts'
import { diskFailureOf } from '../../storage/disk-failure.ts'
import { StorageError } from '../../storage/storage.ts'
import { BodyCut } from './body-stream.ts'

/** What a client is told of an error that is not its doing: nothing. */
export const internalError = (): ApiError =>
  new ApiError('Internal server error', { code: 'INTERNAL_SERVER_ERROR', status: 500 })

/** Nothing was done: the client may try again after so many seconds. */
const tryAgain = (code: string, seconds: number, msg = TRY_AGAIN): ApiError =>
  new ApiError(msg, { code, status: 503, extra: { 'retry-after': seconds } })

const TRY_AGAIN = 'The server cannot do this right now. Try again in a moment.'
/** Somebody has to make room first. */
const NO_ROOM_SECONDS = 30

/** One answer for each way in which something that the server needs can fail. */
const ANSWERS = {
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
    missing: () =>
      new ApiError('This file does not exist or has been deleted.', { code: 'NOT_FOUND', status: 404 }),
    full: () => tryAgain('STORAGE_FULL', NO_ROOM_SECONDS, 'The server has no room for files.'),
    unavailable: () => tryAgain('STORAGE_UNAVAILABLE', 5, 'Files cannot be reached at the moment.'),
  },
} as const

/**
 * What a client is told of an error, whatever it is and whatever kind of route it came up in (spec.md "Errors"): an
 * `ApiError` as it is; 503 with a code and Retry-After when Postgres, Redis or the store of files is away, busy or full,
 * so that nothing was done; else 500. Also where the answer to COMMIT was lost: nobody knows then.
 */
export function toClient(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof CommitUnknown) return internalError()
  if (error instanceof StorageError) return ANSWERS.storage[error.failure]()
  const redis = redisFailureOf(error)
  if (redis !== undefined) return ANSWERS.redis[redis]()
  const disk = diskFailureOf(error)
  if (disk !== undefined) return ANSWERS.storage[disk]()
  const database = databaseFailureOf(error)
  return database === undefined ? internalError() : ANSWERS.database[database]()
}

/** As `toClient`, and tells the operator: of a dependency that fails in a warning, of a fault of ours in an error. */
export function explain(
  error: unknown,
  log: Logger,
  request: { readonly id: string; readonly route: string },
): ApiError {
  const told = toClient(error)
  if (error instanceof ApiError || error instanceof BodyCut) return told
  const { id, route } = request
  if (told.status === 500) log.error({ err: error, id, route }, 'request failed')
  else if (told.status === 503) log.warn({ err: error, id, route, code: told.code }, 'request not served now')
  return told
}
