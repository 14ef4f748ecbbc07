import type { ApiError } from '../../../platform/errors.ts'

/** Longest reason that owners are told. */
const MAX_REASON_LENGTH = 300

/**
 * The error with the reason that the log has, for owners who try a provider. Other people do not see it.
 * `reason`: a text, or the error with it.
 */
export function because(error: ApiError, reason: unknown): ApiError {
  const text = reason instanceof Error ? reason.message : String(reason)
  error.cause = text.slice(0, MAX_REASON_LENGTH)
  return error
}

/** The reason of an error; undefined for one without. */
export const reasonOf = ({ cause }: ApiError): string | undefined =>
  typeof cause === 'string' && cause !== '' ? cause : undefined
