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

/** The errors of a program that asks for its key (RFC 8628, section 3.5). */
const deviceError = (message: string, code: string): ApiError => new ApiError(message, { code })

export const deviceCodePending = (): ApiError =>
  deviceError('Nobody has entered the code yet. Ask again.', 'AUTHORIZATION_PENDING')
export const pollingTooFast = (): ApiError =>
  deviceError('You ask too often. Wait five seconds longer each time.', 'SLOW_DOWN')
export const deviceLogInDenied = (): ApiError =>
  deviceError('The person has denied the log-in.', 'ACCESS_DENIED')
export const deviceCodeExpired = (): ApiError =>
  deviceError('The code has expired or has been used. Begin again.', 'EXPIRED_TOKEN')
