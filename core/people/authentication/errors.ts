import { ApiError } from '../../platform/errors.ts'

/**
 * Refuses programs that log in with the password alone. Clients know the code: this way to log in is closed.
 */
export const logInPageNeeded = (): ApiError =>
  new ApiError('Your account has a second factor. Log in with your browser instead.', {
    code: 'PASSWORD_AUTH_DISABLED',
    status: 401,
  })

/**
 * As `logInPageNeeded`, where the organization has closed the password, or requires another way of the
 * person.
 */
export const passwordClosed = (): ApiError =>
  new ApiError(
    'Password authentication is disabled in this organization. Log in with your browser instead.',
    {
      code: 'PASSWORD_AUTH_DISABLED',
      status: 401,
    },
  )

/** `names`: the ways that are left, as buttons name them. */
export const otherMethodRequired = (names: readonly string[]): ApiError =>
  new ApiError(
    names.length === 0
      ? 'Your organization does not allow this way to log in.'
      : `Your organization requires you to log in with ${names.join(' or ')}.`,
    { code: 'OTHER_METHOD_REQUIRED', status: 403 },
  )
